import { catalogue, publishedCurrencies } from '@secure-payment/core/catalogue'
import { type IRouter, Router } from 'express'
import type { Config } from '../config.ts'
import { type CompressedText, compressText, sendCompressed } from './compressedText.ts'

const MAX_AGE_S = 300
const OWN_PATH = '/tokens'

/**
 * Serves the static list of currencies at the path of `tokenListUrl`: `latest.json`, `token-list.json` and names that contain the list's
 * version. The list is built and compressed at the first request.
 */
export function serveTokenList(context: { config: Pick<Config, 'tokenListUrl'> }): IRouter {
  let list: CompressedText | undefined
  const router = Router({ strict: true, caseSensitive: true })
  const folder = pathOf(context.config.tokenListUrl)
  for (const name of fileNames()) {
    router.get(`${folder}/${name}.json`, (request, response) => {
      list ??= writeList()
      response.set('access-control-allow-origin', '*')
      sendCompressed(request, response, list, { type: 'application/json', maxAgeS: MAX_AGE_S })
    })
  }
  return router
}

function writeList(): CompressedText {
  const { name, timestamp, version } = catalogue
  return compressText(JSON.stringify({ name, timestamp, version, tokens: publishedCurrencies }))
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
