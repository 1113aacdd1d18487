import { api } from '@secure-payment/core/api'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { HttpRouter } from '../../serving/createRouter.ts'
import { decideApproval } from './decideApproval.ts'
import { getApprovalLimit } from './getApprovalLimit.ts'
import { listApprovals } from './listApprovals.ts'
import { setApprovalLimit } from './setApprovalLimit.ts'

/** Serves the approval of payouts by a second member. */
export function serveApprovals(http: HttpContext): HttpRouter {
  return implement(http, api.approvals, {
    list: listApprovals,
    approve: (context, call) => decideApproval(context, call, { status: 'approved' }),
    decline: (context, call) =>
      decideApproval(context, call, { status: 'declined', reason: call.body?.reason ?? null }),
    getLimit: getApprovalLimit,
    setLimit: setApprovalLimit,
  })
}
