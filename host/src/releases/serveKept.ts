import type { ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { acceptsCoding } from '../serving/acceptsCoding.ts'
import { addVary } from '../serving/addVary.ts'
import { contentTypeOf } from '../serving/contentTypeOf.ts'
import type { Handler } from '../serving/createRouter.ts'
import { pathOf } from '../serving/pathOf.ts'
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
  setHeaders: (response: ServerResponse) => void,
): Handler {
  return async (request, response, next) => {
    const path = pathOf(request.originalUrl).slice(1)
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    if (path.length > MAX_PATH || !FILE.test(path)) return next()
    const found = await releases.find(path)
    if (found === null) return next()
    setHeaders(response)
    addVary(response, 'Accept-Encoding')
    response.setHeader('content-type', contentTypeOf(extname(path)))
    if (!acceptsCoding(request, 'br')) {
      response.end(await promisify(brotliDecompress)(found))
      return
    }
    response.setHeader('content-encoding', 'br')
    response.end(found)
  }
}
