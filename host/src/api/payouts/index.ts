import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { activateRecurringPayout } from '../../recurring/activateRecurringPayout.ts'
import { updateRecurringPayout } from '../../recurring/updateRecurringPayout.ts'
import { createPayout } from './createPayout.ts'
import { createPayoutBatch } from './createPayoutBatch.ts'
import { getRecurringPayout } from './getRecurringPayout.ts'
import { listRecurringPayouts } from './listRecurringPayouts.ts'

/** Serves payouts: single ones, batches, and recurring ones. */
export function servePayouts(http: HttpContext): IRouter {
  return implement(http, api.payouts, {
    create: createPayout,
    batch: createPayoutBatch,
    activate: (context, { params, body, caller }) =>
      activateRecurringPayout(context, { id: params.id, caller }, body.permitSignature),
    list: listRecurringPayouts,
    get: getRecurringPayout,
    update: (context, { params, body, caller }) =>
      updateRecurringPayout(context, { id: params.id, caller }, body),
  })
}
