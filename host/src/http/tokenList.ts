import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { catalogue, publishedCurrencies } from '@secure-payment/core/catalogue'
import { type IRouter, type Response, Router } from 'express'
import type { Config } from '../config.ts'

const MAX_AGE_S = 300
const OWN_PATH = '/tokens'

/**
 * Serves the static list of currencies at the path of `tokenListUrl`: `latest.json`, `token-list.json` and names that contain the list's
 * version. The list is built and compressed at the first request.
 */
export function serveTokenList(context: { config: Pick<Config, 'tokenListUrl'> }): IRouter {
  let list: List | undefined
  const router = Router({ strict: true, caseSensitive: true })
  const folder = pathOf(context.config.tokenListUrl)
  for (const name of fileNames()) {
    router.get(`${folder}/${name}.json`, (request, response) => {
      list ??= writeList()
      send(response, list, request.acceptsEncodings('gzip', 'identity') === 'gzip')
    })
  }
  return router
}

type List = { plain: Buffer; compressed: Buffer; etag: string }

function writeList(): List {
  const { name, timestamp, version } = catalogue
  const text = JSON.stringify({ name, timestamp, version, tokens: publishedCurrencies })
  const plain = Buffer.from(text)
  return {
    plain,
    compressed: gzipSync(plain),
    etag: `W/"${hash('sha1', text, 'base64url')}"`,
  }
}

function send(response: Response, { plain, compressed, etag }: List, isCompressed: boolean): void {
  response.set({
    'access-control-allow-origin': '*',
    'cache-control': `public, max-age=${MAX_AGE_S}`,
    vary: 'accept-encoding',
    etag,
    ...(isCompressed && { 'content-encoding': 'gzip' }),
  })
  response.type('application/json').send(isCompressed ? compressed : plain)
}

function fileNames(): string[] {
  const { major, minor, patch } = catalogue.version
  return ['latest', 'token-list', `v${major}.${minor}.${patch}`, `v${major}.${minor}`, `v${major}`]
}

/**
 * Returns the path at which this host serves the list. A proxy leaves the public URL's path unchanged. If the URL is invalid, or a router
 * would interpret its path as a pattern, the path is `/tokens`.
 */
function pathOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, '') : OWN_PATH
  return /^[\w\-.~/]*$/.test(path) ? path : OWN_PATH
}
