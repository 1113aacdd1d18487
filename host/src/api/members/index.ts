import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { listMembers } from './listMembers.ts'
import { removeMember } from './removeMember.ts'
import { updateMember } from './updateMember.ts'

/** Serves the members of a merchant account to its signed-in members. */
export function serveMembers(http: HttpContext): IRouter {
  return implement(http, api.members, {
    list: listMembers,
    update: updateMember,
    remove: removeMember,
  })
}
