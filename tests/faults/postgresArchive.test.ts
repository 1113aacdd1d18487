import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../host/src/db/migrate.ts'
import { type Database, openDatabase } from '../../host/src/db/openDatabase.ts'
import { startPostgres } from '../../scripts/lib/startPostgres.ts'
import { waitUntil } from '../support/waitUntil.ts'

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'

async function addTenant(db: Database, id: string): Promise<void> {
  const row = { id, name: id, created_at: '2026-01-01T00:00:00.000Z' }
  await db.kysely.insertInto('tenants').values(row).execute()
}

async function readClock(db: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(
    db.kysely,
  )
  return rows[0]?.at ?? ''
}

/** Closes the current log segment, and waits until the server has archived it. */
async function archiveLog({ kysely }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select pg_walfile_name(pg_current_wal_lsn()) as name
  `.execute(kysely)
  await sql`select pg_switch_wal()`.execute(kysely)
  await waitUntil(async () => {
    const archived = await sql<{ name: string | null }>`
      select last_archived_wal as name from pg_stat_archiver
    `.execute(kysely)
    return (archived.rows[0]?.name ?? '') >= (rows[0]?.name ?? '')
  })
}

describe.skipIf(!isPostgres)('The drill of the guide for PostgreSQL', () => {
  it('a base backup and archived logs restore the database to a point in time, without the later rows', async () => {
    const archive = join(tmpdir(), `secure-payment-archive-${process.pid}-${Date.now()}`)
    using _archive = {
      [Symbol.dispose]: () => rmSync(archive, { recursive: true, force: true }),
    }
    let base: (to: string) => void = () => {}
    await using server = await startPostgres(
      [
        'wal_level=replica',
        'archive_mode=on',
        `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`,
      ],
      (run, data) => {
        run('mkdir', archive)
        run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '-N')
        base = (to) => run('pg_basebackup', '-d', server.url, '-D', to, '-c', 'fast')
      },
    )
    const copy = `${archive}-base`
    await using db = await openDatabase(server.url)
    await migrate(db)
    await addTenant(db, 'in-the-base-backup')
    base(copy)
    await addTenant(db, 'in-the-log')
    const target = await readClock(db)
    await addTenant(db, 'after-the-target')
    await archiveLog(db)

    await using restored = await startPostgres(
      [
        `restore_command=cp ${archive}/%f %p`,
        `recovery_target_time=${target}`,
        'recovery_target_action=promote',
      ],
      (run, data) => {
        run('mv', copy, data)
        run('touch', join(data, 'recovery.signal'))
      },
    )
    await using again = await openDatabase(restored.url)
    await waitUntil(async () => {
      const state = sql<{ isBack: boolean }>`select not pg_is_in_recovery() as "isBack"`
      return (await state.execute(again.kysely)).rows[0]?.isBack === true
    })
    const tenants = await again.kysely.selectFrom('tenants').select('id').orderBy('id').execute()
    expect(tenants.map(({ id }) => id)).toEqual(['in-the-base-backup', 'in-the-log'])
    // A host migrates and writes as usual.
    expect(await migrate(again)).toEqual([])
    await addTenant(again, 'new')
  })
})
