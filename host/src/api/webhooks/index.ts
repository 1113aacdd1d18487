import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { createWebhook } from './createWebhook.ts'
import { listDeliveries } from './listDeliveries.ts'
import { listWebhooks } from './listWebhooks.ts'
import { removeWebhook } from './removeWebhook.ts'

/** Serves the management of webhook endpoints. */
export function serveWebhooks(http: HttpContext): IRouter {
  return implement(http, api.webhooks, {
    create: createWebhook,
    list: listWebhooks,
    remove: removeWebhook,
    deliveries: listDeliveries,
  })
}
