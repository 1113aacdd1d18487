import { api } from '@secure-payment/core/api'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { HttpRouter } from '../../serving/createRouter.ts'
import { listConversionRoutes } from './listConversionRoutes.ts'
import { listCurrencies } from './listCurrencies.ts'

/** Serves the catalog of currencies. */
export function serveCurrencies(http: HttpContext): HttpRouter {
  return implement(http, api.currencies, {
    list: listCurrencies,
    conversionRoutes: listConversionRoutes,
  })
}
