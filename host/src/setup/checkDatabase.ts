import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { sql } from 'kysely'
import { MAX_SKEW_MS } from '../clock/clock.ts'
import { guardLost } from '../db/databaseMark.ts'
import { DatabaseLostError } from '../db/errors.ts'
import { type Database, openDatabase, sqlitePath } from '../db/openDatabase.ts'
import { readSchemaState } from '../db/readSchemaState.ts'
import { COMMAND } from '../folders.ts'
import { readRestore } from '../restores/restore.ts'
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts'

/**
 * Checks that the database responds, has this release's migrations, and agrees with this machine's clock. Changes nothing, and creates no
 * file.
 */
export async function checkDatabase(url: string, now: () => Date): Promise<Finding[]> {
  const path = sqlitePath(url)
  const lost = findLost(url)
  if (lost !== null) return [lost]
  if (path !== null && !existsSync(path)) return [await checkFolder(path)]
  try {
    await using db = await openDatabase(url)
    return [await checkSchema(db), ...(await checkRestore(db)), ...(await checkClock(db, now))]
  } catch (error) {
    return [
      fail('database', reasonOf(error), 'Check PAY_DATABASE_URL, and that the server is running.'),
    ]
  }
}

function findLost(url: string): Finding | null {
  try {
    guardLost(url)
    return null
  } catch (error) {
    if (!(error instanceof DatabaseLostError)) throw error
    return fail('database', error.message, 'The host does not start without its database.')
  }
}

async function checkFolder(path: string): Promise<Finding> {
  let folder = dirname(resolve(path))
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    await access(folder, constants.W_OK)
    return ok('database', `The first start creates ${path}.`)
  } catch {
    return fail(
      'database',
      `${path} does not exist, and this user may not write to ${folder}.`,
      "Create the folder for the host's user, or set PAY_DATABASE_URL.",
    )
  }
}

async function checkSchema(db: Database): Promise<Finding> {
  const engine = db.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const { pending, unknown, missing, applied } = await readSchemaState(db)
  if (missing.length > 0) {
    return fail(
      'database',
      `The database needs a release with migrations that this release does not include: ${missing.join(', ')}.`,
      'Start that release or a later one, or restore a backup.',
    )
  }
  if (applied === 0)
    return ok('database', `${engine} responds. The first start creates the tables.`)
  if (pending.length === 0 && unknown.length > 0)
    return ok(
      'database',
      `${engine} responds. A newer release has migrated it, and it admits this release.`,
    )
  if (pending.length === 0)
    return ok('database', `${engine} responds, with the tables of this release.`)
  return warn(
    'database',
    `${engine} responds. The next start migrates it: ${pending.join(', ')}.`,
    `Back the database up, then start the host or run ${COMMAND} migrate.`,
  )
}

/** Warns until the operator has ended the reconciliation of the last restore. */
async function checkRestore(db: Database): Promise<Finding[]> {
  if ((await readSchemaState(db)).applied === 0) return []
  const restore = await readRestore({ db })
  if (restore?.endedAt !== null) return []
  return [
    warn(
      'restore',
      `The database was restored or moved at ${restore.at}, and payments of lost requests may not count.`,
      `Run ${COMMAND} reconcile, and end the reconciliation with ${COMMAND} reconcile --finish.`,
    ),
  ]
}

/** SQLite uses this machine's clock, so only PostgreSQL is checked. */
async function checkClock(db: Database, now: () => Date): Promise<Finding[]> {
  if (db.dialect === 'sqlite') return []
  const { rows } = await sql<{ ms: string }>`
    select extract(epoch from clock_timestamp()) * 1000 as ms
  `.execute(db.kysely)
  const skewMs = now().getTime() - Number(rows[0]?.ms)
  if (Math.abs(skewMs) <= MAX_SKEW_MS) {
    return [ok('clock', "This machine's clock and the database's agree.")]
  }
  const seconds = `${Math.abs(skewMs / 1_000).toFixed(1)} s`
  return [
    warn(
      'clock',
      `The clock of this machine is ${seconds} ${skewMs > 0 ? 'ahead of' : 'behind'} the database's, which counts.`,
      'Synchronise both, because certificates and logs depend on them.',
    ),
  ]
}
