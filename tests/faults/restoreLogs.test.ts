import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUpDatabase } from '../../host/src/backup/backUpDatabase.ts'
import { restoreDatabase } from '../../host/src/backup/restoreDatabase.ts'
import { migrate } from '../../host/src/db/migrate.ts'
import { openDatabase } from '../../host/src/db/openDatabase.ts'
import { noteRestore } from '../../host/src/restores/noteRestore.ts'

const NOW = new Date('2026-03-04T05:06:07.000Z')
const PREVIOUS = 'pay.db.before-restore-2026-03-04T05-06-07.000Z'

let folder: string
let path: string
let url: string
let file: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-restore-'))
  path = join(folder, 'pay.db')
  url = `sqlite:${path}`
  file = join(folder, 'backup.db')
  await using db = await openDatabase(url)
  await migrate(db)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function addTenant(id: string): Promise<void> {
  await using db = await openDatabase(url)
  const row = { id, name: id, created_at: NOW.toISOString() }
  await db.kysely.insertInto('tenants').values(row).execute()
}

async function readTenants(): Promise<string[]> {
  await using db = await openDatabase(url)
  const rows = await db.kysely.selectFrom('tenants').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Adds a merchant, and copies the database with the log of a host that was killed, so the merchant is in the log alone. */
function copyWithLog(id: string, to: string): void {
  const host = new SqliteDatabase(path)
  host.pragma('journal_mode = WAL')
  host.pragma('wal_autocheckpoint = 0')
  host
    .prepare('insert into tenants (id, name, created_at) values (?, ?, ?)')
    .run(id, id, NOW.toISOString())
  copyFileSync(path, to)
  copyFileSync(`${path}-wal`, `${to}-wal`)
  host.close()
}

describe('The command restore and the logs of SQLite', () => {
  it('restore does not apply the log of a database that was removed to the restored one', async () => {
    await addTenant('before')
    await backUpDatabase(url, file)
    const removed = join(folder, 'removed.db')
    copyWithLog('after', removed)
    rmSync(path)
    copyFileSync(`${removed}-wal`, `${path}-wal`)
    expect(restoreDatabase(url, file, NOW).previous).toBe(null)
    expect(await readTenants()).toEqual(['before'])
    // The log is kept, because it may have the only copy of a payment.
    expect(existsSync(join(folder, `${PREVIOUS}-wal`))).toBe(true)
  })

  it('restore applies the log next to a copy of a database, and does not change the copy', async () => {
    await addTenant('before')
    const copy = join(folder, 'copy.db')
    copyWithLog('in the log', copy)
    const before = [copy, `${copy}-wal`].map((one) => readFileSync(one).toString('base64'))
    restoreDatabase(url, copy, NOW)
    expect(await readTenants()).toEqual(['before', 'in the log'])
    const after = [copy, `${copy}-wal`].map((one) => readFileSync(one).toString('base64'))
    expect(after).toEqual(before)
  })

  it('a restore that is interrupted before its last step leaves the database at its path', async () => {
    await addTenant('before')
    await backUpDatabase(url, file)
    await addTenant('after')
    const interrupt = (from: string, to: string) => {
      if (to === path) throw new Error('interrupted')
      renameSync(from, to)
    }
    expect(() => restoreDatabase(url, file, NOW, interrupt)).toThrow('interrupted')
    expect(await readTenants()).toEqual(['after', 'before'])
  })

  it('other users cannot open the folder of the copy while a restore copies a readable backup', async () => {
    await backUpDatabase(url, file)
    const modes: number[] = []
    const readModes = (from: string, to: string) => {
      const copies = readdirSync(folder).filter((name) => /restoring/.test(name))
      modes.push(...copies.map((name) => statSync(join(folder, name)).mode & 0o777))
      renameSync(from, to)
    }
    restoreDatabase(url, file, NOW, readModes)
    expect(modes).toEqual([0o700])
    expect(readdirSync(folder).sort()).toEqual(['backup.db', 'pay.db', PREVIOUS])
  })

  it('a host detects a restore even if the restored file has the inode of the lost one', async () => {
    const now = () => NOW
    {
      await using db = await openDatabase(url)
      expect(await noteRestore({ db, now }, url)).toBe(false)
    }
    await backUpDatabase(url, file)
    restoreDatabase(url, file, NOW)
    await using db = await openDatabase(url)
    const identity = await db.kysely
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'database_identity')
      .executeTakeFirstOrThrow()
    expect(identity.value).not.toMatch(/\d/)
    expect(await noteRestore({ db, now }, url)).toBe(true)
  })

  it('restore ignores the remains of an earlier restore that was killed', async () => {
    await addTenant('before')
    await backUpDatabase(url, file)
    writeFileSync(`${path}.restoring`, 'old')
    copyWithLog('after', join(folder, 'removed.db'))
    copyFileSync(join(folder, 'removed.db-wal'), `${path}.restoring-wal`)
    restoreDatabase(url, file, NOW)
    expect(await readTenants()).toEqual(['before'])
  })
})
