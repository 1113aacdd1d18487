import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { claimUnmatchedPayment } from './claimUnmatchedPayment.ts'
import { listUnmatchedPayments } from './listUnmatchedPayments.ts'

/** Serves the unmatched payments. */
export function serveUnmatchedPayments(http: HttpContext): IRouter {
  return implement(http, api.unmatchedPayments, {
    list: listUnmatchedPayments,
    claim: claimUnmatchedPayment,
  })
}
