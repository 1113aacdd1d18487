import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { NewRow, Row } from '../db/schema.ts'
import { emit } from '../webhooks/emit.ts'
import { openClientUser } from './sealedFields.ts'

/** Stores the changes to a payer that this transaction has locked, and sends `compliance.updated`. Returns the changed payer. */
export async function changeCompliance(
  tx: Tx,
  context: Pick<Context, 'config' | 'dataSealer' | 'now' | 'random'>,
  payer: Row<'payers'>,
  change: Partial<NewRow<'payers'>>,
): Promise<Row<'payers'>> {
  const changed = await tx
    .updateTable('payers')
    .set({
      ...change,
      event_sequence: payer.event_sequence + 1,
      updated_at: context.now().toISOString(),
    })
    .where('id', '=', payer.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  // The service sends no events about an erased payer.
  if (changed.erased_at !== null) return changed
  const clientUserId = openClientUser(context.dataSealer, changed)
  await emit(tx, context, [{ type: 'compliance.updated', payer: changed, clientUserId }])
  return changed
}
