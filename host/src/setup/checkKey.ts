import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { createDataSealer } from '../dataSealer.ts'
import { openDatabase, sqlitePath } from '../db/openDatabase.ts'
import { readSchemaState } from '../db/readSchemaState.ts'
import { DATA_CHECK_SETTING, DATA_KEY_SETTING, opensCheck } from '../openDataSealer.ts'
import { createRandomPool } from '../randomPool.ts'
import { CHECK_SETTING, checkOf, createSealer, KEY_SETTING } from '../sealer.ts'
import { type Finding, fail, ok } from './finding.ts'

const CHECK = 'key'
const SETTINGS = [CHECK_SETTING, KEY_SETTING, DATA_CHECK_SETTING, DATA_KEY_SETTING]

type Keys = Pick<Config, 'encryptionKey' | 'dataKeys'>
type Stored = ReadonlyMap<string, string>

/**
 * Checks that `PAY_ENCRYPTION_KEY` and `PAY_DATA_KEY`, or the keys in the database, are the keys that sealed the database's secrets and
 * personal data. Changes nothing.
 */
export async function checkKey(config: Keys & Pick<Config, 'databaseUrl'>): Promise<Finding[]> {
  // The check of the database reports one that does not respond. Without a check, the first start accepts any key.
  const stored = await readStored(config.databaseUrl).catch((): Stored => new Map())
  return [...checkSecrets(config, stored), ...checkData(config, stored)]
}

function checkSecrets({ encryptionKey }: Keys, stored: Stored): Finding[] {
  const check = stored.get(CHECK_SETTING)
  if (check === undefined) return []
  const key = encryptionKey ?? stored.get(KEY_SETTING)
  if (key !== undefined && checkOf(createSealer({ random: createRandomPool() }, key)) === check) {
    return [ok(CHECK, 'The encryption key is the one that sealed the secrets in the database.')]
  }
  return [
    fail(
      CHECK,
      'PAY_ENCRYPTION_KEY is not the key that sealed the secrets in the database, so the host does not start.',
      'Set that key. A key that a host made is in the table settings, under encryption_key.',
    ),
  ]
}

function checkData({ dataKeys }: Keys, stored: Stored): Finding[] {
  const check = stored.get(DATA_CHECK_SETTING)
  if (check === undefined) return []
  const own = stored.get(DATA_KEY_SETTING)
  const [first, ...others] = [...dataKeys, ...(own === undefined ? [] : [own])]
  const random = createRandomPool()
  if (first !== undefined && opensCheck(createDataSealer({ random }, [first, ...others]), check)) {
    return [ok(CHECK, 'A data key is the one that sealed the personal data in the database.')]
  }
  return [
    fail(
      CHECK,
      'PAY_DATA_KEY does not contain the key that sealed the personal data, so the host does not start.',
      'Add that key to the list, after a new one. The command reseal changes the key of all data.',
    ),
  ]
}

async function readStored(url: string): Promise<Stored> {
  const path = sqlitePath(url)
  if (path !== null && !existsSync(path)) return new Map()
  await using db = await openDatabase(url)
  if ((await readSchemaState(db)).applied === 0) return new Map()
  const rows = await db.kysely
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', SETTINGS)
    .execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}
