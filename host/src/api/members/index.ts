import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { listMembers } from './listMembers.ts'
import { removeMember } from './removeMember.ts'

/** Serves the members of a merchant account to those who are signed in to it. */
export function serveMembers(http: HttpContext): IRouter {
  return implement(http, api.members, { list: listMembers, remove: removeMember })
}
