import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hostFile } from '@secure-payment/devnet'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUpDatabase } from '../../host/src/backup/backUpDatabase.ts'
import { restoreDatabase } from '../../host/src/backup/restoreDatabase.ts'
import { migrate } from '../../host/src/db/migrate.ts'
import { openDatabase } from '../../host/src/db/openDatabase.ts'

const NOW = new Date('2026-03-04T05:06:07.000Z')
const run = promisify(execFile)

let folder: string
let path: string
let url: string
let file: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-backup-'))
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

describe('The commands backup and restore on SQLite', () => {
  it('a restored backup has the rows of its time, and the previous file stays next to it', async () => {
    await addTenant('before')
    await backUpDatabase(url, file)
    await addTenant('after')
    const restored = restoreDatabase(url, file, NOW)
    expect(await readTenants()).toEqual(['before'])
    const previous = `${path}.before-restore-2026-03-04T05-06-07.000Z`
    expect(restored.previous).toBe(previous)
    restoreDatabase(url, previous, new Date(NOW.getTime() + 1))
    expect(await readTenants()).toEqual(['after', 'before'])
  })

  it('a backup while a host writes contains one snapshot, with the rows of its begin', async () => {
    await using db = await openDatabase(url)
    const large = Array.from({ length: 500 }, (_, index) => ({
      id: `before-${index}`,
      name: 'x'.repeat(20_000),
      created_at: NOW.toISOString(),
    }))
    for (let at = 0; at < large.length; at += 50) {
      await db.kysely
        .insertInto('tenants')
        .values(large.slice(at, at + 50))
        .execute()
    }
    const writes = { stopped: false, count: 0 }
    const writing = (async () => {
      while (!writes.stopped) {
        const id = `later-${writes.count++}`
        const row = { id, name: 'x'.repeat(20_000), created_at: NOW.toISOString() }
        await db.kysely.insertInto('tenants').values(row).execute()
        await new Promise(setImmediate)
      }
    })()
    await backUpDatabase(url, file)
    writes.stopped = true
    await writing
    expect(writes.count).toBeGreaterThan(2)
    const copy = new SqliteDatabase(file, { readonly: true })
    const count = copy.prepare<[], number>('select count(*) from tenants').pluck().get()
    copy.close()
    // The first write may have committed before the backup began.
    expect([500, 501]).toContain(count)
  })

  it('only the user of the host may read a backup and a restored database', async () => {
    await backUpDatabase(url, file)
    restoreDatabase(url, file, NOW)
    for (const one of [file, path]) expect(statSync(one).mode & 0o777).toBe(0o600)
  })

  it('restore rejects a database that a host has open, and changes nothing', async () => {
    await addTenant('before')
    await backUpDatabase(url, file)
    {
      await using db = await openDatabase(url)
      await db.kysely.selectFrom('tenants').select('id').execute()
      expect(() => restoreDatabase(url, file, NOW)).toThrow(/in use.*Stop every host/)
    }
    expect(await readTenants()).toEqual(['before'])
    expect(readdirSync(folder).sort()).toEqual(['backup.db', 'pay.db'])
  })

  it('restore replaces a database that is too damaged to open, and keeps it', async () => {
    await addTenant('before')
    await backUpDatabase(url, file)
    writeFileSync(path, 'damaged')
    const { previous } = restoreDatabase(url, file, NOW)
    expect(await readTenants()).toEqual(['before'])
    expect(readFileSync(previous ?? '', 'utf8')).toBe('damaged')
  })

  it.each([
    ['a truncated backup', /damaged/, () => truncateSync(file, statSync(file).size - 8_192)],
    ['another kind of file', /no host has written/, () => writeFileSync(file, 'x'.repeat(9_000))],
    [
      'a database of another program',
      /no host has written/,
      () => {
        rmSync(file)
        new SqliteDatabase(file).exec('create table notes (text text)').close()
      },
    ],
    [
      'a backup of a newer release',
      /migrations that this release does not include: 9999-later/,
      () => {
        const copy = new SqliteDatabase(file)
        copy.exec("insert into kysely_migration values ('9999-later', '2026-01-01')").close()
      },
    ],
    ['a missing file', /found no file/, () => rmSync(file)],
  ])('restore rejects %s, and changes nothing', async (_name, message, damage) => {
    await addTenant('before')
    await backUpDatabase(url, file)
    damage()
    const before = readFileSync(path)
    expect(() => restoreDatabase(url, file, NOW)).toThrow(message)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(folder).filter((name) => !name.startsWith('backup'))).toEqual(['pay.db'])
  })

  it('both commands accept a newer schema that admits this release', async () => {
    await addTenant('before')
    const newer = new SqliteDatabase(path)
    newer.exec("insert into kysely_migration values ('9999-later', '2026-01-01')")
    newer.exec("insert into schema_needs values ('9999-later', '0001-create-tables')").close()
    await backUpDatabase(url, file)
    restoreDatabase(url, file, NOW)
    expect(await readTenants()).toEqual(['before'])
  })

  it('backup replaces no file, and leaves none behind if the database is damaged', async () => {
    writeFileSync(file, 'mine')
    await expect(backUpDatabase(url, file)).rejects.toThrow(/does not replace a file/)
    expect(readFileSync(file, 'utf8')).toBe('mine')
    rmSync(file)
    const broken = join(folder, 'broken.db')
    copyFileSync(path, broken)
    truncateSync(broken, statSync(broken).size - 8_192)
    await expect(backUpDatabase(`sqlite:${broken}`, file)).rejects.toThrow(/damaged/)
    expect(existsSync(file)).toBe(false)
  })

  it('both commands refuse PostgreSQL, and name the guide', async () => {
    const other = 'postgres://pay@127.0.0.1/pay'
    await expect(backUpDatabase(other, file)).rejects.toThrow(/SQLite only.*guide/)
    await backUpDatabase(url, file)
    expect(() => restoreDatabase(other, file, NOW)).toThrow(/SQLite only.*guide/)
  })

  it('the program runs both commands and prints the number of rows', async () => {
    const command = async (...args: string[]) => {
      const { PATH = '' } = process.env
      const node = ['--conditions=@secure-payment/source', hostFile('cli'), ...args]
      const { stdout } = await run(process.execPath, node, { env: { PATH, PAY_DATABASE_URL: url } })
      return stdout
    }
    expect(await command('backup', file)).toMatch(/^Wrote .*: \d+ rows in \d+ tables, verified\.$/m)
    const printed = await command('restore', file)
    expect(printed).toMatch(/^Restored .*: \d+ rows, last migration \d{4}-/m)
    expect(printed).toContain(`${path}.before-restore-`)
  })
})
