import { api } from '@secure-payment/core/api'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { HttpRouter } from '../../serving/createRouter.ts'
import { createRefundClaim } from './createRefundClaim.ts'
import { getRefundClaim } from './getRefundClaim.ts'
import { listRefundClaims } from './listRefundClaims.ts'
import { openRefundClaim } from './openRefundClaim.ts'
import { proveRefundAddress } from './proveRefundAddress.ts'
import { stateRefundAddress } from './stateRefundAddress.ts'

/** Serves the addresses that payers state for refunds. */
export function serveRefundClaims(http: HttpContext): HttpRouter {
  return implement(http, api.refundClaims, {
    create: createRefundClaim,
    list: listRefundClaims,
    get: getRefundClaim,
    open: openRefundClaim,
    state: stateRefundAddress,
    prove: proveRefundAddress,
  })
}
