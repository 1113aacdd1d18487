import { api } from '@secure-payment/core/api'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { HttpRouter } from '../../serving/createRouter.ts'
import { claimUnmatchedPayment } from './claimUnmatchedPayment.ts'
import { listUnmatchedPayments } from './listUnmatchedPayments.ts'

/** Serves the payments that pay no request. */
export function serveUnmatchedPayments(http: HttpContext): HttpRouter {
  return implement(http, api.unmatchedPayments, {
    list: listUnmatchedPayments,
    claim: claimUnmatchedPayment,
  })
}
