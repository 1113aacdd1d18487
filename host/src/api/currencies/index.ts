import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { listConversionRoutes } from './listConversionRoutes.ts'
import { listCurrencies } from './listCurrencies.ts'

/** Serves the catalogue of currencies. */
export function serveCurrencies(http: HttpContext): IRouter {
  return implement(http, api.currencies, {
    list: listCurrencies,
    conversionRoutes: listConversionRoutes,
  })
}
