import type { ServerResponse } from 'node:http'

/**
 * Answers with JSON. Pages of any origin may read what came; changing it needs a preflight, which the devnet's servers
 * refuse.
 */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
  })
  response.end(status === 204 || status === 304 ? undefined : JSON.stringify(body))
}
