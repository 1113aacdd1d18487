import { judgeMove, kycMachine } from '@secure-payment/core/offramp'
import type { Context } from '../context.ts'
import { isUniqueViolation } from '../db/errors.ts'
import type { Row } from '../db/schema.ts'
import { changeCompliance } from '../payers/changeCompliance.ts'
import { lockPayer } from '../payers/lockPayer.ts'
import { retryAt } from '../payers/retryAt.ts'
import { openClientUser, openProfile, sealLinks } from '../payers/sealedFields.ts'
import { OfframpRefusedError, OfframpUnavailableError } from './errors.ts'
import type { Offramp, PayerPages } from './offramp.ts'

/** The inputs of a call to a provider. */
export type SendContext = Pick<
  Context,
  'config' | 'dataSealer' | 'db' | 'log' | 'now' | 'random'
> & {
  offramp: Offramp
}

/**
 * Submits a stored payer to the provider, unless the provider already has the payer, and stores the response. If the provider
 * cannot be reached, the job retries. Idempotent, even for concurrent calls.
 *
 * @throws OfframpRefusedError when the provider rejects the payer; the rejection is then stored
 */
export async function sendPayer(
  context: SendContext,
  payer: Row<'payers'>,
): Promise<Row<'payers'>> {
  const { dataSealer, offramp } = context
  const profile = openProfile(dataSealer, payer)
  const isOfThis = payer.provider === offramp.id
  if (payer.provider_id !== null || profile === null || !isOfThis) return payer
  const clientUserId = openClientUser(dataSealer, payer)
  try {
    const pages = await offramp.submitPayer({ id: payer.id, clientUserId, profile })
    return await storePages(context, payer, pages)
  } catch (error) {
    const refusal = refusalOf(offramp, error)
    if (refusal !== null) {
      await refusePayer(context, payer)
      throw refusal
    }
    if (!(error instanceof OfframpUnavailableError)) throw error
    context.log.warn(
      { payerId: payer.id, provider: offramp.id, err: error },
      'Failed to submit a payer',
    )
    return putOff(context, payer)
  }
}

/**
 * Returns the rejection that an error means; null for none. A provider that returns the same id for two payers treats them as one
 * person, so the second payer counts as rejected.
 */
function refusalOf(offramp: Offramp, error: unknown): OfframpRefusedError | null {
  if (error instanceof OfframpRefusedError) return error
  if (!isUniqueViolation(error)) return null
  const reason = 'this data exists under another id'
  return new OfframpRefusedError({ provider: offramp.id, reason })
}

async function storePages(
  { db, dataSealer, now }: SendContext,
  { id, profile_digest, ...payer }: Row<'payers'>,
  { providerId, kycUrl, agreementUrl }: PayerPages,
): Promise<Row<'payers'>> {
  const nowText = now().toISOString()
  return db.transaction(async (tx) => {
    const stored = await tx
      .updateTable('payers')
      .set({
        provider_id: providerId,
        sealed_links: sealLinks(dataSealer, id, { kycUrl, agreementUrl }),
        next_check_at: nowText,
        updated_at: nowText,
      })
      .where('id', '=', id)
      .where('provider_id', 'is', null)
      .where('profile_digest', '=', profile_digest)
      .where('erased_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    return stored ?? (await lockPayer(tx, id)) ?? { id, profile_digest, ...payer }
  })
}

/** Marks the check as failed, so that another profile can replace the rejected one. */
async function refusePayer(context: SendContext, { id }: Row<'payers'>): Promise<void> {
  await context.db.transaction(async (tx) => {
    const payer = await lockPayer(tx, id)
    if (payer === undefined || payer.provider_id !== null || payer.erased_at !== null) return
    const change = { profile_digest: null, next_check_at: null }
    const moves = judgeMove(kycMachine, payer.kyc_status, 'failed') === 'moves'
    if (moves) {
      await changeCompliance(tx, context, payer, { ...change, kyc_status: 'failed' })
      return
    }
    await tx.updateTable('payers').set(change).where('id', '=', id).execute()
  })
  context.log.info({ payerId: id, provider: context.offramp.id }, 'The provider rejected a payer')
}

async function putOff({ db, now }: SendContext, payer: Row<'payers'>): Promise<Row<'payers'>> {
  const next_check_at = retryAt(now(), payer.updated_at)
  await db.kysely
    .updateTable('payers')
    .set({ next_check_at })
    .where('id', '=', payer.id)
    .where('provider_id', 'is', null)
    .execute()
  return { ...payer, next_check_at }
}
