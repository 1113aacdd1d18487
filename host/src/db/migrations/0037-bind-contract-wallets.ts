import type { Kysely } from 'kysely'

/** Keeps the chain whose code speaks for a wallet; of wallets from before it is the one of their next sign-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('wallets').addColumn('code_chain_id', 'bigint').execute()
}
