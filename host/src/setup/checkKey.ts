import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { openDatabase, sqlitePath } from '../db/openDatabase.ts'
import { readSchemaState } from '../db/readSchemaState.ts'
import { createRandomPool } from '../randomPool.ts'
import { CHECK_SETTING, checkOf, createSealer, KEY_SETTING } from '../sealer.ts'
import { type Finding, fail, ok } from './finding.ts'

/** Checks that `PAY_ENCRYPTION_KEY`, or the key in the database, is the key that sealed the database's secrets. Changes nothing. */
export async function checkKey({
  databaseUrl,
  encryptionKey,
}: Pick<Config, 'databaseUrl' | 'encryptionKey'>): Promise<Finding[]> {
  const stored = await readKeys(databaseUrl).catch(() => null)
  const check = stored?.get(CHECK_SETTING)
  // The check of the database reports one that does not respond. Without a digest, the first start accepts any key.
  if (check === undefined) return []
  const key = encryptionKey ?? stored?.get(KEY_SETTING)
  if (key !== undefined && checkOf(createSealer({ random: createRandomPool() }, key)) === check) {
    return [ok('key', 'The encryption key is the one that sealed the secrets in the database.')]
  }
  return [
    fail(
      'key',
      'PAY_ENCRYPTION_KEY is not the key that sealed the secrets in the database, so the host does not start.',
      'Set that key. A key that a host made is in the table settings, under encryption_key.',
    ),
  ]
}

async function readKeys(url: string): Promise<ReadonlyMap<string, string>> {
  const path = sqlitePath(url)
  if (path !== null && !existsSync(path)) return new Map()
  await using db = await openDatabase(url)
  if ((await readSchemaState(db)).applied === 0) return new Map()
  const rows = await db.kysely
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', [CHECK_SETTING, KEY_SETTING])
    .execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}
