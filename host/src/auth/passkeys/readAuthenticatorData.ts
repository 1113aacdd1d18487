import { createHash } from 'node:crypto'
import { decodePartialCBOR } from '@levischuck/tiny-cbor'
import { PasskeyRefusedError } from './errors.ts'

/** An authenticator's data (WebAuthn Level 3, section 6.1). */
export type AuthenticatorData = {
  signCount: number
  /** Whether other devices of the person may have the key. */
  isSynced: boolean
  /** The new credential; null in a proof by a known one. */
  credential: { id: Buffer; publicKey: Buffer } | null
}

const HASH_BYTES = 32
const AAGUID_BYTES = 16
const FLAGS_AT = HASH_BYTES
const COUNT_AT = FLAGS_AT + 1
const CREDENTIAL_AT = COUNT_AT + 4

const PRESENT = 0x01
const VERIFIED = 0x04
const CAN_SYNC = 0x08
const SYNCED = 0x10
const HAS_CREDENTIAL = 0x40
const HAS_EXTENSIONS = 0x80

/**
 * Reads the data of an authenticator. The authenticator must have acted for the party, and must have verified a person who was present.
 *
 * @throws PasskeyRefusedError, or an error of the parser for truncated data
 */
export function readAuthenticatorData(bytes: Buffer, partyId: string): AuthenticatorData {
  if (bytes.length < CREDENTIAL_AT) throw new PasskeyRefusedError()
  const partyHash = createHash('sha256').update(partyId).digest()
  if (!bytes.subarray(0, HASH_BYTES).equals(partyHash)) throw new PasskeyRefusedError()
  const flags = bytes.readUInt8(FLAGS_AT)
  const has = (flag: number) => (flags & flag) !== 0
  if (!has(PRESENT) || !has(VERIFIED)) throw new PasskeyRefusedError()
  // A key that cannot leave its device is not on another one.
  if (has(SYNCED) && !has(CAN_SYNC)) throw new PasskeyRefusedError()
  const found = has(HAS_CREDENTIAL) ? readCredential(bytes) : null
  const from = found?.end ?? CREDENTIAL_AT
  const end = has(HAS_EXTENSIONS) ? endOfItem(bytes, from) : from
  if (end !== bytes.length) throw new PasskeyRefusedError()
  const credential = found === null ? null : { id: found.id, publicKey: found.publicKey }
  return { signCount: bytes.readUInt32BE(COUNT_AT), isSynced: has(SYNCED), credential }
}

function readCredential(bytes: Buffer): { id: Buffer; publicKey: Buffer; end: number } {
  const lengthAt = CREDENTIAL_AT + AAGUID_BYTES
  const idAt = lengthAt + 2
  const keyAt = idAt + bytes.readUInt16BE(lengthAt)
  const end = endOfItem(bytes, keyAt)
  return { id: bytes.subarray(idAt, keyAt), publicKey: bytes.subarray(keyAt, end), end }
}

/** Returns the place after the CBOR item at a place. */
function endOfItem(bytes: Buffer, at: number): number {
  const [, length] = decodePartialCBOR(new Uint8Array(bytes), at)
  return at + length
}
