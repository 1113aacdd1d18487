import { hash } from 'node:crypto'
import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'

/** The list that every payment is on. */
const ALL_PAYMENTS = ''

/** A list of more payments than this is counted. */
const LONG_LIST = 1_000

/** Adds what payments are searched by: groups, the lists that payments are on, and their counts by month, day and hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  await indexPayments(db)
}

/** Fills the tables of the search, which must be empty, from the payments. */
// biome-ignore lint/suspicious/noExplicitAny: a migration takes a database of any schema, as kysely's own type of one says.
export async function indexPayments(db: Kysely<any>): Promise<void> {
  // A host gives up a statement after some seconds; this one may take minutes.
  if (!isSqlite(db)) await sql`set local statement_timeout = 0`.execute(db)
  await insertGroups(db)
  await insertEntries(db)
  for (const list of [ALL_PAYMENTS, ...(await findLongLists(db))]) await countList(db, list)
}

async function createTables(db: Kysely<unknown>): Promise<void> {
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
  db: Kysely<unknown>,
  table: CreateTableBuilder<T, string>,
): CreateTableBuilder<T, string> {
  return isSqlite(db) ? table.modifyEnd(sql`without rowid`) : table
}

function isSqlite(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

/** What the payments of one group share. */
type GroupFacts = {
  tenant_id: string
  client_id: string | null
  type: string
  invoice_currency: string
  payment_currency: string
}

async function insertGroups(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<GroupFacts>`
    select distinct tenant_id, client_id, type, invoice_currency, payment_currency from payments`.execute(
    db,
  )
  for (const facts of rows) {
    const { tenant_id, client_id, type, invoice_currency, payment_currency } = facts
    await sql`
      insert into payment_groups (id, tenant_id, client_id, type, invoice_currency, payment_currency)
      values (${groupId(facts)}, ${tenant_id}, ${client_id ?? ''}, ${type}, ${invoice_currency},
        ${payment_currency})`.execute(db)
  }
}

/** The first 96 bits of a digest of the facts, as hosts derive it. */
function groupId(facts: GroupFacts): string {
  const { tenant_id, client_id, type, invoice_currency, payment_currency } = facts
  const text = JSON.stringify([
    tenant_id,
    client_id ?? '',
    type,
    invoice_currency,
    payment_currency,
  ])
  return hash('sha256', text, 'base64url').slice(0, 16)
}

/** As `listsOf` says, in one statement: a list grows in its own order, not in that of the payments. */
async function insertEntries(db: Kysely<unknown>): Promise<void> {
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

async function findLongLists(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ list: string }>`
    select list from payment_entries where list <> ${sql.lit(ALL_PAYMENTS)}
    group by list having count(*) > ${sql.lit(LONG_LIST)}`.execute(db)
  return rows.map(({ list }) => list)
}

/** Counts a list by hour, day and month, for each group and for each tenant. */
async function countList(db: Kysely<unknown>, list: string): Promise<void> {
  await sql`insert into counted_lists (list) values (${list}) on conflict (list) do nothing`.execute(
    db,
  )
  await sql`
    insert into payment_counts (list, span, group_id, bucket, payment_count)
    select list, 'hour', group_id, substr(block_time, 1, 13), count(*)
    from payment_entries where list = ${list}
    group by list, group_id, substr(block_time, 1, 13)`.execute(db)
  await sumPeriods(db, list, { of: 'hour', to: 'day', length: 10 })
  await sumPeriods(db, list, { of: 'day', to: 'month', length: 7 })
  await sql`
    insert into payment_counts (list, span, group_id, bucket, payment_count)
    select list, span, tenant_id, bucket, sum(payment_count)
    from payment_counts join payment_groups on payment_groups.id = group_id
    where list = ${list} group by list, span, tenant_id, bucket`.execute(db)
}

async function sumPeriods(
  db: Kysely<unknown>,
  list: string,
  { of, to, length }: { of: string; to: string; length: number },
): Promise<void> {
  await sql`
    insert into payment_counts (list, span, group_id, bucket, payment_count)
    select list, ${sql.lit(to)}, group_id, substr(bucket, 1, ${sql.lit(length)}), sum(payment_count)
    from payment_counts where list = ${list} and span = ${sql.lit(of)}
    group by list, group_id, substr(bucket, 1, ${sql.lit(length)})`.execute(db)
}
