import type { Context } from '../context.ts'
import type { Claim } from './claim.ts'
import type { Tried } from './deliver.ts'

/** Runs an attempt at a delivery as a trace. The receiver gets no header of it, because its log would then contain the host's ids. */
export async function traceDelivery(
  { tracing }: Pick<Context, 'tracing'>,
  { deliveryId, attempt, isTest }: Claim,
  run: () => Promise<Tried>,
): Promise<Tried> {
  if (tracing === undefined) return run()
  const attributes = {
    'secure_payment.delivery_id': deliveryId,
    'secure_payment.attempt': attempt + 1,
    'secure_payment.is_test': isTest,
  }
  return tracing.trace({ name: 'deliver webhook', kind: 'producer', attributes }, async (note) => {
    const tried = await run()
    const { next, responseStatus } = tried
    const status = responseStatus === null ? {} : { 'http.response.status_code': responseStatus }
    const outcome = { ...status, 'secure_payment.outcome': next.kind }
    note(outcome, next.kind === 'delivered' ? undefined : String(responseStatus ?? 'no_response'))
    return tried
  })
}
