import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { createReportReader } from '../../offramps/http/createReportReader.ts'
import { receiveCallback } from './receiveCallback.ts'

/**
 * Serves the callbacks of offramp providers. Without a provider that sends callbacks, no signature is valid, so this
 * handler is never reached.
 */
export function serveOfframpCallbacks(http: HttpContext): IRouter {
  const { config } = http.context
  const settings = config.offramp?.kind === 'http' ? config.offramp : null
  const readReport = settings === null ? () => null : createReportReader(http.context, settings)
  return implement(http, api.offrampCallbacks, {
    receive: (context, call) => receiveCallback({ ...context, readReport }, call),
  })
}
