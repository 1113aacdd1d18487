import { type Kysely, sql } from 'kysely'

/** Lists secure payments of a merchant by their tokens, which begin with the time of creation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: readonly string[]) =>
    db.schema
      .createIndex(name)
      .on('secure_payments')
      .columns([...columns])
  await index('secure_payments_tenant', ['tenant_id', 'token']).execute()
  await index('secure_payments_status', ['tenant_id', 'status', 'token', 'expires_at']).execute()
  await index('secure_payments_reference', ['tenant_id', 'reference', 'token'])
    .where(sql.ref('reference'), 'is not', null)
    .execute()
}
