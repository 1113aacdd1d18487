import type { ServerResponse } from 'node:http'
import { relative } from 'node:path'
import { type IRouter, Router } from 'express'
import expressStaticGzip from 'express-static-gzip'

/**
 * Serves the files of a build by their own names: as Brotli or gzip to browsers that accept them, where the build
 * contains the compressed file. `setHeaders` is given the file's path below the folder. A missing file passes to the
 * next route.
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
  // As a parameter, so that Express refuses a path that cannot be decoded.
  router.get('/*path', files)
  return router
}
