import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'
import { countList } from '../../search/countList.ts'
import { LONG_LIST } from '../../search/isLongList.ts'
import { paymentGroup } from '../../search/paymentGroup.ts'
import { ALL_PAYMENTS } from '../../search/paymentLists.ts'
import type { Schema } from '../schema.ts'

/** Adds what payments are searched by: groups, the lists that payments are on, and their counts by month, day and hour. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await createTables(db)
  await indexPayments(db)
}

/** Fills the tables of the search, which must be empty, from the payments. */
export async function indexPayments(db: Kysely<Schema>): Promise<void> {
  // A host gives up a statement after some seconds; this one may take minutes.
  if (!isSqlite(db)) await sql`set local statement_timeout = 0`.execute(db)
  await insertGroups(db)
  await insertEntries(db)
  for (const list of [ALL_PAYMENTS, ...(await findLongLists(db))]) await countList(db, list)
}

async function createTables(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('payment_groups')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('invoice_currency', 'text', (c) => c.notNull())
    .addColumn('payment_currency', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('payment_groups_tenant')
    .on('payment_groups')
    .column('tenant_id')
    .execute()
  const entries = db.schema
    .createTable('payment_entries')
    .addColumn('list', 'text', (c) => c.notNull())
    .addColumn('group_id', 'text', (c) => c.notNull())
    .addColumn('block_time', 'text', (c) => c.notNull())
    .addColumn('payment_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_entries_order', [
      'list',
      'group_id',
      'block_time',
      'payment_id',
    ])
  await inKeyOrder(db, entries).execute()
  const counts = db.schema
    .createTable('payment_counts')
    .addColumn('list', 'text', (c) => c.notNull())
    .addColumn('span', 'text', (c) => c.notNull())
    .addColumn('group_id', 'text', (c) => c.notNull())
    .addColumn('bucket', 'text', (c) => c.notNull())
    .addColumn('payment_count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_counts_key', ['list', 'span', 'group_id', 'bucket'])
  await inKeyOrder(db, counts).execute()
  await db.schema
    .createTable('counted_lists')
    .addColumn('list', 'text', (c) => c.primaryKey())
    .execute()
}

/** Keeps the rows of a table in its primary key on SQLite, instead of beside it. */
function inKeyOrder<T extends string>(
  db: Kysely<Schema>,
  table: CreateTableBuilder<T, string>,
): CreateTableBuilder<T, string> {
  return isSqlite(db) ? table.modifyEnd(sql`without rowid`) : table
}

function isSqlite(db: Kysely<Schema>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

async function insertGroups(db: Kysely<Schema>): Promise<void> {
  const facts = await db
    .selectFrom('payments')
    .select(['tenant_id', 'client_id', 'type', 'invoice_currency', 'payment_currency'])
    .distinct()
    .execute()
  for (const group of facts) {
    await db.insertInto('payment_groups').values(paymentGroup(group)).execute()
  }
}

/** As `listsOf` says, in one statement: a list grows in its own order, not in that of the payments. */
async function insertEntries(db: Kysely<Schema>): Promise<void> {
  const address = (column: string) =>
    sql`case when ${sql.ref(column)} like '0x%' then lower(${sql.ref(column)}) else ${sql.ref(column)} end`
  await sql`
    insert into payment_entries (list, group_id, block_time, payment_id)
    with grouped as (
      select payment_groups.id as group_id, payments.id as payment_id, block_time, payer, payee, reference
      from payments join payment_groups on payment_groups.tenant_id = payments.tenant_id
        and payment_groups.client_id = coalesce(payments.client_id, '')
        and payment_groups.type = payments.type
        and payment_groups.invoice_currency = payments.invoice_currency
        and payment_groups.payment_currency = payments.payment_currency)
    select ${sql.lit(ALL_PAYMENTS)} as list, group_id, block_time, payment_id from grouped
    union all
    select 'w' || ${address('payee')}, group_id, block_time, payment_id from grouped
    union all
    select 'w' || ${address('payer')}, group_id, block_time, payment_id from grouped
      where ${address('payer')} <> ${address('payee')}
    union all
    select 'r' || reference, group_id, block_time, payment_id from grouped
      where reference is not null
    order by 1, 2, 3, 4`.execute(db)
}

async function findLongLists(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_entries')
    .select('list')
    .where('list', '<>', ALL_PAYMENTS)
    .groupBy('list')
    .having(({ fn }) => fn.countAll(), '>', LONG_LIST)
    .execute()
  return rows.map(({ list }) => list)
}
