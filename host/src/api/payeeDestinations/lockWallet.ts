import type { Tx } from '../../db/openDatabase.ts'

/** Makes other transactions that lock the same wallet wait for this transaction: a row lock that both engines support. */
export async function lockWallet(tx: Tx, address: string): Promise<void> {
  await tx
    .updateTable('wallets')
    .set((eb) => ({ address: eb.ref('address') }))
    .where('address', '=', address)
    .execute()
}
