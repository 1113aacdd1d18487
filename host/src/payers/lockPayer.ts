import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'

/**
 * Locks a payer until the transaction ends and returns its current state; undefined if there is none.
 */
export async function lockPayer(tx: Tx, id: string): Promise<Row<'payers'> | undefined> {
  // An update without a change locks the row in both engines.
  return tx
    .updateTable('payers')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
