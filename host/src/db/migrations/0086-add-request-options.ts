import { type Kysely, sql } from 'kysely'

/** Lets a request be paid in several currencies: each further one is an option with its own payment reference. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('request_options')
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('payee', 'text', (column) => column.notNull())
    .addColumn('token_address', 'text')
    .addColumn('payment_currency', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('conversion_path', 'text')
    .addColumn('max_rate_age_s', 'integer')
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('payment_reference', 'text', (column) => column.notNull())
    .addColumn('reference_key', 'bigint', (column) => column.notNull())
    .addColumn('has_been_paid', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('request_options_key', ['request_id', 'position'])
    .execute()
  await db.schema
    .createIndex('request_options_reference')
    .on('request_options')
    .column('reference_key')
    .execute()
  await db.schema
    .createIndex('request_options_payee')
    .on('request_options')
    .columns(['payee', 'tenant_id', 'created_at'])
    .execute()
  // The same query of the watchers reads the index of unpaid requests.
  await db.schema
    .createIndex('request_options_unpaid')
    .on('request_options')
    .columns(['network', 'updated_at'])
    .where(sql.ref('has_been_paid'), '=', sql.lit(0))
    .execute()
  await db.schema
    .alterTable('requests')
    .addColumn('option_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('kept_surpluses').addColumn('currency', 'text').execute()
  await db.schema
    .createTable('swept_options')
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('reference_key', 'bigint', (column) => column.notNull())
    .addColumn('payment_reference', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('swept_options_key', ['request_id', 'position'])
    .execute()
  await db.schema
    .createIndex('swept_options_reference')
    .on('swept_options')
    .column('reference_key')
    .execute()
}
