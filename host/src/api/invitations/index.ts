import { api } from '@secure-payment/core/api'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { HttpRouter } from '../../serving/createRouter.ts'
import { createInvitation } from './createInvitation.ts'
import { listInvitations } from './listInvitations.ts'
import { readInvitation } from './readInvitation.ts'
import { removeInvitation } from './removeInvitation.ts'

/** Serves the invitations that members create, and shows them to their guests. */
export function serveInvitations(http: HttpContext): HttpRouter {
  return implement(http, api.invitations, {
    create: createInvitation,
    list: listInvitations,
    remove: removeInvitation,
    read: readInvitation,
  })
}
