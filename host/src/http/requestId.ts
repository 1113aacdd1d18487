import type { ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import type { Context } from '../context.ts'
import { createId } from '../id.ts'

/** The header that contains a response's id. */
export const REQUEST_ID_HEADER = 'x-request-id'

/**
 * Gives every response a generated id, which logs and problem documents repeat. An id in the request is not trusted.
 */
export function assignRequestId(context: Pick<Context, 'now' | 'random'>): RequestHandler {
  return (_request, response, next) => {
    response.setHeader(REQUEST_ID_HEADER, createRequestId(context))
    next()
  }
}

/** Returns the id of the response in progress. */
export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader(REQUEST_ID_HEADER) ?? '')
}

/** Creates a response's id. */
export function createRequestId(context: Pick<Context, 'now' | 'random'>): string {
  return `req_${createId(context)}`
}
