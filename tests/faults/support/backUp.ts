import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { backUpDatabase } from '../../../host/src/backup/backUpDatabase.ts'
import { restoreDatabase } from '../../../host/src/backup/restoreDatabase.ts'
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
 * Backs up a database as docs/guides/restore.md describes: by the command `backup`, or by `pg_dump`.
 */
export async function backUp(url: string): Promise<Backup> {
  const folder = mkdtempSync(join(tmpdir(), 'secure-payment-backup-'))
  const file = join(folder, 'backup')
  const isSqlite = url.startsWith('sqlite:')
  if (isSqlite) await backUpDatabase(url, file)
  else await run('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${plain(url)}`])
  return {
    async restore() {
      const place = await createDatabasePlace()
      if (isSqlite) restoreDatabase(place.url, file, new Date())
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

/** Removes the parameters that only the host's driver reads. */
function plain(url: string): string {
  const plain = new URL(url)
  plain.search = ''
  return plain.href
}
