import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { listAuditLog } from './listAuditLog.ts'

/** Serves the log of changes. */
export function serveAuditLog(http: HttpContext): IRouter {
  return implement(http, api.auditLog, { list: listAuditLog })
}
