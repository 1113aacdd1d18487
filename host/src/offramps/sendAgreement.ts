import type { Row } from '../db/schema.ts'
import { retryAt } from '../payers/retryAt.ts'
import { OfframpRefusedError, OfframpUnavailableError } from './errors.ts'
import type { SendContext } from './sendPayer.ts'

/** Returns whether the merchant has changed a payer's agreement and the provider has not received the change. */
export function hasUntoldAgreement({
  agreement_status,
  agreement_reported_at,
}: Row<'payers'>): boolean {
  const isSaid = agreement_status === 'completed' || agreement_status === 'rejected'
  return isSaid && agreement_reported_at === null
}

/**
 * Sends the merchant's change to a payer's agreement to the provider, unless the provider already has the change. If the provider
 * cannot be reached, the job retries. A provider that rejects the change has a later state, which the next read returns.
 * Idempotent, even for concurrent calls.
 */
export async function sendAgreement(
  context: SendContext,
  payer: Row<'payers'>,
): Promise<Row<'payers'>> {
  const { db, log, now, offramp } = context
  const { id, provider_id: providerId, agreement_status } = payer
  const isOfThis = payer.provider === offramp.id
  if (providerId === null || !isOfThis || !hasUntoldAgreement(payer)) return payer
  const facts = { payerId: id, provider: offramp.id }
  try {
    await offramp.completeAgreement({ providerId, isCompleted: agreement_status === 'completed' })
  } catch (error) {
    if (error instanceof OfframpUnavailableError) {
      log.warn({ ...facts, err: error }, 'Failed to report an agreement')
      const next_check_at = retryAt(now(), payer.updated_at)
      await db.kysely.updateTable('payers').set({ next_check_at }).where('id', '=', id).execute()
      return { ...payer, next_check_at }
    }
    if (!(error instanceof OfframpRefusedError)) throw error
    log.warn({ ...facts, err: error }, 'The provider rejected an agreement')
  }
  const nowText = now().toISOString()
  const told = { agreement_reported_at: nowText, next_check_at: nowText }
  await db.kysely
    .updateTable('payers')
    .set(told)
    .where('id', '=', id)
    .where('agreement_status', '=', agreement_status)
    .where('agreement_reported_at', 'is', null)
    .where('erased_at', 'is', null)
    .execute()
  return { ...payer, ...told }
}
