import { api } from '@secure-payment/core/api'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { HttpRouter } from '../../serving/createRouter.ts'
import { listAuditLog } from './listAuditLog.ts'

/** Serves the log of changes. */
export function serveAuditLog(http: HttpContext): HttpRouter {
  return implement(http, api.auditLog, { list: listAuditLog })
}
