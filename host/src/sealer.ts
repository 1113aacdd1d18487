import { createHmac, hkdfSync } from 'node:crypto'
import { decryptText, encryptText, IV_BYTES } from './aesGcm.ts'
import { ConfigError } from './config.ts'
import type { Context } from './context.ts'
import type { Tx } from './db/openDatabase.ts'

/** The purpose of a sealed string, which cannot be decrypted for another purpose. */
export type SealPurpose =
  | 'webhook_secret'
  | 'email'
  | 'mail'
  | 'cursor'
  | 'release'
  | 'address'
  | 'check'
  | 'period'
  | 'signing'

/** Encrypts strings in the database, and computes the keyed digests that look them up. */
export type Sealer = {
  /**
   * AES-256-GCM under a separate key for each purpose, as `v1.<base64url>`. The same text seals to a different value each time.
   */
  seal(purpose: SealPurpose, text: string): string
  /** @throws UnsealError if the text is not sealed for this purpose with this key */
  open(purpose: SealPurpose, sealed: string): string
  /** The lower-case hex HMAC-SHA256: equal strings have equal digests, which cannot be guessed without the key. */
  digest(purpose: SealPurpose, text: string): string
}

const VERSION = 'v1.'
const KEY_BYTES = 32
/** The setting with the key that the first host generated. */
export const KEY_SETTING = 'encryption_key'
/** The setting with a digest of {@link CHECKED}, which shows whether a host has the database's original key. */
export const CHECK_SETTING = 'encryption_check'
const CHECKED = 'the key of this database'

/** A stored secret cannot be read: the key is different, or the row was modified. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError'

  constructor(options: { cause?: unknown } = {}) {
    super(
      'A sealed value cannot be decrypted: was it sealed with this PAY_ENCRYPTION_KEY?',
      options,
    )
  }
}

/** Creates a sealer from a key; any text is accepted, and its strength determines the security. */
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
 * Opens the sealer that all hosts of a database share. The key is `PAY_ENCRYPTION_KEY`, otherwise one that the first start creates and
 * stores in the database. A host with a different key is rejected, because it and the other hosts could not decrypt each other's values.
 *
 * @throws ConfigError
 */
export async function openSealer(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
): Promise<Sealer> {
  const { config, db, random } = context
  const own = Buffer.from(random(KEY_BYTES)).toString('base64url')
  // A rejected host writes nothing.
  return db.transaction(async (tx) => {
    const key = config.encryptionKey ?? (await keepSetting(context, tx, [KEY_SETTING, own]))
    const sealer = createSealer(context, key)
    const check = checkOf(sealer)
    if ((await keepSetting(context, tx, [CHECK_SETTING, check])) === check) return sealer
    throw new ConfigError([
      'PAY_ENCRYPTION_KEY is not the key that the data of this database was sealed with. Set that key on every host; one that a host made itself is in the table settings, under encryption_key',
    ])
  })
}

/** Returns the value of {@link CHECK_SETTING} for a key. */
export function checkOf(sealer: Pick<Sealer, 'digest'>): string {
  return sealer.digest('check', CHECKED)
}

/** Stores a setting if it is missing, and returns the stored value, which is that of the first host. */
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
