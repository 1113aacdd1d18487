import { once } from 'node:events'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrations } from '../../host/src/db/migrate.ts'
import { type Database, openDatabase } from '../../host/src/db/openDatabase.ts'
import { runMigrations } from '../../host/src/db/runMigrations.ts'
import type { SchemaChanges } from '../../host/src/db/schemaChange.ts'
import { startPostgres } from '../../scripts/lib/startPostgres.ts'
import { createPacedLoad } from './support/createPacedLoad.ts'
import { observeLocks } from './support/observeLocks.ts'
import { type HostProcess, startHostProcess } from './support/startHostProcess.ts'

/** `UPGRADE_ROWS=10000000 UPGRADE_RATE=100` sets the rows of the events and the calls per second. */
const ROWS = Number(process.env['UPGRADE_ROWS'] ?? 1_000_000)
const RATE = Number(process.env['UPGRADE_RATE'] ?? 100)
const TEST_MS = 20 * 60_000
/** A host waits this long for a lock before it returns 503. */
const HOST_LOCK_MS = 5_000

const needs = '0102-state-needs'

/** The next release: a column on each table that payments write, and an index on the large table. */
const NEXT: SchemaChanges = {
  ...migrations,
  '9000-add-columns': {
    needs,
    async up(db) {
      for (const table of ['secure_payments', 'requests', 'events']) {
        await sql`alter table ${sql.table(table)} add column next_release text`.execute(db)
      }
    },
  },
  '9001-index-events': { needs, indexes: ['create index events_next on events (created_at, id)'] },
}

async function fillEvents(db: Database): Promise<void> {
  await sql`insert into events (id, tenant_id, request_id, client_id, type, sequence, body, created_at)
    select 'filled-' || number, 'filled', 'filled-' || number, null, 'payment.confirmed', 1,
      repeat('x', 200), '2026-01-01T00:00:00.000Z'
    from generate_series(1, ${sql.lit(ROWS)}) as number`.execute(db.kysely)
}

/** Stops a host as a deployment does. */
async function stop({ child }: HostProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

describe.runIf(process.env['TEST_DATABASE'] === 'postgres')('Two releases on one database', () => {
  it(
    'two releases on one database lose no call of a caller with one retry, while hosts upgrade and roll back one at a time',
    async () => {
      await using server = await startPostgres()
      const url = `${server.url}?statement_timeout=600000`
      const start = () => startHostProcess({ PAY_DATABASE_URL: server.url })
      const hosts: HostProcess[] = [await start()]
      await using db = await openDatabase(url)
      await fillEvents(db)
      hosts.push(await start())
      await using load = createPacedLoad(() => hosts.map((host) => host.url), RATE)
      await using locks = await observeLocks(server.url)
      const restartAll = async () => {
        for (const index of hosts.keys()) {
          const [old] = hosts.splice(index, 1)
          if (old !== undefined) await stop(old)
          hosts.splice(index, 0, await start())
        }
      }

      const startedMs = performance.now()
      expect(await runMigrations(db, NEXT)).toEqual(['9000-add-columns', '9001-index-events'])
      const migratedMs = performance.now() - startedMs
      await restartAll()
      const upgraded = await load.count()
      await restartAll()
      const total = await load.count()

      if (process.env['SHOW_FIGURES'] !== undefined) {
        console.log({ ROWS, RATE, migratedMs, upgraded, total, longest: locks.longest() })
      }
      expect(total.created).toBeGreaterThan(upgraded.created)
      expect(total.failed).toEqual([])
      expect(locks.longest()?.ms ?? 0).toBeLessThan(HOST_LOCK_MS)
    },
    TEST_MS,
  )
})
