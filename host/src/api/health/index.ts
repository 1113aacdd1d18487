import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { createReadiness } from '../../readiness/createReadiness.ts'

/** Serves the health checks for supervisors and load balancers. */
export function serveHealth(http: HttpContext): IRouter {
  return implement(http, api.health, {
    livez: async () => ({ status: 'ok' as const }),
    readyz: createReadiness(http.context),
  })
}
