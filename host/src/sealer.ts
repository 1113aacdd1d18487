import { createHmac, hkdfSync } from 'node:crypto'
import { decryptText, encryptText, IV_BYTES } from './aesGcm.ts'
import type { Context } from './context.ts'
import type { Tx } from './db/openDatabase.ts'
import { ConfigError } from './environmentReader.ts'

/** The purpose of a sealed text; a text that was sealed for one purpose does not open for another. */
export type SealPurpose =
  | 'webhook_secret'
  | 'email'
  | 'cursor'
  | 'release'
  | 'address'
  | 'check'
  | 'period'

/** Keeps texts in the database unreadable to readers of its rows, and finds them again by a keyed digest. */
export type Sealer = {
  /**
   * AES-256-GCM under a separate key for each purpose, as `v1.<base64url>`. The same text seals differently each time.
   */
  seal(purpose: SealPurpose, text: string): string
  /** @throws UnsealError when the text is not sealed for this purpose with this key */
  open(purpose: SealPurpose, sealed: string): string
  /** Lower-case hex HMAC-SHA256: the same text gives the same digest, and without the key it cannot be guessed. */
  digest(purpose: SealPurpose, text: string): string
}

const VERSION = 'v1.'
const KEY_BYTES = 32
const SETTING = 'encryption_key'
/** Holds a digest of {@link CHECKED}, which shows whether a host has the key that the database was begun with. */
const CHECK_SETTING = 'encryption_check'
const CHECKED = 'the key of this database'

/** A stored secret cannot be read: the key is another one, or the row was changed. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError'

  constructor(options: { cause?: unknown } = {}) {
    super('A sealed value does not open: was it sealed with this PAY_ENCRYPTION_KEY?', options)
  }
}

/** Creates a sealer of a key; any text is accepted, and its strength is that of the seals. */
export function createSealer(context: Pick<Context, 'random'>, key: string): Sealer {
  const keys = new Map<string, Buffer>()
  const keyOf = (use: string): Buffer => {
    const known = keys.get(use)
    if (known !== undefined) return known
    const derived = Buffer.from(hkdfSync('sha256', key, '', `secure-payment ${use}`, KEY_BYTES))
    keys.set(use, derived)
    return derived
  }
  return {
    seal(purpose, text) {
      const iv = context.random(IV_BYTES)
      const bytes = encryptText(keyOf(`seal ${purpose}`), { iv, place: '', text })
      return VERSION + bytes.toString('base64url')
    },
    open(purpose, sealed) {
      if (!sealed.startsWith(VERSION)) throw new UnsealError()
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
      try {
        return decryptText(keyOf(`seal ${purpose}`), { bytes, place: '' })
      } catch (cause) {
        throw new UnsealError({ cause })
      }
    },
    digest: (purpose, text) =>
      createHmac('sha256', keyOf(`digest ${purpose}`))
        .update(text)
        .digest('hex'),
  }
}

/**
 * Opens the sealer that all hosts of a database share: its key is `PAY_ENCRYPTION_KEY`, otherwise one that the first
 * start creates and stores in the database. A host with a different key is refused: it could not open the other hosts'
 * values, nor they its own.
 *
 * @throws ConfigError
 */
export async function openSealer(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
): Promise<Sealer> {
  const { config, db, random } = context
  const own = Buffer.from(random(KEY_BYTES)).toString('base64url')
  // A refused host leaves nothing behind.
  return db.transaction(async (tx) => {
    const key = config.encryptionKey ?? (await keepSetting(context, tx, [SETTING, own]))
    const sealer = createSealer(context, key)
    const check = sealer.digest('check', CHECKED)
    if ((await keepSetting(context, tx, [CHECK_SETTING, check])) === check) return sealer
    throw new ConfigError([
      'PAY_ENCRYPTION_KEY is not the key that the data of this database was sealed with. Set that key on every host; one that a host made itself is in the table settings, under encryption_key',
    ])
  })
}

/** The value of a setting that the first host wrote. */
async function keepSetting(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  [name, value]: readonly [name: string, value: string],
): Promise<string> {
  await tx
    .insertInto('settings')
    .values({ name, value, created_at: now().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const stored = await tx
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return stored.value
}
