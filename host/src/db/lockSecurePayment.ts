import type { Tx } from './openDatabase.ts'

/**
 * Makes other transactions that lock the same secure payment wait for this one: a row lock that both engines support.
 */
export async function lockSecurePayment(tx: Tx, token: string): Promise<void> {
  await tx
    .updateTable('secure_payments')
    .set((eb) => ({ token: eb.ref('token') }))
    .where('token', '=', token)
    .execute()
}
