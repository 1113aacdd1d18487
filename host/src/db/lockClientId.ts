import type { Database, Tx } from './openDatabase.ts'

/**
 * Makes other transactions that lock the same client ID (its public value) wait for the end of this transaction, so that their
 * counts are exact. SQLite has only one writer anyway.
 */
export async function lockClientId(
  tx: Tx,
  dialect: Database['dialect'],
  clientId: string,
): Promise<void> {
  if (dialect === 'sqlite') return
  await tx
    .selectFrom('client_ids')
    .select('id')
    .where('client_id', '=', clientId)
    .forUpdate()
    .execute()
}
