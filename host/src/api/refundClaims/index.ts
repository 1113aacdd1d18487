import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { createRefundClaim } from './createRefundClaim.ts'
import { getRefundClaim } from './getRefundClaim.ts'
import { listRefundClaims } from './listRefundClaims.ts'
import { openRefundClaim } from './openRefundClaim.ts'
import { proveRefundAddress } from './proveRefundAddress.ts'
import { stateRefundAddress } from './stateRefundAddress.ts'

/** Serves the addresses that payers state for refunds. */
export function serveRefundClaims(http: HttpContext): IRouter {
  return implement(http, api.refundClaims, {
    create: createRefundClaim,
    list: listRefundClaims,
    get: getRefundClaim,
    open: openRefundClaim,
    state: stateRefundAddress,
    prove: proveRefundAddress,
  })
}
