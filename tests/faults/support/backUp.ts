import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import SqliteDatabase from 'better-sqlite3'
import { migrate } from '../../../host/src/db/migrate.ts'
import { openDatabase } from '../../../host/src/db/openDatabase.ts'
import { createDatabasePlace, type TestDatabase } from '../../flows/support/openTestDatabase.ts'

const run = promisify(execFile)

/** A backup of a running service; disposing removes it. */
export type Backup = Disposable & {
  /** Restores the backup into a new, empty database, as docs/guides/restore.md describes. */
  restore(): Promise<TestDatabase>
}

/**
 * Backs up a database as docs/guides/restore.md describes: by SQLite's own snapshot, or by
 * `pg_dump`.
 */
export async function backUp(url: string): Promise<Backup> {
  const folder = mkdtempSync(join(tmpdir(), 'secure-payment-backup-'))
  const file = join(folder, 'backup')
  const isSqlite = url.startsWith('sqlite:')
  if (isSqlite) vacuumInto(pathOf(url), file)
  else await run('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${plain(url)}`])
  return {
    async restore() {
      const place = await createDatabasePlace()
      if (isSqlite) await copyFile(file, pathOf(place.url))
      else await run('pg_restore', ['--no-owner', `--dbname=${plain(place.url)}`, file])
      const db = await openDatabase(place.url)
      await migrate(db)
      return {
        url: place.url,
        db,
        async [Symbol.asyncDispose]() {
          await db[Symbol.asyncDispose]()
          await place.remove()
        },
      }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function vacuumInto(path: string, file: string): void {
  const database = new SqliteDatabase(path, { readonly: true })
  database.prepare('vacuum into ?').run(file)
  database.close()
}

function pathOf(url: string): string {
  return url.slice('sqlite:'.length)
}

/** Removes the parameters that only the host's driver reads. */
function plain(url: string): string {
  const plain = new URL(url)
  plain.search = ''
  return plain.href
}
