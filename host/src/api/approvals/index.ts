import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { decideApproval } from './decideApproval.ts'
import { getApprovalLimit } from './getApprovalLimit.ts'
import { listApprovals } from './listApprovals.ts'
import { setApprovalLimit } from './setApprovalLimit.ts'

/** Serves the approval of payouts by a second member. */
export function serveApprovals(http: HttpContext): IRouter {
  return implement(http, api.approvals, {
    list: listApprovals,
    approve: (context, call) => decideApproval(context, call, { status: 'approved' }),
    decline: (context, call) =>
      decideApproval(context, call, { status: 'declined', reason: call.body?.reason ?? null }),
    getLimit: getApprovalLimit,
    setLimit: setApprovalLimit,
  })
}
