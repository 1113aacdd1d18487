import { api } from '@secure-payment/core/api'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { HttpRouter } from '../../serving/createRouter.ts'
import { getReportingCurrency } from './getReportingCurrency.ts'
import { setReportingCurrency } from './setReportingCurrency.ts'

/** Serves a merchant account's reporting currency. */
export function serveReportingCurrency(http: HttpContext): HttpRouter {
  return implement(http, api.reportingCurrency, {
    get: getReportingCurrency,
    set: setReportingCurrency,
  })
}
