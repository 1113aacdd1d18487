import type { Tx } from './openDatabase.ts'
import type { Row } from './schema.ts'

/**
 * Makes other transactions that lock the same secure payment wait for this one: a row lock that both engines support.
 * Returns its stored status under the lock; null if there is none.
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
