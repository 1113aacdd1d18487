import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { getReportingCurrency } from './getReportingCurrency.ts'
import { setReportingCurrency } from './setReportingCurrency.ts'

/** Serves a merchant account's reporting currency. */
export function serveReportingCurrency(http: HttpContext): IRouter {
  return implement(http, api.reportingCurrency, {
    get: getReportingCurrency,
    set: setReportingCurrency,
  })
}
