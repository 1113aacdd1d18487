import { isFinal, paymentDetailMachine } from '@secure-payment/core/offramp'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { openClientUser } from '../payers/sealedFields.ts'
import { emit } from '../webhooks/emit.ts'

type Change = Pick<Row<'payment_details'>, 'id' | 'status' | 'rejection_message' | 'reported_at'>

/** Stores the outcome of a bank account's check, and sends `payment_detail.updated`. The transaction must have locked the payer. */
export async function changeAccount(
  tx: Tx,
  context: Pick<Context, 'config' | 'dataSealer' | 'now' | 'random'>,
  payer: Row<'payers'>,
  { id, ...change }: Change,
): Promise<void> {
  const detail = await tx
    .updateTable('payment_details')
    .set({
      ...change,
      ...(isFinal(paymentDetailMachine, change.status) && { next_check_at: null }),
      updated_at: context.now().toISOString(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  // The service sends no events about an erased payer.
  if (payer.erased_at !== null) return
  const counted = await tx
    .updateTable('payers')
    .set({ event_sequence: payer.event_sequence + 1 })
    .where('id', '=', payer.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const clientUserId = openClientUser(context.dataSealer, counted)
  await emit(tx, context, [
    { type: 'payment_detail.updated', payer: counted, detail, clientUserId },
  ])
}
