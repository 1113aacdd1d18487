import type { ServerResponse } from 'node:http'
import { relative } from 'node:path'
import { type IRouter, Router } from 'express'
import expressStaticGzip from 'express-static-gzip'

/**
 * Serves a build's files under their names, as Brotli or gzip if the browser accepts it and the build contains it.
 * `setHeaders` receives the file's path below the folder. The next route handles a missing file.
 */
export function serveBuild(
  folder: string,
  setHeaders: (response: ServerResponse, path: string) => void,
): IRouter {
  const files = expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    index: false,
    serveStatic: {
      redirect: false,
      setHeaders: (response, path) => setHeaders(response, relative(folder, path)),
    },
  })
  const router = Router({ strict: true })
  // A parameter makes Express reject a path that cannot be decoded.
  router.get('/*path', files)
  return router
}
