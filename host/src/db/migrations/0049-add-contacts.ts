import type { Kysely } from 'kysely'

/** Adds members' verified addresses and notices, the links that prove an address, and requested password resets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('member_contacts')
    .addColumn('member_id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('sealed_email', 'text')
    .addColumn('verified_at', 'text')
    .addColumn('notices', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('member_contacts_tenant')
    .on('member_contacts')
    .column('tenant_id')
    .execute()
  await db.schema
    .createTable('mail_codes')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('member_id', 'text', (column) => column.notNull())
    .addColumn('sealed_email', 'text', (column) => column.notNull())
    .addColumn('email_digest', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute()
  const index = (name: string, columns: readonly string[]) =>
    db.schema
      .createIndex(name)
      .on('mail_codes')
      .columns([...columns])
      .execute()
  await index('mail_codes_member', ['member_id', 'created_at'])
  await index('mail_codes_address', ['email_digest', 'created_at'])
  await index('mail_codes_age', ['expires_at'])
  await db.schema
    .createTable('reset_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sealed_email', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
}
