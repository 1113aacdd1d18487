import { api, type Output } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'

/** Serves the health checks for supervisors and load balancers. */
export function serveHealth(
  http: HttpContext,
  readyz: () => Promise<Output<typeof api.health.readyz>>,
): IRouter {
  return implement(http, api.health, {
    livez: async () => ({ status: 'ok' as const }),
    check: async () => ({ status: 'ok' as const }),
    readyz,
  })
}
