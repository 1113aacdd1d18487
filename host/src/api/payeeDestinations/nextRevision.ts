import type { Tx } from '../../db/openDatabase.ts'

/**
 * Returns the revision of a wallet's next change. It is above those of all its records, so that a page that shows one record cannot change
 * another one that replaced it. The caller has locked the wallet.
 */
export async function nextRevision(tx: Tx, walletAddress: string): Promise<number> {
  const row = await tx
    .selectFrom('payee_destinations')
    .select(({ fn }) => fn.max<number | null>('revision').as('last'))
    .where('wallet_address', '=', walletAddress)
    .executeTakeFirst()
  return Number(row?.last ?? 0) + 1
}
