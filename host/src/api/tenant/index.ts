import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { getTenant } from './getTenant.ts'
import { updateTenant } from './updateTenant.ts'

/** Serves a tenant's details. */
export function serveTenant(http: HttpContext): IRouter {
  return implement(http, api.tenant, { get: getTenant, update: updateTenant })
}
