import type { IncomingMessage, ServerResponse } from 'node:http'
import { etagOf } from './renderedAnswer.ts'

/** An operation's successful response; `text` is JSON, or empty for no body. If `etag` is absent, it is computed when needed. */
export type Answer = { status: number; text: string; isReplayed: boolean; etag?: string }

/**
 * Sends a response with these headers in addition to its own. Sends 304 if the operation has an `ETag` and the caller already has the
 * response.
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  { hasEtag, answer }: { hasEtag: boolean; answer: Answer },
): void {
  const all: Record<string, string> = { ...headers }
  if (answer.text !== '') all['content-type'] = 'application/json; charset=utf-8'
  if (answer.isReplayed) all['idempotent-replayed'] = 'true'
  if (hasEtag) {
    const etag = answer.etag ?? etagOf(answer.text)
    all['etag'] = etag
    all['cache-control'] = 'private, no-cache'
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      delete all['content-type']
      response.writeHead(304, all).end()
      return
    }
  }
  all['content-length'] = String(Buffer.byteLength(answer.text))
  response.writeHead(answer.status, all).end(answer.text)
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((candidate) => candidate.trim() === etag) ?? false
}
