import { STATUS_CODES } from 'node:http'
import { BaseError, type ErrorKind, InvalidInputError } from '@secure-payment/core'
import { CallerRefusedError } from '../auth/errors.ts'
import { DatabaseUnavailableError, isConflict } from '../db/errors.ts'
import { RateLimitedError } from './errors.ts'

/** The only table that maps an error's kind to its HTTP status. */
export const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  locked: 423,
  payload_too_large: 413,
  headers_too_large: 431,
  timed_out: 408,
  unsupported_media_type: 415,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
}

/** The retry delay in seconds of 503 and in-flight 409 responses. */
const RETRY_AFTER_S = 1

const CONFLICT = { operation: 'serve this request' }

/** An error that adds its own members to its problem document, such as the payment of an expired link. */
export type ProblemMembers = { readonly problemMembers: Readonly<Record<string, unknown>> }

/** A problem document, ready to be sent. */
export type ProblemAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>>
}

/**
 * Converts an error to a response with the RFC 9457 members and those that existing clients read. An unexpected error becomes a
 * 500 without any detail.
 */
export function describeProblem(
  error: unknown,
  facts: { requestId: string; docsOrigin: string; isTestService?: boolean },
): ProblemAnswer {
  // A statement conflicted with another writer; the caller can retry the call.
  if (isConflict(error)) return describeProblem(new DatabaseUnavailableError(CONFLICT), facts)
  if (!(error instanceof BaseError) || error.kind === 'internal') {
    return answer(500, 'internal', 'The service had an internal error.', facts)
  }
  const status = STATUS_OF_KIND[error.kind]
  const problem = answer(status, error.code, error.message, facts)
  return {
    ...problem,
    headers: { ...problem.headers, ...headersOf(error, status) },
    body: {
      // The error's own members come first, so that they replace no standard member; RFC 9457's `status` is always the number.
      ...(hasMembers(error) && error.problemMembers),
      ...(error instanceof CallerRefusedError && facts.isTestService && { isTestService: true }),
      ...problem.body,
      ...issuesOf(error),
    },
  }
}

/** Returns the 405 response for a method that a known path does not support. */
export function describeMethodNotAllowed(
  allowed: readonly string[],
  facts: { requestId: string; docsOrigin: string },
): ProblemAnswer {
  const methods = allowed.join(', ')
  const problem = answer(405, 'method_not_allowed', `This path supports ${methods}.`, facts)
  return { ...problem, headers: { ...problem.headers, allow: methods } }
}

function answer(
  status: number,
  code: string,
  message: string,
  facts: { requestId: string; docsOrigin: string },
): ProblemAnswer {
  const phrase = STATUS_CODES[status] ?? 'Error'
  return {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8' },
    body: {
      type: `${facts.docsOrigin}/errors/${code}`,
      title: phrase,
      status,
      detail: message,
      statusCode: status,
      error: phrase,
      message,
      code,
      requestId: facts.requestId,
    },
  }
}

function headersOf(error: BaseError, status: number): Readonly<Record<string, string>> {
  if (error instanceof RateLimitedError) return error.headers
  if (status === 401) return { 'www-authenticate': 'ApiKey realm="secure-payment"' }
  if (status === 503 || hasRetryAfter(error) || (status === 409 && error.retryable)) {
    return { 'retry-after': String(hasRetryAfter(error) ? error.retryAfterS : RETRY_AFTER_S) }
  }
  return {}
}

/** Returns whether an error states its retry delay. */
function hasRetryAfter(error: BaseError): error is BaseError & { readonly retryAfterS: number } {
  return 'retryAfterS' in error && typeof error.retryAfterS === 'number'
}

function issuesOf(error: BaseError): { errors: unknown } | undefined {
  if (error instanceof InvalidInputError) return { errors: error.issues }
  if (error.field === undefined) return undefined
  return { errors: [{ field: error.field, message: error.message, code: error.code }] }
}

function hasMembers(error: BaseError): error is BaseError & ProblemMembers {
  return (
    'problemMembers' in error &&
    typeof error.problemMembers === 'object' &&
    error.problemMembers !== null
  )
}
