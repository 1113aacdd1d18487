import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { RequestHandler, Response } from 'express'
import type { Releases } from './createReleases.ts'

/** A file that a release can have: `widget/0.1.0-0a1b2c3d/flow-1a2b3c4.js`. */
const FILE = /^[\w-]+\/[\w.-]+\/[\w-]+\.(js|css|json)$/
const MAX_PATH = 200

/**
 * Serves files of releases that this host does not have on disk: earlier ones and those of other hosts. A file that is not stored passes
 * to the next route.
 */
export function serveKept(
  releases: Pick<Releases, 'find'>,
  setHeaders: (response: Response) => void,
): RequestHandler {
  return async (request, response, next) => {
    const path = `${request.baseUrl}${request.path}`.slice(1)
    if (!['GET', 'HEAD'].includes(request.method)) return next()
    if (path.length > MAX_PATH || !FILE.test(path)) return next()
    const found = await releases.find(path)
    if (found === null) return next()
    setHeaders(response)
    response.vary('Accept-Encoding').type(extname(path))
    if (request.acceptsEncodings('br') === false) {
      response.end(await promisify(brotliDecompress)(found))
      return
    }
    response.setHeader('content-encoding', 'br')
    response.end(found)
  }
}
