import type { PayerProfile } from '@secure-payment/core/api'
import { agreementMachine, kycMachine } from '@secure-payment/core/offramp'
import type { Context } from '../context.ts'
import { lockTenant } from '../db/lockTenant.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { createUuid } from './createUuid.ts'
import { PayerExistsError } from './errors.ts'
import { findPayer } from './findPayer.ts'
import { lockPayer } from './lockPayer.ts'
import { afterInLine } from './retryAt.ts'
import { clientUserDigests, profileDigests, sealClientUser, sealProfile } from './sealedFields.ts'

/** The submitted payer, with its merchant and provider. */
export type Submission = {
  tenantId: string
  clientUserId: string
  profile: PayerProfile
  provider: string
}

type KeepContext = Pick<Context, 'db' | 'dataSealer' | 'now' | 'random'>

/**
 * Stores a submitted payer, or finds the existing one:
 *
 * - the same profile: no change, but a failed check becomes due again
 * - another profile, if the provider rejected the existing one: it replaces the profile
 * - any other profile: an error
 *
 * Of several concurrent calls, only one stores the payer. A payer without a `provider_id` must still be sent to the provider.
 *
 * @throws PayerExistsError
 */
export async function keepPayer(
  context: KeepContext,
  submission: Submission,
): Promise<Row<'payers'>> {
  return context.db.transaction(async (tx) => {
    const digests = clientUserDigests(context.dataSealer, submission)
    // During a key rotation, a payer may be stored under any key's digest, so the unique digest column does not prevent duplicates.
    if (digests.length > 1) await lockTenant(tx, submission.tenantId)
    const found =
      (await findPayer(context, tx, submission)) ?? (await insertPayer(context, tx, submission))
    const payer = (await lockPayer(tx, found.id)) ?? found
    return submitAgain(context, tx, payer, submission)
  })
}

async function insertPayer(
  context: KeepContext,
  tx: Tx,
  submission: Submission,
): Promise<Row<'payers'>> {
  const { dataSealer } = context
  const { tenantId, clientUserId, profile, provider } = submission
  const id = createUuid(context)
  const now = context.now()
  const [digest] = clientUserDigests(dataSealer, submission)
  await tx
    .insertInto('payers')
    .values({
      id,
      tenant_id: tenantId,
      client_user_digest: digest,
      sealed_client_user: sealClientUser(dataSealer, id, clientUserId),
      sealed_profile: sealProfile(dataSealer, id, profile),
      profile_digest: profileDigests(dataSealer, { id, profile })[0],
      sealed_links: null,
      provider,
      provider_id: null,
      kyc_status: kycMachine.initial,
      kyc_reported_at: null,
      agreement_status: agreementMachine.initial,
      agreement_reported_at: null,
      event_sequence: 0,
      next_check_at: afterInLine(now),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      erased_at: null,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'client_user_digest']).doNothing())
    .execute()
  const stored = await findPayer(context, tx, submission)
  if (stored === undefined) throw new Error('A payer that was just stored is missing.')
  return stored
}

async function submitAgain(
  context: KeepContext,
  tx: Tx,
  payer: Row<'payers'>,
  { profile }: Submission,
): Promise<Row<'payers'>> {
  const { dataSealer } = context
  const { id } = payer
  const digests = profileDigests(dataSealer, { id, profile })
  const isRefused = payer.profile_digest === null
  const isSame = payer.profile_digest !== null && digests.includes(payer.profile_digest)
  if (!isSame && !isRefused) throw new PayerExistsError()
  // No submission is needed, or one is in progress.
  if (payer.kyc_status !== 'failed' || payer.provider_id === null) {
    if (!isRefused) return payer
  }
  const now = context.now()
  return tx
    .updateTable('payers')
    .set({
      ...(isRefused && {
        sealed_profile: sealProfile(dataSealer, id, profile),
        profile_digest: digests[0],
      }),
      provider_id: null,
      next_check_at: afterInLine(now),
      updated_at: now.toISOString(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
