import type { Context } from '../context.ts'
import type { Tried } from './deliver.ts'

/** Logs an attempt's outcome: ids, status and time; never the body, the response or a secret. */
export function logTry(context: Pick<Context, 'log'>, tried: Tried): void {
  const facts = {
    deliveryId: tried.claim.deliveryId,
    endpointId: tried.claim.endpointId,
    requestId: tried.claim.requestId,
    attempt: tried.claim.attempt,
    status: tried.responseStatus,
    durationMs: tried.durationMs,
  }
  if (tried.next.kind === 'delivered') context.log.info(facts, 'Delivered a webhook')
  else if (tried.next.kind === 'retry' || tried.claim.isTest)
    context.log.warn({ ...facts, error: tried.error }, 'Webhook attempt failed')
  else
    context.log.error(
      { ...facts, error: tried.error, outcome: tried.next.kind },
      'Gave up on a webhook delivery',
    )
}
