import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'

/**
 * A payer in its present state, which other transactions that lock it cannot change before this one ends; undefined when there is
 * none.
 */
export async function lockPayer(tx: Tx, id: string): Promise<Row<'payers'> | undefined> {
  // A row lock that both engines support.
  return tx
    .updateTable('payers')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
