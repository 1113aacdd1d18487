import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { cancelRefund } from './cancelRefund.ts'
import { createRefund } from './createRefund.ts'
import { createRequestRefunds } from './createRequestRefunds.ts'
import { createUnmatchedRefund } from './createUnmatchedRefund.ts'
import { getRefund } from './getRefund.ts'
import { listRefundCandidates } from './listRefundCandidates.ts'
import { listRefunds } from './listRefunds.ts'

/** Serves refunds: creating, reading and cancelling them. The requests that pay them are payouts. */
export function serveRefunds(http: HttpContext): IRouter {
  return implement(http, api.refunds, {
    create: createRefund,
    createForRequest: createRequestRefunds,
    createForUnmatched: createUnmatchedRefund,
    list: listRefunds,
    candidates: listRefundCandidates,
    get: getRefund,
    cancel: cancelRefund,
  })
}
