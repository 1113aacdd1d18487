import { existsSync } from 'node:fs'
import { lockOf } from '../db/lockOf.ts'
import { migrations } from '../db/migrate.ts'
import { openDatabase, sqlitePath } from '../db/openDatabase.ts'
import { previewMigrations } from '../db/previewMigrations.ts'

/** Prints the statements of the pending migrations, and the expected lock of each on PostgreSQL. Changes nothing, and creates no file. */
export async function runPreview(url: string, print: (line: string) => void): Promise<void> {
  const path = sqlitePath(url)
  if (path !== null && !existsSync(path)) return print(`The first start creates ${path}.`)
  await using db = await openDatabase(url)
  const steps = await previewMigrations(db, migrations)
  if (steps.length === 0) return print('Nothing to migrate.')
  if (db.dialect === 'sqlite') print('-- SQLite: other writes wait until each transaction ends.')
  for (const step of steps) {
    print(`-- Transaction: ${step.map(({ migration }) => migration).join(', ')}`)
    for (const statement of step.flatMap(({ statements }) => statements)) {
      print(`${statement};`)
      const { mode, effect } = lockOf(statement)
      if (db.dialect === 'postgres') print(`-- Lock: ${mode}. ${effect}.`)
    }
  }
}
