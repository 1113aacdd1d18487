import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { NotReadyError } from './notReadyError.ts'
import type { ProblemAnswer } from './problem.ts'

/** Sends a problem document with these headers in addition to its own. */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  problem: ProblemAnswer,
): void {
  const text = JSON.stringify(problem.body)
  const all: Record<string, string> = {
    ...headers,
    ...problem.headers,
    'content-length': String(Buffer.byteLength(text)),
  }
  if (hasUnreadBody(request)) all['connection'] = 'close'
  response.writeHead(problem.status, all).end(text)
}

/** Bytes of a rejected body may still arrive, so the connection cannot be reused. */
function hasUnreadBody(request: IncomingMessage): boolean {
  if (request.complete) return false
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  return encoding !== undefined || length !== '0'
}

/**
 * Logs a failure in the host itself as an error. A rejection of the caller's input is routine and appears only at debug level. A
 * not-ready response is not logged either, because each change of readiness is logged once.
 */
export function logProblem(
  context: Pick<Context, 'log'>,
  error: unknown,
  facts: { requestId: string; operation: string; status: number },
): void {
  const isFailure = facts.status >= 500 && !(error instanceof NotReadyError)
  if (isFailure) context.log.error({ ...facts, err: error }, 'Call failed')
  else context.log.debug({ ...facts, reason: codeOf(error) }, 'Rejected a call')
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
