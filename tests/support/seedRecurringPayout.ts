import { createUlid } from '@secure-payment/core'
import { getNetwork } from '@secure-payment/core/networks'
import type { Context } from '../../host/src/context.ts'
import type { NewRow } from '../../host/src/db/schema.ts'
import { PAYER } from './testHost.ts'

/** The request of its first payment, and the differences from a plain schedule. */
export type SeededSchedule = Partial<NewRow<'recurring_payments'>> & { request_id: string }

/**
 * Stores a schedule that waits for its payer's signature, as creation leaves it, without a chain. The schedule has twelve monthly payments
 * from the start of 2090, in its request's currency. Only the schedule can then pay its request. Resolves with the schedule's id.
 */
export async function seedRecurringPayout(
  { db, now, random }: Pick<Context, 'db' | 'now' | 'random'>,
  schedule: SeededSchedule,
): Promise<string> {
  const id = createUlid(now().getTime(), random(10))
  await db.transaction(async (tx) => {
    const request = await tx
      .updateTable('requests')
      .set({ recurring_payment_id: id })
      .where('id', '=', schedule.request_id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const at = now().toISOString()
    const row: NewRow<'recurring_payments'> = {
      id,
      tenant_id: request.tenant_id,
      client_id: request.client_id,
      network: request.network,
      token_address: request.token_address ?? '',
      payment_currency: request.payment_currency,
      payer: request.payer ?? PAYER,
      payee: request.payee,
      amount: request.amount,
      amount_units: request.expected_units,
      fee_percentage: null,
      fee_units: '0',
      fee_address: null,
      frequency: 'MONTHLY',
      start_date: '2090-01-01',
      total_payments: 12,
      // The first payment is due on 2090-01-01. The period is the shortest average month from then on, 29.5 days. The deadline is 90 days
      // after 2090-12-01.
      first_payment_s: 3_786_912_000n,
      period_s: 2_548_800n,
      deadline_s: 3_823_545_600n,
      permit_nonce: `0x${'7d'.repeat(32)}`,
      contract: getNetwork(request.network).contracts.ERC20RecurringPaymentProxy?.address ?? '',
      // The contract identifies a permit by its digest, so each schedule needs a different permit.
      digest: `0x${Buffer.from(random(32)).toString('hex')}`,
      permit_signature: null,
      status: 'pending',
      processed_payments: 0,
      next_index: 1,
      next_due_at: null,
      failure_count: 0,
      failure_reason: null,
      last_payment_at: null,
      spare_allowance_units: null,
      reference: request.reference,
      customer_info: request.customer_info,
      created_at: at,
      updated_at: at,
      activated_at: null,
      ...schedule,
    }
    await tx.insertInto('recurring_payments').values(row).execute()
  })
  return id
}
