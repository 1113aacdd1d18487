import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { cancelRefund } from './cancelRefund.ts'
import { createRefund } from './createRefund.ts'
import { createRequestRefunds } from './createRequestRefunds.ts'
import { createUnmatchedRefund } from './createUnmatchedRefund.ts'
import { getRefund } from './getRefund.ts'
import { keepSurplus } from './keepSurplus.ts'
import { listRefundCandidates } from './listRefundCandidates.ts'
import { listRefunds } from './listRefunds.ts'
import { unkeepSurplus } from './unkeepSurplus.ts'

/** Serves refunds: creating, reading and cancelling them. The requests that pay them are payouts. */
export function serveRefunds(http: HttpContext): IRouter {
  return implement(http, api.refunds, {
    create: createRefund,
    createForRequest: createRequestRefunds,
    createForUnmatched: createUnmatchedRefund,
    list: listRefunds,
    candidates: listRefundCandidates,
    keep: keepSurplus,
    unkeep: unkeepSurplus,
    get: getRefund,
    cancel: cancelRefund,
  })
}
