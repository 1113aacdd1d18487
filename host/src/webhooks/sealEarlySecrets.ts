import type { Context } from '../context.ts'

/**
 * Seals webhook secrets that an earlier release stored in plain text; signatures do not change. Idempotent, even on
 * several hosts at once.
 */
export async function sealEarlySecrets({
  db,
  sealer,
}: Pick<Context, 'db' | 'sealer'>): Promise<void> {
  const early = await db.kysely
    .selectFrom('webhook_endpoints')
    .select(['id', 'secret'])
    .where('secret', 'not like', 'v1.%')
    .execute()
  for (const { id, secret } of early) {
    await db.kysely
      .updateTable('webhook_endpoints')
      .set({ secret: sealer.seal('webhook_secret', secret) })
      .where('id', '=', id)
      .where('secret', '=', secret)
      .execute()
  }
}
