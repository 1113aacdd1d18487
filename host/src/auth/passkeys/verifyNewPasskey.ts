import { decodeCBOR } from '@levischuck/tiny-cbor'
import type { api, Input } from '@secure-payment/core/api'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { PasskeyRefusedError } from './errors.ts'
import { guardClientData } from './guardClientData.ts'
import { isSignedBy, type PasskeyKey, readPasskeyKey, signedBytes } from './passkeyKey.ts'
import { readAuthenticatorData } from './readAuthenticatorData.ts'
import { PASSKEY_ALGORITHMS, relyingParty } from './relyingParty.ts'

/** A credential that a browser has created. */
type NewCredential = Input<typeof api.passkeys.add>['body']['credential']

/** The facts of a verified new passkey, as columns. */
export type NewPasskey = {
  credential_id: string
  public_key: string
  sign_count: bigint
  transports: string
  is_synced: 0 | 1
}

/**
 * Verifies a new credential: challenge, origin, party, and that the device has verified the person.
 *
 * @throws PasskeyRefusedError
 */
export function verifyNewPasskey(
  context: Pick<Context, 'config'>,
  { id, response }: NewCredential,
  challenge: string,
): NewPasskey {
  const party = relyingParty(context)
  try {
    const { clientDataJSON, attestationObject, transports = [] } = response
    guardClientData(clientDataJSON, { type: 'webauthn.create', challenge, origin: party.origin })
    const statement = readStatement(attestationObject)
    const { credential, signCount, isSynced } = readAuthenticatorData(statement.authData, party.id)
    if (credential === null) throw new PasskeyRefusedError()
    if (credential.id.toString('base64url') !== id) throw new PasskeyRefusedError()
    const key = readPasskeyKey(credential.publicKey)
    if (!PASSKEY_ALGORITHMS.includes(key.algorithm)) throw new PasskeyRefusedError()
    guardStatement(statement, key, clientDataJSON)
    return {
      credential_id: id,
      public_key: credential.publicKey.toString('base64url'),
      sign_count: BigInt(signCount),
      transports: JSON.stringify(transports),
      is_synced: isSynced ? 1 : 0,
    }
  } catch (cause) {
    if (cause instanceof PasskeyRefusedError) throw cause
    throw new PasskeyRefusedError({ cause })
  }
}

const statementSchema = z.object({
  fmt: z.string(),
  attStmt: z.map(z.unknown(), z.unknown()),
  authData: z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes)),
})
type Statement = z.output<typeof statementSchema>

/** Reads an attestation object (WebAuthn Level 3, section 6.5.4). */
function readStatement(attestationObject: string): Statement {
  const decoded = decodeCBOR(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  if (!(decoded instanceof Map)) throw new PasskeyRefusedError()
  return statementSchema.parse(Object.fromEntries(decoded))
}

/**
 * Accepts no statement, or one that the passkey itself has signed (WebAuthn Level 3, sections 8.7 and 8.2). The options do not request a
 * statement with certificates, whose revocation lists lead to any address that a caller chooses.
 *
 * @throws PasskeyRefusedError
 */
function guardStatement(
  { fmt, attStmt, authData }: Statement,
  key: PasskeyKey,
  clientDataJSON: string,
): void {
  if (fmt === 'none' && attStmt.size === 0) return
  const signature = attStmt.get('sig')
  const isOwn =
    fmt === 'packed' &&
    !attStmt.has('x5c') &&
    attStmt.get('alg') === key.algorithm &&
    signature instanceof Uint8Array &&
    isSignedBy(key, signedBytes(authData, clientDataJSON), Buffer.from(signature))
  if (!isOwn) throw new PasskeyRefusedError()
}
