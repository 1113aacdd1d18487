import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type SqliteDatabase from 'better-sqlite3'
import { createCursor } from '../../host/src/detection/cursorRows.ts'
import { recordRange } from '../../host/src/detection/recordRange.ts'
import { acquireLease, createHolder } from '../../host/src/leases/leases.ts'
import { measureRates } from './measure.ts'
import { atLeast, type Row } from './report.ts'
import { insertSql } from './support/insertSql.ts'
import { createMemoryChain, type MemoryChain } from './support/memoryChain.ts'
import { openContext } from './support/openContext.ts'
import { createRawSqlite, openRawSqlite } from './support/openRawSqlite.ts'
import { createPaymentOnChain } from './support/paymentOnChain.ts'
import { NETWORK } from './support/requestRows.ts'
import { seedRequests, seedTenant } from './support/seedRequests.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

const ROUNDS = 3
const LOGS = 10_000
/** The number of payments per transaction, which is about a host's number. */
const GROUP = 1_000
const INSERTED = [
  'payments',
  'payment_groups',
  'payment_entries',
  'events',
  'webhook_deliveries',
] as const

/**
 * Compares recording ten thousand payments at once, as after an outage, with prepared statements that write the same rows.
 */
export async function benchRecord(): Promise<Row[]> {
  using folder = createTemporaryFolder()
  const paths = {
    empty: join(folder.path, 'empty.db'),
    ours: join(folder.path, 'ours.db'),
    raw: join(folder.path, 'raw.db'),
  }
  const chain = await seed(paths.empty)
  let written: Written | null = null
  const [ours, raw] = await measureRates(
    [
      {
        name: 'ours',
        async run() {
          copyDatabase(paths.empty, paths.ours)
          const sample = await record(paths.ours, chain)
          written ??= readWritten(paths.ours)
          return sample
        },
      },
      {
        name: 'raw statements, same rows',
        async run() {
          copyDatabase(paths.empty, paths.raw)
          if (written === null) throw new Error('Nothing was recorded.')
          return writeRaw(paths.raw, written)
        },
      },
    ],
    ROUNDS,
  )
  if (!ours || !raw) throw new Error('Not measured.')
  return [atLeast('10,000 logs recorded, with events', ours, raw, 0.5)]
}

async function seed(path: string): Promise<MemoryChain> {
  const database = await createRawSqlite(path)
  seedTenant(database, { id: '01BENCHENDPOINT00000000000', url: 'https://receiver.example/hook' })
  const chain = createMemoryChain()
  const place = chain.next()
  chain.mine(
    seedRequests(database, LOGS).map(({ request }, index) =>
      createPaymentOnChain(request.payment_reference, { ...place, index }),
    ),
  )
  database.close()
  return chain
}

async function record(path: string, chain: MemoryChain): Promise<{ perSecond: number }> {
  await using context = await openContext(path, chain.clients)
  const client = chain.clients.get(NETWORK)
  using holder = createHolder(context.random)
  const lease = await acquireLease(context, `watch:${NETWORK}`, holder.name)
  if (lease === null) throw new Error('The lease is taken.')
  const cursor = { blockNumber: 0n, blockHash: '0x00' }
  await createCursor(context, NETWORK, { ...cursor, headNumber: 1n })
  const range = { fromBlock: 1n, toBlock: 1n }
  const { logs } = await client.getLogs(range, { addresses: [], topics: [] })
  const startedAt = performance.now()
  const { paymentCount, eventCount } = await recordRange(context, client, { lease, logs, cursor })
  const seconds = (performance.now() - startedAt) / 1_000
  if (paymentCount !== LOGS || eventCount !== LOGS) throw new Error('Not all was recorded.')
  return { perSecond: LOGS / seconds }
}

/**
 * The columns that restore the order in which each table's rows were inserted. An event's id derives from its content, so ids do not
 * follow the order of insertion; `rowid` does.
 */
const ORDER: Record<(typeof INSERTED)[number], string> = {
  payments: 'id',
  payment_groups: 'id',
  payment_entries: 'payment_id, list',
  events: 'rowid',
  webhook_deliveries: 'rowid',
}

type Records = Record<string, unknown>[]
type Written = { inserted: { table: string; rows: Records }[]; requests: Records; parents: Records }

function readWritten(path: string): Written {
  const database = openRawSqlite(path)
  const all = (sql: string) => database.prepare<[], Record<string, unknown>>(sql).all()
  const written = {
    inserted: INSERTED.map((table) => ({
      table,
      rows: all(`select * from ${table} order by ${ORDER[table]}`),
    })),
    requests: all(
      'select paid_units, status, has_been_paid, paid_late, tx_hash, event_sequence, updated_at, id from requests order by id',
    ),
    parents: all('select status, completed_at, token from secure_payments order by token'),
  }
  database.close()
  return written
}

function writeRaw(path: string, { inserted, requests, parents }: Written): { perSecond: number } {
  const database = openRawSqlite(path)
  const statements = [
    ...inserted.map(({ table, rows }) => ({ sql: insertSql(table, rows[0] ?? {}), rows })),
    {
      sql: 'update requests set paid_units = ?, status = ?, has_been_paid = ?, paid_late = ?, tx_hash = ?, event_sequence = ?, updated_at = ? where id = ?',
      rows: requests,
    },
    {
      sql: 'update secure_payments set status = ?, completed_at = ? where token = ?',
      rows: parents,
    },
  ].map(({ sql, rows }) => ({
    statement: database.prepare(sql),
    rows: rows.map((row) => Object.values(row)),
  }))
  const startedAt = performance.now()
  for (let at = 0; at < LOGS; at += GROUP) writeGroup(database, statements, at)
  const seconds = (performance.now() - startedAt) / 1_000
  database.close()
  return { perSecond: LOGS / seconds }
}

function writeGroup(
  database: SqliteDatabase.Database,
  statements: readonly { statement: SqliteDatabase.Statement; rows: unknown[][] }[],
  at: number,
): void {
  database.exec('begin immediate')
  for (const { statement, rows } of statements) {
    // Tables with several rows per payment, or one row for several payments, progress at the same pace as tables with one row each.
    const share = rows.length / LOGS
    const own = rows.slice(Math.round(at * share), Math.round((at + GROUP) * share))
    for (const row of own) statement.run(...row)
  }
  database.exec('commit')
}

/** Copies only the database file, because closing the database emptied its write-ahead log. */
function copyDatabase(from: string, to: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(to + suffix, { force: true })
  copyFileSync(from, to)
}
