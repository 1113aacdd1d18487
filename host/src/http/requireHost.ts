import type { RequestHandler } from 'express'
import { MalformedHttpError } from './errors.ts'

/** Rejects a call of HTTP/1.1 without a Host header, as RFC 9112, section 3.2, requires. HTTP/1.0 has no such header. */
export const requireHost: RequestHandler = (request, _response, next) => {
  const isMissing = request.headers.host === undefined && request.httpVersion !== '1.0'
  next(isMissing ? new MalformedHttpError({ problem: 'has no Host header' }) : undefined)
}
