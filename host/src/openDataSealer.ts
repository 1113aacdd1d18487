import type { Context } from './context.ts'
import { createDataSealer, type DataSealer } from './dataSealer.ts'

const KEY_BYTES = 32
/** The name of the setting for the key that a host generated. */
const DATA_KEY_SETTING = 'data_key'

/**
 * Opens the sealer of personal data, whose keys all hosts of one database share. The keys come from `PAY_DATA_KEY`; without it, the first
 * start generates a key and stores it in the database. The generated key still decrypts after keys are configured, until all data is
 * resealed.
 */
export async function openDataSealer(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
): Promise<DataSealer> {
  const { config, db, now, random } = context
  if (config.dataKeys.length === 0) {
    const value = Buffer.from(random(KEY_BYTES)).toString('base64url')
    await db.kysely
      .insertInto('settings')
      .values({ name: DATA_KEY_SETTING, value, created_at: now().toISOString() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }
  const own = await db.kysely
    .selectFrom('settings')
    .select('value')
    .where('name', '=', DATA_KEY_SETTING)
    .executeTakeFirst()
  const [first, ...others] = [...config.dataKeys, ...(own === undefined ? [] : [own.value])]
  if (first === undefined) throw new Error('The database lost the key of its personal data.')
  return createDataSealer(context, [first, ...others])
}
