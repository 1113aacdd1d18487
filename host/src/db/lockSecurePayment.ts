import type { Tx } from './openDatabase.ts'
import type { Row } from './schema.ts'

/**
 * Makes other transactions that lock the same secure payment wait for this transaction: a row lock that both engines support.
 * Returns the payment's stored status under the lock; null for an unknown token.
 */
export async function lockSecurePayment(
  tx: Tx,
  token: string,
): Promise<Row<'secure_payments'>['status'] | null> {
  const row = await tx
    .updateTable('secure_payments')
    .set((eb) => ({ token: eb.ref('token') }))
    .where('token', '=', token)
    .returning('status')
    .executeTakeFirst()
  return row?.status ?? null
}
