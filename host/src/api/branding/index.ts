import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { getBranding } from './getBranding.ts'
import { removeBranding } from './removeBranding.ts'
import { updateBranding } from './updateBranding.ts'

/** Serves the look of a tenant's payment pages. */
export function serveBranding(http: HttpContext): IRouter {
  return implement(http, api.branding, {
    get: getBranding,
    update: updateBranding,
    remove: removeBranding,
  })
}
