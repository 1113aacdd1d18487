import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { createInvitation } from './createInvitation.ts'
import { listInvitations } from './listInvitations.ts'
import { readInvitation } from './readInvitation.ts'
import { removeInvitation } from './removeInvitation.ts'

/** Serves the invitations that members create, and shows them to their guests. */
export function serveInvitations(http: HttpContext): IRouter {
  return implement(http, api.invitations, {
    create: createInvitation,
    list: listInvitations,
    remove: removeInvitation,
    read: readInvitation,
  })
}
