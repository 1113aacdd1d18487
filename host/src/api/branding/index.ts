import { api } from '@secure-payment/core/api'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { HttpRouter } from '../../serving/createRouter.ts'
import { getBranding } from './getBranding.ts'
import { removeBranding } from './removeBranding.ts'
import { updateBranding } from './updateBranding.ts'

/** Serves the look of a tenant's payment pages. */
export function serveBranding(http: HttpContext): HttpRouter {
  return implement(http, api.branding, {
    get: getBranding,
    update: updateBranding,
    remove: removeBranding,
  })
}
