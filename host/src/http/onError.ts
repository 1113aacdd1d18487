import { BaseError } from '@secure-payment/core'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Context } from '../context.ts'
import { MalformedPathError, RouteNotFoundError } from './errors.ts'
import { findAbsent } from './findAbsent.ts'
import { describeProblem } from './problem.ts'
import { requestIdOf } from './requestId.ts'
import { API_HEADERS } from './securityHeaders.ts'
import { logProblem, sendProblem } from './sendProblem.ts'

/** Answers 404 to a path without a route, with the reason if the path is one of Request Network's. */
export const onUnknownRoute: RequestHandler = (request, _response, next) => {
  next(findAbsent(request) ?? new RouteNotFoundError())
}

/** Sends a problem document for any error that occurs outside an operation. */
export function onError(context: Pick<Context, 'log' | 'config'>): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (response.headersSent) {
      next(thrown)
      return
    }
    const error = isUndecodablePath(thrown) ? new MalformedPathError({ cause: thrown }) : thrown
    const requestId = requestIdOf(response)
    const problem = describeProblem(error, { requestId, docsOrigin: context.config.baseUrl })
    logProblem(context, error, { requestId, operation: 'none', status: problem.status })
    sendProblem(request, response, API_HEADERS, problem)
  }
}

/** Express throws such an error for a percent sign without a valid escape. */
function isUndecodablePath(error: unknown): boolean {
  if (error instanceof BaseError || !(error instanceof Error)) return false
  return error instanceof URIError || ('status' in error && error.status === 400)
}
