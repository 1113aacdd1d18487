import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { activateRecurringPayout } from './activateRecurringPayout.ts'
import { createPayout } from './createPayout.ts'
import { createPayoutBatch } from './createPayoutBatch.ts'
import { getRecurringPayout } from './getRecurringPayout.ts'
import { listRecurringPayouts } from './listRecurringPayouts.ts'
import { updateRecurringPayout } from './updateRecurringPayout.ts'

/** Serves payouts: single ones, batches, and recurring ones. */
export function servePayouts(http: HttpContext): IRouter {
  return implement(http, api.payouts, {
    create: createPayout,
    batch: createPayoutBatch,
    activate: activateRecurringPayout,
    list: listRecurringPayouts,
    get: getRecurringPayout,
    update: updateRecurringPayout,
  })
}
