import { api } from '@secure-payment/core/api'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { HttpRouter } from '../../serving/createRouter.ts'
import { listAllUnmatchedPayments } from '../unmatchedPayments/listAllUnmatchedPayments.ts'
import { createRescan } from './createRescan.ts'
import { getRescan } from './getRescan.ts'

/** Serves the operator's operations over HTTP. */
export function serveOperator(http: HttpContext): HttpRouter {
  return implement(http, api.operator, {
    rescan: createRescan,
    get: getRescan,
    unmatchedPayments: listAllUnmatchedPayments,
  })
}
