import { type RawBuilder, type SqlBool, sql, type TableMetadata } from 'kysely'
import type { TestHost } from './testHost.ts'

/** Rows by table, each as JSON, in a fixed order. */
export type Snapshot = { readonly [table: string]: readonly string[] }

/**
 * Reads every row of some tenants from every table of the database, so that a later call shows the changes. Omits the columns that every
 * use of a credential updates, such as the time of the last use.
 *
 * @throws Error on a table without an owner here: add it
 */
export async function snapshotTenants(
  { host }: TestHost,
  tenantIds: readonly string[],
): Promise<Snapshot> {
  const { kysely } = host.context.db
  const own = sql`in (${sql.join(tenantIds)})`
  const snapshot: { [table: string]: string[] } = {}
  for (const { name, columns } of await listOwned(kysely)) {
    const belongs = columns.some((column) => column.name === 'tenant_id')
      ? sql<SqlBool>`tenant_id ${own}`
      : belongsBy(name, own)
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(name)} where ${belongs}
    `.execute(kysely)
    snapshot[name] = rows.map((row) => toText(name, row)).sort()
  }
  return snapshot
}

/** Counts the rows of every table that belongs to tenants. */
export async function countTenantRows({ host }: TestHost): Promise<{ [table: string]: number }> {
  const { kysely } = host.context.db
  const tables = await listOwned(kysely)
  const counts = tables.map(
    ({ name }) => sql`(select count(*) from ${sql.table(name)}) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<{ [table: string]: unknown }>`
    select ${sql.join(counts)}
  `.execute(kysely)
  return Object.fromEntries(tables.map(({ name }) => [name, Number(rows[0]?.[name])]))
}

type Kysely = TestHost['host']['context']['db']['kysely']
const known = new WeakMap<Kysely, Promise<TableMetadata[]>>()

/**
 * Returns the tables that contain rows of tenants, cached while a host runs: PostgreSQL's catalogue query is slower than reading
 * all tables.
 */
async function listOwned(kysely: Kysely): Promise<TableMetadata[]> {
  const tables = known.get(kysely) ?? kysely.introspection.getTables()
  known.set(kysely, tables)
  return (await tables).filter(({ name }) => !SHARED.has(name))
}

/** Tables whose rows belong to no tenant: internal tables, and tables of short-lived records. */
const SHARED = new Set([
  'block_checkpoints',
  'chain_cursors',
  'challenges',
  'counted_lists',
  'idempotency_keys',
  'leases',
  'passkey_challenges',
  'provider_reports',
  'rate_limits',
  'relay_spending',
  'release_files',
  'releases',
  'rescans',
  'reset_requests',
  'schema_needs',
  'screenings',
  'settings',
  'used_nonces',
])

/** Returns the condition for the rows of tenants in a table; `own` is `in (…)` with the tenants. */
function belongsBy(table: string, own: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const payments = sql`select token from secure_payments where tenant_id ${own}`
  const endpoints = sql`select id from webhook_endpoints where tenant_id ${own}`
  switch (table) {
    case 'tenants':
      return sql<SqlBool>`id ${own}`
    case 'invitations':
      return sql<SqlBool>`invited_by ${own}`
    case 'attempts':
    case 'intents':
      return sql<SqlBool>`token in (${payments})`
    case 'unlisted_requests':
      return sql<SqlBool>`link_token in (${payments})`
    case 'payment_entries':
    case 'payment_counts':
      return sql<SqlBool>`group_id in (select id from payment_groups where tenant_id ${own})`
    case 'recovery_codes':
      return sql<SqlBool>`member_id in (select member_id from member_factors where tenant_id ${own})`
    case 'pending_payments':
      return sql<SqlBool>`request_id in (select id from requests where tenant_id ${own})`
    case 'swept_options':
      return sql<SqlBool>`request_id in (select id from swept_requests where tenant_id ${own})`
    case 'recurring_executions':
    case 'relayer_transactions':
      return sql<SqlBool>`recurring_payment_id in (select id from recurring_payments where tenant_id ${own})`
    case 'payment_details':
    case 'offramp_targets':
    case 'sandbox_presses':
      return sql<SqlBool>`payer_id in (select id from payers where tenant_id ${own})`
    case 'offramp_steps':
      return sql<SqlBool>`offramp_id in (select id from offramps where tenant_id ${own})`
    case 'webhook_deliveries':
      return sql<SqlBool>`endpoint_id in (${endpoints})`
    case 'webhook_attempts':
      return sql<SqlBool>`delivery_id in (select id from webhook_deliveries where endpoint_id in (${endpoints}))`
    case 'access_rejections':
    case 'payment_screenings':
      return sql<SqlBool>`token in (select token from secure_payments where tenant_id ${own})`
    case 'logos':
      return sql<SqlBool>`branding_id in (select id from brandings where tenant_id ${own})`
    default:
      throw new Error(`The owners of the rows of ${table} are unknown: add the table here.`)
  }
}

function toText(table: string, row: Record<string, unknown>): string {
  const members = Object.entries(row).filter(([column]) => !isTouched(table, column))
  return JSON.stringify(members, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

/** Columns that every use of a credential writes: the last use, and the session's expiry, which follows from the last use. */
function isTouched(table: string, column: string): boolean {
  return column === 'last_used_at' || (table === 'sessions' && column === 'expires_at')
}
