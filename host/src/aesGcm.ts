import { createCipheriv, createDecipheriv } from 'node:crypto'

/** NIST SP 800-38D: a 96-bit IV, a 128-bit tag. */
export const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a string with AES-256-GCM; the result contains the IV, the ciphertext and the tag. `key` is 32 bytes long. `iv` must be unique
 * to each string. `place` is authenticated with the string, which therefore cannot be decrypted in another place.
 */
export function encryptText(
  key: Buffer,
  { iv, place, text }: { iv: Uint8Array; place: string; text: string },
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/**
 * Decrypts the output of `encryptText`.
 *
 * @throws Error if the bytes are too few, were modified, or belong to another key or place
 */
export function decryptText(
  key: Buffer,
  { bytes, place }: { bytes: Uint8Array; place: string },
): string {
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('Too short to be encrypted text')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8')
  return text + decipher.final('utf8')
}
