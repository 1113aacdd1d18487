import { maxHeaderSize, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { BaseError } from '@secure-payment/core'
import type { Context } from '../context.ts'
import { HeadersTooLargeError, MalformedHttpError, RequestTimeoutError } from './errors.ts'
import { isAnswering } from './isAnswering.ts'
import { describeProblem, type ProblemAnswer } from './problem.ts'
import { createRequestId, REQUEST_ID_HEADER } from './requestId.ts'
import { API_HEADERS, listSecurityHeaders } from './securityHeaders.ts'

/** A message that is not a call, its connection, and the earlier calls on that connection. */
type Fault = {
  error: NodeJS.ErrnoException
  socket: Socket
  calls: readonly ServerResponse[]
}

/** Answers a message that Node's HTTP server could not read, and closes its connection. */
export type RejectConnection = (fault: Fault) => void

/** The time for which a rejected sender may still send, so that a connection reset does not discard the response. */
const LINGER_MS = 2_000

/** The maximum number of log lines per minute. Anyone can cause a line with a few bytes. */
const MAX_LINES = 60
const MINUTE_MS = 60_000

/**
 * Creates a function that rejects messages that are not HTTP, are too large or arrive too slowly. It sends a problem document with
 * the usual headers.
 */
export function createConnectionRejecter(
  context: Pick<Context, 'config' | 'log' | 'now' | 'random'>,
): RejectConnection {
  const rejected = new WeakSet<Socket>()
  const note = createLineLimit(context)
  const headers = { ...listSecurityHeaders(context.config), ...API_HEADERS }
  return ({ error, socket, calls }) => {
    // After one error, Node's parser reports another for each further piece of the message.
    if (rejected.has(socket)) return
    rejected.add(socket)
    const reason = findReason(error)
    const isTimeout = reason instanceof RequestTimeoutError
    // A browser opens connections in advance, and does not expect an answer on a connection that it has not used.
    const isUnused = isTimeout && socket.bytesRead === 0
    // The rest of a late call could still arrive and be processed, so the host closes the connection without waiting for the earlier calls.
    const isShared = isTimeout && calls.some(isAnswering)
    if (reason === null || isUnused || isShared) {
      socket.destroy()
      return
    }
    afterCalls(calls, () => {
      const requestId = createRequestId(context)
      const docsOrigin = context.config.baseUrl
      const problem = describeProblem(reason, { requestId, docsOrigin })
      note({ requestId, operation: 'none', status: problem.status, reason: reason.code })
      if (!socket.writable || calls.some(isBegun)) {
        socket.destroySoon()
        return
      }
      const own = { [REQUEST_ID_HEADER]: requestId, date: context.now().toUTCString() }
      socket.write(formatAnswer(problem, { ...headers, ...own }))
      close(socket, { lingers: !isTimeout })
    })
  }
}

/** Returns the error that a problem document describes; null if the connection itself has failed. */
function findReason(cause: NodeJS.ErrnoException): BaseError | null {
  if (cause.code === 'HPE_HEADER_OVERFLOW') {
    return new HeadersTooLargeError({ limitBytes: maxHeaderSize, cause })
  }
  if (cause.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTimeoutError({ cause })
  if (cause.code?.startsWith('HPE_') !== true) return null
  return new MalformedHttpError({ problem: 'is not valid HTTP', cause })
}

/** Waits until the earlier calls have their responses, because a client matches responses to its calls by their order. */
function afterCalls(calls: readonly ServerResponse[], reply: () => void): void {
  const next = calls.find(isAnswering)
  if (next === undefined) reply()
  else next.once('close', () => afterCalls(calls, reply))
}

function isBegun({ headersSent, writableFinished }: ServerResponse): boolean {
  return headersSent && !writableFinished
}

/** Formats a response according to RFC 9112, because the server creates no response for a message that it cannot read. */
function formatAnswer(
  { status, headers, body }: ProblemAnswer,
  more: Readonly<Record<string, string>>,
): string {
  const text = JSON.stringify(body)
  const all = {
    ...more,
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`
}

/**
 * Closes a connection when its response is sent. If the sender may still be sending, the host first reads and discards the rest.
 */
function close(socket: Socket, { lingers }: { lingers: boolean }): void {
  if (lingers) socket.end()
  else socket.destroySoon()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

type Facts = { requestId: string; operation: string; status: number; reason: string }

/**
 * Logs rejections like rejected calls, up to a maximum per minute. The next line includes the number of rejections that were not
 * logged.
 */
function createLineLimit({ log, now }: Pick<Context, 'log' | 'now'>): (facts: Facts) => void {
  let startMs = Number.NEGATIVE_INFINITY
  let lines = 0
  let unlogged = 0
  return (facts) => {
    const nowMs = now().getTime()
    if (Math.abs(nowMs - startMs) >= MINUTE_MS) {
      startMs = nowMs
      lines = 0
    }
    if (lines >= MAX_LINES) {
      unlogged += 1
      return
    }
    lines += 1
    log.debug({ ...facts, ...(unlogged > 0 && { unlogged }) }, 'Rejected a call')
    unlogged = 0
  }
}
