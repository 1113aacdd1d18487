import { hash } from 'node:crypto'
import { currencies } from '@secure-payment/core/networks'
import { type IRouter, Router } from 'express'
import type { Config } from '../config.ts'

/** A change of the list changes both: a new currency the minor number, a removed one the major number. */
const VERSION = { major: 1, minor: 0, patch: 0 }
const TIMESTAMP = '2026-11-21T00:00:00.000Z'
const MAX_AGE_S = 300
const OWN_PATH = '/tokens'

/** Serves the static list of currencies at the path of `tokenListUrl`: `latest.json`, `token-list.json` and its version's names. */
export function serveTokenList(context: { config: Pick<Config, 'tokenListUrl'> }): IRouter {
  const list = { name: 'Secure Payment', timestamp: TIMESTAMP, version: VERSION }
  const text = JSON.stringify({ ...list, tokens: currencies })
  const headers = {
    'access-control-allow-origin': '*',
    'cache-control': `public, max-age=${MAX_AGE_S}`,
    etag: `W/"${hash('sha1', text, 'base64url')}"`,
  }
  const router = Router({ strict: true })
  const folder = pathOf(context.config.tokenListUrl)
  for (const name of fileNames()) {
    router.get(`${folder}/${name}.json`, (_request, response) => {
      response.set(headers).type('application/json').send(text)
    })
  }
  return router
}

function fileNames(): string[] {
  const { major, minor, patch } = VERSION
  return ['latest', 'token-list', `v${major}.${minor}.${patch}`, `v${major}.${minor}`, `v${major}`]
}

/** Where the list's URL leads on this host, behind a proxy too; a path that a router would read as a pattern is not taken. */
function pathOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, '') : OWN_PATH
  return /^[\w\-.~/]*$/.test(path) ? path : OWN_PATH
}
