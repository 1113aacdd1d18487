import { BaseError } from '@secure-payment/core'
import { isFinal, offrampMachine } from '@secure-payment/core/offramp'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { PayerNotFoundError } from './errors.ts'
import { findPayer } from './findPayer.ts'
import { lockPayer } from './lockPayer.ts'
import { sealClientUser } from './sealedFields.ts'

/** The payer's money is still in transit to a bank account. */
export class PayerInUseError extends BaseError {
  readonly code = 'payer_in_use'
  readonly kind = 'internal'

  constructor(facts: { count: number }) {
    super(
      `Money of this payer is in transit to a bank account: ${facts.count} offramps are running.`,
      {
        hint: 'Wait until they end, or erase the payer with --force: they continue, because the provider has the account.',
      },
    )
  }
}

/** The counts of the data that an erasure removed. */
export type Erased = { userId: string; paymentDetails: number; events: number }

/**
 * Erases the data about a payer: profile, pages, bank accounts, the merchant's own id, and all events about the payer, sent or not. Ids
 * and statuses stay for accounting; the merchant's id becomes available for another payer. The provider and the receivers of webhooks
 * are responsible for their own copies.
 *
 * @throws PayerNotFoundError, PayerInUseError unless `isForced`
 */
export async function erasePayer(
  context: Pick<Context, 'db' | 'dataSealer' | 'now'>,
  facts: { tenantId: string; clientUserId: string; isForced: boolean },
): Promise<Erased> {
  const { db, dataSealer, now } = context
  return db.transaction(async (tx) => {
    const found = await findPayer(context, tx, facts)
    const payer = found && (await lockPayer(tx, found.id))
    if (payer === undefined || payer.erased_at !== null) throw new PayerNotFoundError()
    const { id } = payer
    if (!facts.isForced) await guardRunning(tx, id)
    const at = now().toISOString()
    await tx
      .updateTable('payers')
      .set({
        client_user_digest: `erased:${id}`,
        sealed_client_user: sealClientUser(dataSealer, id, ''),
        sealed_profile: null,
        profile_digest: null,
        sealed_links: null,
        next_check_at: null,
        updated_at: at,
        erased_at: at,
      })
      .where('id', '=', id)
      .execute()
    const paymentDetails = await eraseAccounts(tx, id, at)
    await tx.deleteFrom('offramp_targets').where('payer_id', '=', id).execute()
    return { userId: id, paymentDetails, events: await deleteEvents(tx, payer) }
  })
}

async function guardRunning(tx: Tx, payerId: string): Promise<void> {
  const offramps = await tx
    .selectFrom('offramps')
    .select('status')
    .where('payer_id', '=', payerId)
    .execute()
  const running = offramps.filter(({ status }) => !isFinal(offrampMachine, status))
  if (running.length > 0) throw new PayerInUseError({ count: running.length })
}

async function eraseAccounts(tx: Tx, payerId: string, at: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_details')
    .set({ sealed_account: null, next_check_at: null, updated_at: at })
    .where('payer_id', '=', payerId)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Deletes a payer's events with their deliveries: event bodies identify the payer, and receivers' responses may repeat the bodies. */
async function deleteEvents(tx: Tx, { id }: Row<'payers'>): Promise<number> {
  const deliveries = tx.selectFrom('webhook_deliveries').where('request_id', '=', id).select('id')
  await tx.deleteFrom('webhook_attempts').where('delivery_id', 'in', deliveries).execute()
  await tx.deleteFrom('webhook_deliveries').where('request_id', '=', id).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('events')
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
