import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { createClientId } from './createClientId.ts'
import { getClientId } from './getClientId.ts'
import { listClientIds } from './listClientIds.ts'

/** Serves client IDs. */
export function serveClientIds(http: HttpContext): IRouter {
  return implement(http, api.clientIds, {
    create: createClientId,
    list: listClientIds,
    get: getClientId,
  })
}
