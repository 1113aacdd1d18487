import type { Tx } from './openDatabase.ts'
import type { Row } from './schema.ts'

/**
 * Locks a secure payment until the transaction ends, with a row lock that works on both engines. Returns the payment's stored status under
 * the lock; null for an unknown token.
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
