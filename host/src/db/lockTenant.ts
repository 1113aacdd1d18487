import type { Tx } from './openDatabase.ts'

/** Locks a tenant until the transaction ends, with a row lock that works on both engines. */
export async function lockTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx
    .updateTable('tenants')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', tenantId)
    .execute()
}
