import type { IncomingMessage, ServerResponse } from 'node:http'
import { isKnownTag } from './isKnownTag.ts'

/** The content of a response: a text or bytes, with their media type. `status` is 200 if it is omitted. */
export type Content = { type: string; body: string | Buffer; status?: number }

/** The media type of a page. */
export const HTML = 'text/html; charset=utf-8'
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends content, with the headers that the response already has. Sends 304 if the caller has the content of its `ETag`. */
export function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  { type, body, status = 200 }: Content,
): void {
  const etag = response.getHeader('etag')
  if (status === 200 && typeof etag === 'string' && isKnownTag(request, etag)) {
    response.writeHead(304).end()
    return
  }
  response.setHeader('content-type', type)
  response.setHeader('content-length', Buffer.byteLength(body))
  // Node omits the body of a response to HEAD.
  response.writeHead(status).end(body)
}
