import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'

/**
 * Stores that the receipts of payments that are now complete must be sent by e-mail, in the transaction that completes them. A receipt is
 * therefore sent if and only if its payment is stored. A payment has at most one row here, so a payment that leaves the chain and returns
 * gets no second e-mail. Rows are stored only for payments with a customer, to merchants that send receipts.
 */
export async function orderReceipts(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  tokens: readonly string[],
): Promise<void> {
  if (tokens.length === 0) return
  await tx
    .insertInto('receipt_mails')
    .columns(['token', 'tenant_id', 'status', 'created_at'])
    .expression((where) =>
      where
        .selectFrom('secure_payments as payment')
        .innerJoin('tenants', 'tenants.id', 'payment.tenant_id')
        .select(['payment.token', 'payment.tenant_id'])
        .select([sql.lit('pending').as('status'), sql.val(now().toISOString()).as('created_at')])
        .where('payment.token', 'in', tokens)
        .where('payment.flow', '=', 'get_paid')
        .where('tenants.sends_receipts', '=', 1)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('requests')
              .select('requests.id')
              .whereRef('requests.secure_payment_token', '=', 'payment.token')
              .where('requests.customer_info', 'is not', null),
          ),
        ),
    )
    .onConflict((conflict) => conflict.column('token').doNothing())
    .execute()
}
