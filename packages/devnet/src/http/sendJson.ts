import type { ServerResponse } from 'node:http'

/** Responds with JSON. Pages from any origin may read the recorded data. A change needs a preflight, which the devnet's servers reject. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
  })
  response.end(status === 204 || status === 304 ? undefined : JSON.stringify(body))
}
