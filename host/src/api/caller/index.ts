import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { getCaller } from './getCaller.ts'

/** Serves the account behind an API key. */
export function serveCaller(http: HttpContext): IRouter {
  return implement(http, api.caller, { get: getCaller })
}
