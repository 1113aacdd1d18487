import type { Tx } from './openDatabase.ts'

/**
 * Makes other transactions that lock the same tenant wait for the end of this transaction: a row lock that both engines support.
 */
export async function lockTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx
    .updateTable('tenants')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', tenantId)
    .execute()
}
