import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { searchPayments } from './searchPayments.ts'

/** Serves the search for payments. */
export function servePayments(http: HttpContext): IRouter {
  return implement(http, api.payments, { search: searchPayments })
}
