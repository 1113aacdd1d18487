import { api } from '@secure-payment/core/api'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { HttpRouter } from '../../serving/createRouter.ts'
import { getCaller } from './getCaller.ts'

/** Serves the account behind an API key. */
export function serveCaller(http: HttpContext): HttpRouter {
  return implement(http, api.caller, { get: getCaller })
}
