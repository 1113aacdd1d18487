import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { migrate } from '../../host/src/db/migrate.ts'
import { openDatabase } from '../../host/src/db/openDatabase.ts'

let template: Promise<Buffer> | undefined

/** Creates the bytes of an empty database with the schema, which each process migrates once. */
export function createTemplate(): Promise<Buffer> {
  template ??= migrateFile()
  return template
}

async function migrateFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'secure-payment-simulator-'))
  const path = join(folder, 'template.db')
  try {
    const db = await openDatabase(`sqlite:${path}`)
    await migrate(db)
    await db[Symbol.asyncDispose]()
    // An in-memory database cannot read a separate write-ahead log.
    const file = new SqliteDatabase(path)
    file.pragma('journal_mode = delete')
    file.close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
