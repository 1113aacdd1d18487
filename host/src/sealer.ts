import { createHmac, hkdfSync } from 'node:crypto'
import { decryptText, encryptText, IV_BYTES } from './aesGcm.ts'
import type { Context } from './context.ts'

/** The purpose of a sealed text; a text that was sealed for one purpose does not open for another. */
export type SealPurpose = 'webhook_secret' | 'email' | 'cursor' | 'release' | 'address'

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

/** A stored secret cannot be read: the key is another one, or the row was changed. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError'

  constructor(options: { cause?: unknown } = {}) {
    super(
      'A sealed value does not open: is PAY_ENCRYPTION_KEY the one it was sealed with?',
      options,
    )
  }
}

/** Creates a sealer of a key; any text will do, its strength is that of the seals. */
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
 * Opens the sealer that all hosts of a database share: its key is `PAY_ENCRYPTION_KEY`, else one that the first start makes and
 * keeps in the database.
 */
export async function openSealer(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
): Promise<Sealer> {
  const { config, db, now, random } = context
  if (config.encryptionKey !== null) return createSealer(context, config.encryptionKey)
  const value = Buffer.from(random(KEY_BYTES)).toString('base64url')
  await db.kysely
    .insertInto('settings')
    .values({ name: SETTING, value, created_at: now().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const stored = await db.kysely
    .selectFrom('settings')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirstOrThrow()
  return createSealer(context, stored.value)
}
