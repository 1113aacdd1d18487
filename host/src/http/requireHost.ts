import type { RequestHandler } from 'express'
import { MalformedHttpError } from './errors.ts'

/** Rejects an HTTP/1.1 call without a Host header, as RFC 9112, section 3.2, requires. HTTP/1.0 has no such header. */
export const requireHost: RequestHandler = (request, _response, next) => {
  const isMissing = request.headers.host === undefined && request.httpVersion !== '1.0'
  next(isMissing ? new MalformedHttpError({ problem: 'has no Host header' }) : undefined)
}
