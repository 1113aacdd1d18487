import { api } from '@secure-payment/core/api'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { HttpRouter } from '../../serving/createRouter.ts'
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
export function serveWebhooks(http: HttpContext): HttpRouter {
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
