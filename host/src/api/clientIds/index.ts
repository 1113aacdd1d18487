import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { createClientId } from './createClientId.ts'
import { getClientId } from './getClientId.ts'
import { listClientIds } from './listClientIds.ts'
import { removeClientId } from './removeClientId.ts'
import { updateClientId } from './updateClientId.ts'

/** The actions on client IDs; they use the caller's tenant, not its credential. */
export const clientIdActions = {
  create: createClientId,
  list: listClientIds,
  get: getClientId,
  update: updateClientId,
  remove: removeClientId,
} as const

/** Serves client IDs to servers, by API key. */
export function serveClientIds(http: HttpContext): IRouter {
  return implement(http, api.clientIds, clientIdActions)
}
