import type { Database, Tx } from './openDatabase.ts'

/**
 * Locks a client ID, by its public value, until the transaction ends, so that concurrent transactions count its rows exactly. SQLite has
 * only one writer anyway.
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
