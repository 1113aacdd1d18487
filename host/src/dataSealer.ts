import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { decryptText, encryptText, IV_BYTES } from './aesGcm.ts'
import type { Context } from './context.ts'

/**
 * Encrypts personal data in the database with rotatable keys: the first key encrypts, all keys decrypt. A sealed string belongs to its
 * place (`binding`, such as `payers:<id>:sealed_profile`) and cannot be decrypted elsewhere.
 */
export type DataSealer = {
  /** AES-256-GCM, as `d1.<key id>.<base64url>`. Sealing the same text gives a different value each time. */
  seal(binding: string, text: string): string
  /** @throws DataUnreadableError if no key of this host decrypts the text in this place */
  open(binding: string, sealed: string): string
  /**
   * The lower-case hex HMAC-SHA256 of a string under each key, current key first, so that records stored under an earlier key are still
   * found. Without the key, an attacker cannot compute the digest of a guessed string.
   */
  digests(purpose: string, text: string): readonly [string, ...string[]]
  /** Whether a string is sealed with the first key. Once all strings are, the other keys can be removed. */
  isCurrent(sealed: string): boolean
}

/** Personal data is unreadable: its key is gone, or the row was changed. */
export class DataUnreadableError extends Error {
  override readonly name = 'DataUnreadableError'

  constructor(keyId: string | null, options: { cause?: unknown } = {}) {
    super(
      `A sealed record cannot be decrypted${keyId === null ? '' : ` with key ${keyId}`}: does PAY_DATA_KEY still contain the key that sealed it?`,
      options,
    )
  }
}

/** Creates a sealer from keys, current key first. Any text is accepted as a key, so the security depends on the text's strength. */
export function createDataSealer(
  context: Pick<Context, 'random'>,
  keys: readonly [string, ...string[]],
): DataSealer {
  const [current, ...former] = keys.map(deriveKeys)
  if (current === undefined) throw new Error('No data key')
  const all: readonly [DerivedKeys, ...DerivedKeys[]] = [current, ...former]
  return {
    seal(binding, text) {
      const bytes = encryptText(current.seal, {
        iv: context.random(IV_BYTES),
        place: binding,
        text,
      })
      return `${VERSION}.${current.id}.${bytes.toString('base64url')}`
    },
    open(binding, sealed) {
      const [version, id = '', encoded = ''] = sealed.split('.')
      if (version !== VERSION) throw new DataUnreadableError(null)
      const key = all.find((known) => known.id === id)
      if (key === undefined) throw new DataUnreadableError(id)
      try {
        return decryptText(key.seal, { bytes: Buffer.from(encoded, 'base64url'), place: binding })
      } catch (cause) {
        throw new DataUnreadableError(id, { cause })
      }
    },
    digests(purpose, text) {
      const digest = (key: DerivedKeys) =>
        createHmac('sha256', key.digest).update(`${purpose}\0${text}`).digest('hex')
      return [digest(current), ...former.map(digest)]
    },
    isCurrent: (sealed) => sealed.startsWith(`${VERSION}.${current.id}.`),
  }
}

const VERSION = 'd1'
const KEY_BYTES = 32
/** A key's id has enough bits to distinguish a handful of keys, and reveals nothing about the key. */
const KEY_ID_DIGITS = 8

/** The keys derived from one configured key. */
type DerivedKeys = { readonly id: string; readonly seal: Buffer; readonly digest: Buffer }

function deriveKeys(key: string): DerivedKeys {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', key, '', `secure-payment data ${use}`, KEY_BYTES))
  const id = createHash('sha256').update(derive('id')).digest('hex').slice(0, KEY_ID_DIGITS)
  return { id, seal: derive('seal'), digest: derive('digest') }
}
