import { join } from 'node:path'
import type { HttpRouter } from './createRouter.ts'
import { sendFile } from './sendFile.ts'

/** Serves named files of a folder below a path, for `maxAgeS` from a browser's cache. */
export function serveFiles(
  router: HttpRouter,
  path: string,
  { folder, names, maxAgeS }: { folder: string; names: readonly string[]; maxAgeS: number },
): void {
  for (const name of names) {
    router.get(`${path}/${name}`, async (request, response) => {
      response.setHeader('cache-control', `public, max-age=${maxAgeS}`)
      await sendFile(request, response, { path: join(folder, name) })
    })
  }
}
