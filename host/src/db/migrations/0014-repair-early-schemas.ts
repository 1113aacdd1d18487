import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Brings databases to one schema that ran earlier editions of the migrations 0001, 0002, 0003, 0005 and 0007, and makes reorganisation
 * repair read the payments of the blocks that left the chain alone. On any other database the repair changes nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await dropEarlyReferenceConstraint(db)
  for (const [table, column, type] of COLUMNS) await ensureColumn(db, { table, column, type })
  for (const [name, definition] of INDEXES) await ensureIndex(db, name, definition)
  for (const table of ['payments', 'unmatched_payments'] as const) {
    await db.schema
      .createIndex(`${table}_block`)
      .on(table)
      .columns(['network', 'block_number'])
      .execute()
  }
}

/**
 * Drops the constraint whose name 0003 gives to an index. SQLite names its own index differently, so there 0003 succeeds and the
 * constraint remains until 0014; PostgreSQL needs it gone before 0003.
 */
export async function dropEarlyReferenceConstraint(db: Kysely<unknown>): Promise<void> {
  if (isSqlite(db)) await rebuildRequests(db)
  else await sql`alter table requests drop constraint if exists requests_reference`.execute(db)
}

const REFERENCE_CONSTRAINT =
  /,\s*constraint "requests_reference" unique \("payment_reference", "payee", "network"\)/i

/** SQLite drops no constraint: the rows move through a copy into a table without it. */
async function rebuildRequests(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'requests' and sql is not null`.execute(db)
  const table = rows.find(({ type }) => type === 'table')
  if (table === undefined || !REFERENCE_CONSTRAINT.test(table.sql)) return
  // Payments refer to requests: what the drop breaks is whole again once the rows are back.
  await sql`pragma defer_foreign_keys = on`.execute(db)
  await sql`create table requests_kept as select * from requests`.execute(db)
  await sql`drop table requests`.execute(db)
  await sql.raw(table.sql.replace(REFERENCE_CONSTRAINT, '')).execute(db)
  await sql`insert into requests select * from requests_kept`.execute(db)
  await sql`drop table requests_kept`.execute(db)
  for (const index of rows.filter(({ type }) => type === 'index')) {
    await sql.raw(index.sql).execute(db)
  }
}

/** Columns that joined a migration after it had run somewhere. */
const COLUMNS = [
  ['events', 'retracted_at', 'text'],
  ['webhook_deliveries', 'last_request', 'text'],
  ['pending_payments', 'request_units', 'text'],
  ['requests', 'recipient_identifier', 'text'],
  ['requests', 'offramp_provider', 'text'],
  ['recurring_payments', 'spare_allowance_units', 'text'],
] as const

async function ensureColumn(
  db: Kysely<unknown>,
  { table, column, type }: { table: string; column: string; type: 'text' },
): Promise<void> {
  const { rows } = isSqlite(db)
    ? await sql`select 1 from pragma_table_info(${table}) where name = ${column}`.execute(db)
    : await sql`
        select 1 from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} and column_name = ${column}`.execute(
        db,
      )
  if (rows.length === 0) await db.schema.alterTable(table).addColumn(column, type).execute()
}

/** Indexes that joined a migration, or changed in one, after it had run somewhere. */
const INDEXES = [
  ['requests_reference_key', 'unique on requests (reference_key)'],
  ['requests_client', 'on requests (client_id, id) where client_id is not null'],
  ['requests_reference', 'on requests (tenant_id, reference, id) where reference is not null'],
  ['requests_status', 'on requests (tenant_id, status, id)'],
  [
    'requests_children',
    'on requests (original_request_id, id) where original_request_id is not null',
  ],
  [
    'requests_running_recurrences',
    'on requests (client_id, next_recurrence_at) where next_recurrence_at is not null',
  ],
  ['webhook_deliveries_event', 'on webhook_deliveries (event_id)'],
  ['webhook_deliveries_dead', `on webhook_deliveries (endpoint_id, id) where status = 'dead'`],
  ['challenges_address', 'on challenges (address, id)'],
  [
    'recurring_payments_running',
    'on recurring_payments (client_id, next_due_at) where next_due_at is not null',
  ],
  [
    'recurring_payments_activated',
    'on recurring_payments (client_id, activated_at) where activated_at is not null',
  ],
  ['recurring_payments_payer', 'on recurring_payments (network, payer, token_address, status)'],
  [
    'relayer_transactions_pending',
    `on relayer_transactions (network, relayer, nonce) where status = 'pending'`,
  ],
  ['payers_tenant', 'on payers (tenant_id, id)'],
] as const

/** Creates an index that is missing, and again one of another definition. */
async function ensureIndex(db: Kysely<unknown>, name: string, definition: string): Promise<void> {
  const found = isSqlite(db)
    ? await sql<{ sql: string }>`
        select sql from sqlite_master where type = 'index' and name = ${name}`.execute(db)
    : await sql<{ sql: string }>`
        select indexdef as sql from pg_indexes
        where schemaname = current_schema() and indexname = ${name}`.execute(db)
  const [index] = found.rows
  if (index !== undefined && isSame(index.sql, definition)) return
  if (index !== undefined) await sql`drop index ${sql.ref(name)}`.execute(db)
  const [unique, rest] = definition.startsWith('unique ')
    ? ['unique ', definition.slice('unique '.length)]
    : ['', definition]
  await sql.raw(`create ${unique}index ${name} ${rest}`).execute(db)
}

/** Whether an index of this SQL is unique or not, as the definition says, and of its columns. */
function isSame(text: string, definition: string): boolean {
  const isUnique = /^create unique index/i.test(text)
  return isUnique === definition.startsWith('unique ') && columnsOf(text) === columnsOf(definition)
}

function columnsOf(text: string): string {
  return (/\(([^)]*)\)/.exec(text)?.[1] ?? '').replaceAll('"', '')
}

function isSqlite(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}
