import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** What an operation answers when it succeeds. */
export type Answer = { status: number; text: string; isReplayed: boolean }

/** The clock in an answer does not make it a new one. */
const SERVER_TIME = /"serverTime":"[^"]*"/

/** Sends an answer with these headers beside its own; 304 when the caller has it already and the operation has an `ETag`. */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  { hasEtag, answer }: { hasEtag: boolean; answer: Answer },
): void {
  const all: Record<string, string> = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
  }
  if (answer.isReplayed) all['idempotent-replayed'] = 'true'
  if (hasEtag) {
    const etag = etagOf(answer.text)
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

function etagOf(text: string): string {
  return `W/"${hash('sha1', text.replace(SERVER_TIME, ''), 'base64url')}"`
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((candidate) => candidate.trim() === etag) ?? false
}
