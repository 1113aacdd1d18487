import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { createTestAction } from './createTestAction.ts'
import { createWebhook } from './createWebhook.ts'
import { getDelivery } from './getDelivery.ts'
import { listDeliveries } from './listDeliveries.ts'
import { listEvents } from './listEvents.ts'
import { listWebhooks } from './listWebhooks.ts'
import { promoteSecret } from './promoteSecret.ts'
import { redeliverOne } from './redeliverOne.ts'
import { redeliverRange } from './redeliverRange.ts'
import { removeWebhook } from './removeWebhook.ts'
import { rotateSecret } from './rotateSecret.ts'
import { updateWebhook } from './updateWebhook.ts'

/** Serves the management of webhook endpoints. */
export function serveWebhooks(http: HttpContext): IRouter {
  return implement(http, api.webhooks, {
    create: createWebhook,
    list: listWebhooks,
    update: updateWebhook,
    remove: removeWebhook,
    test: createTestAction(),
    rotateSecret,
    promoteSecret,
    deliveries: listDeliveries,
    delivery: getDelivery,
    redeliver: redeliverOne,
    redeliverMany: redeliverRange,
    events: listEvents,
  })
}
