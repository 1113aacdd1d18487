import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { listAllUnmatchedPayments } from '../unmatchedPayments/listAllUnmatchedPayments.ts'
import { createRescan } from './createRescan.ts'
import { getRescan } from './getRescan.ts'

/** Serves the operator's operations over HTTP. */
export function serveOperator(http: HttpContext): IRouter {
  return implement(http, api.operator, {
    rescan: createRescan,
    get: getRescan,
    unmatchedPayments: listAllUnmatchedPayments,
  })
}
