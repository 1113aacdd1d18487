import { isUniqueViolation } from '../db/errors.ts'
import type { Row } from '../db/schema.ts'
import { lockPayer } from '../payers/lockPayer.ts'
import { retryAt } from '../payers/retryAt.ts'
import { openAccount } from '../payers/sealedFields.ts'
import { changeAccount } from './changeAccount.ts'
import { OfframpRefusedError, OfframpUnavailableError } from './errors.ts'
import type { SendContext } from './sendPayer.ts'

/**
 * Submits a stored bank account, unless the provider already has it or does not have the account's payer yet. If the provider
 * cannot be reached, the job retries; a rejection sets the account to `failed`. Idempotent, even for concurrent calls.
 */
export async function sendAccount(
  context: SendContext,
  detail: Row<'payment_details'>,
): Promise<Row<'payment_details'>> {
  const { db, dataSealer, log, offramp } = context
  const account = openAccount(dataSealer, detail)
  const isOfThis = detail.provider === offramp.id
  if (detail.provider_id !== null || account === null || !isOfThis) return detail
  if (detail.status !== 'pending') return detail
  const payer = await db.kysely
    .selectFrom('payers')
    .select('provider_id')
    .where('id', '=', detail.payer_id)
    .executeTakeFirst()
  const payerProviderId = payer?.provider_id ?? null
  if (payerProviderId === null) return putOff(context, detail)
  try {
    const { providerId } = await offramp.submitAccount({ id: detail.id, payerProviderId, account })
    return await storeId(context, detail, providerId)
  } catch (error) {
    if (error instanceof OfframpRefusedError) return refuseAccount(context, detail, error.reason)
    if (isUniqueViolation(error)) {
      return refuseAccount(context, detail, 'The provider has this account under another id.')
    }
    if (!(error instanceof OfframpUnavailableError)) throw error
    const facts = { paymentDetailsId: detail.id, provider: offramp.id, err: error }
    log.warn(facts, 'Failed to submit a bank account')
    return putOff(context, detail)
  }
}

async function storeId(
  { db, now }: SendContext,
  detail: Row<'payment_details'>,
  provider_id: string,
): Promise<Row<'payment_details'>> {
  const nowText = now().toISOString()
  const told = { provider_id, next_check_at: nowText, updated_at: nowText }
  const { numUpdatedRows } = await db.kysely
    .updateTable('payment_details')
    .set(told)
    .where('id', '=', detail.id)
    .where('provider_id', 'is', null)
    .where('sealed_account', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 0n ? { ...detail, provider_id } : { ...detail, ...told }
}

async function refuseAccount(
  context: SendContext,
  detail: Row<'payment_details'>,
  reason: string,
): Promise<Row<'payment_details'>> {
  const { db, log, offramp } = context
  const refused = await db.transaction(async (tx) => {
    const payer = await lockPayer(tx, detail.payer_id)
    const stored = () =>
      tx
        .selectFrom('payment_details')
        .selectAll()
        .where('id', '=', detail.id)
        .executeTakeFirstOrThrow()
    const present = await stored()
    const isOpen = present.status === 'pending' && present.provider_id === null
    if (payer === undefined || !isOpen) return present
    await changeAccount(tx, context, payer, {
      id: detail.id,
      status: 'failed',
      rejection_message: reason,
      reported_at: null,
    })
    return stored()
  })
  log.info(
    { paymentDetailsId: detail.id, provider: offramp.id },
    'The provider rejected a bank account',
  )
  return refused
}

async function putOff(
  { db, now }: SendContext,
  detail: Row<'payment_details'>,
): Promise<Row<'payment_details'>> {
  const next_check_at = retryAt(now(), detail.updated_at)
  await db.kysely
    .updateTable('payment_details')
    .set({ next_check_at })
    .where('id', '=', detail.id)
    .where('provider_id', 'is', null)
    .where('status', '=', 'pending')
    .execute()
  return { ...detail, next_check_at }
}
