import type { api, Input } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { PasskeyRefusedError } from './errors.ts'
import { guardTopFrame } from './guardTopFrame.ts'
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
export async function verifyNewPasskey(
  context: Pick<Context, 'config'>,
  { id, response }: NewCredential,
  challenge: string,
): Promise<NewPasskey> {
  const party = relyingParty(context)
  const transports = response.transports ?? []
  try {
    guardTopFrame(response.clientDataJSON)
    // The library is loaded for the first passkey, because its cryptography is large.
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    await guardStatement(response.attestationObject)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: response.attestationObject,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    })
    if (!verified || registrationInfo.credential.id !== id) throw new PasskeyRefusedError()
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credential_id: id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      sign_count: BigInt(credential.counter),
      transports: JSON.stringify(transports),
      is_synced: credentialBackedUp ? 1 : 0,
    }
  } catch (cause) {
    if (cause instanceof PasskeyRefusedError) throw cause
    throw new PasskeyRefusedError({ cause })
  }
}

/**
 * Rejects a statement with certificates, which the options do not request. The library would read the revocation lists that the
 * certificates name, and so call any address that a caller chooses.
 */
async function guardStatement(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(
    new Uint8Array(Buffer.from(attestationObject, 'base64url')),
  )
  const format = decoded.get('fmt')
  const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelfSigned) throw new PasskeyRefusedError()
}
