import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'

/** Locks an account until the transaction ends, and returns true; returns false if the password has changed since its verification. */
export async function lockPassword(
  tx: Tx,
  { id, password_hash }: Pick<Row<'accounts'>, 'id' | 'password_hash'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((eb) => ({ password_hash: eb.ref('password_hash') }))
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
