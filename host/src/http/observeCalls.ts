import type { ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import type { Context } from '../context.ts'
import { requestIdOf } from './requestId.ts'

/** A call in progress, whose response will be counted and perhaps logged. */
type ObservedCall = {
  operation: string
  /** The merchant whose credential made the call; null until it is authenticated, or without one. */
  tenantId: string | null
  isStream: boolean
}

/** Observes the call that a response answers. A later call for the same response only replaces the operation. */
export type ObserveCall = (
  operation: string,
  method: string,
  response: ServerResponse,
) => ObservedCall

/** Stands for a caller that disconnected before the response was complete; no response has this status. */
const CLIENT_CLOSED = 499
/** The range of the two random bytes that select the logged responses. */
const SAMPLES = 65_536

/**
 * Creates the observer of all responses, for metrics and the access log; null if the host has neither. The log has no paths, because a path
 * may contain a payment's token.
 */
export function createCallObserver(
  context: Pick<Context, 'config' | 'log' | 'metrics' | 'random'>,
): ObserveCall | null {
  const { config, log, metrics, random } = context
  if (metrics === undefined && config.accessLog === 0) return null
  const isLogged = () => {
    if (config.accessLog === 0) return false
    const [high = 0, low = 0] = random(2)
    return high * 256 + low < config.accessLog * SAMPLES
  }
  const observed = new WeakMap<ServerResponse, ObservedCall>()
  return (operation, method, response) => {
    const known = observed.get(response)
    if (known !== undefined) {
      known.operation = operation
      return known
    }
    const startedMs = performance.now()
    const call: ObservedCall = { operation, tenantId: null, isStream: false }
    observed.set(response, call)
    response.once('close', () => {
      const { operation, tenantId, isStream } = call
      const isComplete = response.writableFinished || isStream
      const status = isComplete ? response.statusCode : CLIENT_CLOSED
      const durationMs = performance.now() - startedMs
      const durationS = isStream ? null : durationMs / 1_000
      metrics?.callEnded({ operation, status, durationS, tenantId })
      if (!isLogged()) return
      const requestId = requestIdOf(response)
      const facts = { requestId, method, operation, status, tenantId }
      log.info({ ...facts, durationMs: Math.round(durationMs) }, 'Sent a response')
    })
    return call
  }
}

/** Observes the responses that are not operations of the API: pages, files and unknown paths. */
export function observePages(observe: ObserveCall): RequestHandler {
  return (request, response, next) => {
    observe('page', request.method, response)
    next()
  }
}
