import type SqliteDatabase from 'better-sqlite3'
import { createRandomPool } from '../../../host/src/randomPool.ts'
import { createSealer } from '../../../host/src/sealer.ts'
import { fillSql } from './fillSql.ts'
import { ENCRYPTION_KEY } from './hostSettings.ts'
import { insertSql } from './insertSql.ts'
import { createRequestRows, type RequestRows, TENANT_ID } from './requestRows.ts'

/** Adds the tenant, and an endpoint that receives all of its events. */
export function seedTenant(
  database: SqliteDatabase.Database,
  endpoint: { id: string; url: string },
): void {
  const now = new Date().toISOString()
  const sealer = createSealer({ random: createRandomPool() }, ENCRYPTION_KEY)
  const tenant = { id: TENANT_ID, name: 'Bench', created_at: now }
  const row = {
    ...endpoint,
    tenant_id: TENANT_ID,
    client_id: null,
    secret: sealer.seal('webhook_secret', '5e'.repeat(32)),
    is_active: 1,
    events: null,
    signature_header_aliases: null,
    created_at: now,
  }
  for (const [table, values] of [
    ['tenants', tenant],
    ['webhook_endpoints', row],
  ] as const) {
    database.prepare(insertSql(table, values)).run(...Object.values(values))
  }
}

/** Adds open requests with separate references, as the create action does, and returns them. */
export function seedRequests(database: SqliteDatabase.Database, count: number): RequestRows[] {
  const rows = createRequestRows(count)
  const [sample] = rows
  if (sample === undefined) return rows
  const insertSecurePayment = database.prepare(insertSql('secure_payments', sample.securePayment))
  const insertRequest = database.prepare(insertSql('requests', sample.request))
  database.transaction(() => {
    for (const { securePayment, request } of rows) {
      insertSecurePayment.run(...Object.values(securePayment))
      insertRequest.run(...Object.values(request))
    }
  })()
  return rows
}

/** Columns that differ per request, as SQL over a counter `n`. */
const VARYING: Readonly<Record<string, string>> = {
  id: "'01' || printf('%012x', 1700000000000 + n) || lower(hex(randomblob(26)))",
  secure_payment_token: "printf('%010d', n) || upper(hex(randomblob(8)))",
  salt: 'lower(hex(randomblob(8)))',
  payment_reference: "'0x' || lower(hex(randomblob(8)))",
  reference_key: 'random()',
}

/** Adds many open requests that stay unpaid. SQLite generates the rows itself, which takes only seconds for a million. */
export function fillRequests(database: SqliteDatabase.Database, count: number): void {
  const [sample] = createRequestRows(1)
  if (sample === undefined) return
  database.pragma('synchronous = OFF')
  database.pragma('cache_size = -1000000')
  const sql = fillSql('requests', sample.request, { count, varying: VARYING })
  database.prepare(sql).run(sample.request)
  database.pragma('synchronous = FULL')
  database.pragma('wal_checkpoint(truncate)')
}
