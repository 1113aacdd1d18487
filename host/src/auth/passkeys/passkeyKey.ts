import { createHash, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import { decodeCBOR } from '@levischuck/tiny-cbor'
import { z } from 'zod'

/** The numbers of COSE's keys (RFC 9052, section 7; RFC 9053; RFC 8230). */
const TYPE = 1
const ALGORITHM = 3
const FIRST = -1
const SECOND = -2
const THIRD = -3

const ES256 = -7
const EDDSA = -8
const RS256 = -257
const OKP = 1
const EC2 = 2
const RSA = 3
const P_256 = 1
const ED25519 = 6

const bytes = z
  .instanceof(Uint8Array)
  .transform((value) => Buffer.from(value).toString('base64url'))

/** The key types of passkeys by their algorithm, each as the JSON Web Key of its members. */
const JWK_READERS: Readonly<Record<number, (key: ReadonlyMap<unknown, unknown>) => JsonWebKey>> = {
  [ES256]: (key) => {
    z.literal(EC2).parse(key.get(TYPE))
    z.literal(P_256).parse(key.get(FIRST))
    return {
      kty: 'EC',
      crv: 'P-256',
      x: bytes.parse(key.get(SECOND)),
      y: bytes.parse(key.get(THIRD)),
    }
  },
  [EDDSA]: (key) => {
    z.literal(OKP).parse(key.get(TYPE))
    z.literal(ED25519).parse(key.get(FIRST))
    return { kty: 'OKP', crv: 'Ed25519', x: bytes.parse(key.get(SECOND)) }
  },
  [RS256]: (key) => {
    z.literal(RSA).parse(key.get(TYPE))
    return { kty: 'RSA', n: bytes.parse(key.get(FIRST)), e: bytes.parse(key.get(SECOND)) }
  },
}

/** A passkey's public key, and the number of its algorithm. */
export type PasskeyKey = { algorithm: number; key: KeyObject }

/**
 * Reads a public key in the form of authenticators (COSE).
 *
 * @throws Error for any other data, and for a key of another algorithm than ES256, EdDSA and RS256
 */
export function readPasskeyKey(cose: Buffer): PasskeyKey {
  const members = decodeCBOR(new Uint8Array(cose))
  if (!(members instanceof Map)) throw new TypeError('A public key is a map.')
  const algorithm = z.number().parse(members.get(ALGORITHM))
  const toKey = JWK_READERS[algorithm]
  if (toKey === undefined) throw new TypeError('The algorithm is not accepted.')
  return { algorithm, key: createPublicKey({ key: toKey(members), format: 'jwk' }) }
}

/** Returns whether a passkey signed data. A signature by ES256 is in DER. */
export function isSignedBy(
  { algorithm, key }: PasskeyKey,
  data: Buffer,
  signature: Buffer,
): boolean {
  return verify(algorithm === EDDSA ? null : 'sha256', data, key, signature)
}

/** Returns the bytes that an authenticator signs: its data, and the hash of the browser's. */
export function signedBytes(authenticatorData: Buffer, clientDataJSON: string): Buffer {
  const clientData = Buffer.from(clientDataJSON, 'base64url')
  return Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
}
