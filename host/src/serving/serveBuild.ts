import { stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { acceptsCoding } from './acceptsCoding.ts'
import { addVary } from './addVary.ts'
import { createRouter, type HttpRequest, type HttpRouter } from './createRouter.ts'
import { pathOf } from './pathOf.ts'
import { type SentFile, sendFile } from './sendFile.ts'

/** The codings that a build may contain next to a file, the smallest first. */
const CODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
]

/**
 * Serves a build's files under their names, as Brotli or gzip if the browser accepts it and the build contains it.
 * `setHeaders` receives the file's path below the folder. The next route handles a missing file.
 */
export function serveBuild(
  folder: string,
  setHeaders: (response: ServerResponse, path: string) => void,
): HttpRouter {
  const router = createRouter({ strict: true })
  // A parameter makes the router reject a path that cannot be decoded.
  router.get('/*path', async (request, response, next) => {
    const path = readFilePath(request)
    const file = path === null ? null : await findFile(request, join(folder, path))
    if (path === null || file === null) return next()
    addVary(response, 'Accept-Encoding')
    setHeaders(response, path)
    await sendFile(request, response, file)
  })
  return router
}

/** Returns the path of a file below the folder; null if a part of it is hidden, leads upwards or is not a name. */
function readFilePath({ url }: HttpRequest): string | null {
  const parts = decodeURIComponent(pathOf(url)).slice(1).split('/')
  const areNames = parts.every((part) => /^[^./\\\0][^/\\\0]*$/.test(part))
  return areNames ? parts.join('/') : null
}

async function findFile(request: HttpRequest, path: string): Promise<SentFile | null> {
  for (const coding of CODINGS.filter(({ name }) => acceptsCoding(request, name))) {
    if (await isFile(path + coding.ending)) return { path: path + coding.ending, coding }
  }
  return (await isFile(path)) ? { path } : null
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return false
    throw error
  }
}
