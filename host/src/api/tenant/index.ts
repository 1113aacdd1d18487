import { api } from '@secure-payment/core/api'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { HttpRouter } from '../../serving/createRouter.ts'
import { getTenant } from './getTenant.ts'
import { updateTenant } from './updateTenant.ts'

/** Serves a tenant's details. */
export function serveTenant(http: HttpContext): HttpRouter {
  return implement(http, api.tenant, { get: getTenant, update: updateTenant })
}
