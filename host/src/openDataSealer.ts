import { ConfigError } from './config.ts'
import type { Context } from './context.ts'
import { createDataSealer, type DataSealer, DataUnreadableError } from './dataSealer.ts'

const KEY_BYTES = 32
/** The name of the setting for the key that a host generated. */
export const DATA_KEY_SETTING = 'data_key'
/** The setting with a known text, sealed with the first key, which shows whether a host has the database's key. */
export const DATA_CHECK_SETTING = 'data_check'
const CHECKED = 'the key of the personal data'

/**
 * Opens the sealer of personal data, whose keys all hosts of one database share. The keys come from `PAY_DATA_KEY`; without it, the first
 * start generates a key and stores it in the database. The generated key still decrypts after keys are configured, until all data is
 * resealed.
 *
 * @throws ConfigError if no key is the one that sealed the data of this database
 */
export async function openDataSealer(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
): Promise<DataSealer> {
  const { config, db, random } = context
  if (config.dataKeys.length === 0) {
    const value = Buffer.from(random(KEY_BYTES)).toString('base64url')
    await keepSetting(context, DATA_KEY_SETTING, value)
  }
  const own = await db.kysely
    .selectFrom('settings')
    .select('value')
    .where('name', '=', DATA_KEY_SETTING)
    .executeTakeFirst()
  const [first, ...others] = [...config.dataKeys, ...(own === undefined ? [] : [own.value])]
  if (first === undefined) throw new Error('The database lost the key of its personal data.')
  const sealer = createDataSealer(context, [first, ...others])
  const check = await keepSetting(context, DATA_CHECK_SETTING, sealCheck(sealer))
  if (opensCheck(sealer, check)) return sealer
  throw new ConfigError([
    'PAY_DATA_KEY does not contain the key that the personal data of this database was sealed with. Set that key on every host; after a new key, list it until the command reseal has run',
  ])
}

/** Stores that the first key of a sealer sealed all data, so that the other keys can be removed. */
export async function moveDataCheck({
  db,
  dataSealer,
}: Pick<Context, 'db' | 'dataSealer'>): Promise<void> {
  await db.kysely
    .updateTable('settings')
    .set({ value: sealCheck(dataSealer) })
    .where('name', '=', DATA_CHECK_SETTING)
    .execute()
}

/** Returns whether one of the sealer's keys sealed the stored check. */
export function opensCheck(sealer: Pick<DataSealer, 'open'>, check: string): boolean {
  try {
    return sealer.open(`settings:${DATA_CHECK_SETTING}`, check) === CHECKED
  } catch (error) {
    if (error instanceof DataUnreadableError) return false
    throw error
  }
}

function sealCheck(sealer: Pick<DataSealer, 'seal'>): string {
  return sealer.seal(`settings:${DATA_CHECK_SETTING}`, CHECKED)
}

/** Stores a setting if it is missing, and returns the stored value, which is that of the first host. */
async function keepSetting(
  { db, now }: Pick<Context, 'db' | 'now'>,
  name: string,
  value: string,
): Promise<string> {
  const created_at = now().toISOString()
  await db.kysely
    .insertInto('settings')
    .values({ name, value, created_at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const stored = await db.kysely
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return stored.value
}
