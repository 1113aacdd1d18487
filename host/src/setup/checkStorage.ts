import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { openDatabase, sqlitePath } from '../db/openDatabase.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const MIB = 1_048_576
const LOW_BYTES = 1_024 * MIB
const EMPTY_BYTES = 100 * MIB
/** SQLite's log reaches about 32 MiB; a reader that never ends keeps the log from being written back. */
const MAX_LOG_BYTES = 512 * MIB
/** The oldest major version of PostgreSQL that the tests cover. */
const MIN_POSTGRES = 15

/** Checks the free space of each folder that the host writes to, SQLite's log, and the version of PostgreSQL. */
export async function checkStorage({
  databaseUrl,
  elementArchive,
}: Pick<Config, 'databaseUrl' | 'elementArchive'>): Promise<Finding[]> {
  const path = sqlitePath(databaseUrl)
  const folders = [...(path === null ? [] : [dirname(resolve(path))]), elementArchive]
  const found = await Promise.all([
    ...folders.filter((folder) => folder !== null).map(checkSpace),
    path === null ? checkVersion(databaseUrl) : checkLog(path),
  ])
  return found.flat()
}

async function checkSpace(folder: string): Promise<Finding[]> {
  let existing = folder
  while (!existsSync(existing)) existing = dirname(existing)
  const { bavail, bsize, files, ffree } = await statfs(existing)
  const bytes = bavail * bsize
  const free = `${folder} has ${Math.floor(bytes / MIB)} MiB of free space.`
  if (files > 0 && ffree === 0) {
    return [fail('disk', `${folder} has no free inodes.`, 'Remove small files from this disk.')]
  }
  if (bytes < EMPTY_BYTES) {
    return [fail('disk', free, 'Free some space now: the host soon rejects every write.')]
  }
  if (bytes < LOW_BYTES) return [warn('disk', free, 'Free some space, or use a larger disk.')]
  return [ok('disk', free)]
}

function checkLog(path: string): Finding[] {
  const bytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (bytes <= MAX_LOG_BYTES) return []
  return [
    warn(
      'database',
      `SQLite's log ${path}-wal has ${Math.floor(bytes / MIB)} MiB.`,
      'A process reads one snapshot for very long. End that process, or restart the host.',
    ),
  ]
}

async function checkVersion(url: string): Promise<Finding[]> {
  try {
    await using db = await openDatabase(url)
    const { rows } = await sql<{ version: string; bytes: string }>`
      select current_setting('server_version') as version,
        pg_database_size(current_database())::text as bytes
    `.execute(db.kysely)
    const version = rows[0]?.version
    if (version === undefined) return []
    const size = `${Math.floor(Number(rows[0]?.bytes) / MIB)} MiB`
    if (Number.parseInt(version, 10) >= MIN_POSTGRES) {
      return [ok('database', `PostgreSQL ${version} stores ${size}.`)]
    }
    return [
      warn(
        'database',
        `PostgreSQL ${version} is older than ${MIN_POSTGRES}.`,
        `Upgrade the server to PostgreSQL ${MIN_POSTGRES} or later.`,
      ),
    ]
  } catch {
    // The check of the database reports a server that does not respond.
    return []
  }
}
