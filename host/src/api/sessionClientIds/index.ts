import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { clientIdActions } from '../clientIds/index.ts'

/** Serves client IDs to a signed-in person: the same actions as for API keys. */
export function serveSessionClientIds(http: HttpContext): IRouter {
  return implement(http, api.sessionClientIds, clientIdActions)
}
