import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type CBORType, encodeCBOR } from '@levischuck/tiny-cbor'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../config.ts'
import { guardClientData } from './guardClientData.ts'
import { isSignedBy, readPasskeyKey, signedBytes } from './passkeyKey.ts'
import { readAuthenticatorData } from './readAuthenticatorData.ts'
import { verifyNewPasskey } from './verifyNewPasskey.ts'

/** The library @simplewebauthn/server is the oracle: both verdicts on each credential, honest or altered, must be equal. */
const ORIGIN = 'https://auth.example.test'
const PARTY = 'auth.example.test'
const config = loadConfig({ PAY_AUTH_URL: ORIGIN })
const CHALLENGE = Buffer.alloc(32, 7).toString('base64url')
const ID = Buffer.alloc(16, 9)

type Passkey = { algorithm: number; cose: Buffer; privateKey: KeyObject }

const passkeys: readonly Passkey[] = [createEc(), createEd(), createRsa()]

function createEc(): Passkey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return { algorithm: -7, privateKey, cose: encodeKey({ 1: 2, 3: -7, '-1': 1, '-2': x, '-3': y }) }
}

function createEd(): Passkey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return { algorithm: -8, privateKey, cose: encodeKey({ 1: 1, 3: -8, '-1': 6, '-2': x }) }
}

function createRsa(): Passkey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  return { algorithm: -257, privateKey, cose: encodeKey({ 1: 3, 3: -257, '-1': n, '-2': e }) }
}

/** Writes a key as COSE; its texts are base64url. */
function encodeKey(members: Record<string, number | string>): Buffer {
  const entries = Object.entries(members).map(([name, value]): [number, CBORType] => [
    Number(name),
    typeof value === 'number' ? value : new Uint8Array(Buffer.from(value, 'base64url')),
  ])
  return Buffer.from(encodeCBOR(new Map(entries)))
}

function headOf(flags: number, signCount: number): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(flags)
  head.writeUInt32BE(signCount, 1)
  return Buffer.concat([createHash('sha256').update(PARTY).digest(), head])
}

function clientDataOf(facts: object): string {
  const data = { challenge: CHALLENGE, origin: ORIGIN, crossOrigin: false, ...facts }
  return Buffer.from(JSON.stringify(data)).toString('base64url')
}

function signBy({ algorithm, privateKey }: Passkey, data: Buffer): Buffer {
  return sign(algorithm === -8 ? null : 'sha256', data, privateKey)
}

/** Writes a new credential, with a statement by itself if `isSelfSigned`. */
function writeNew(passkey: Passkey, flags: number, isSelfSigned: boolean, type: string) {
  const authData = Buffer.concat([
    headOf(flags, 3),
    Buffer.alloc(16),
    Buffer.from([0, ID.length]),
    ID,
    passkey.cose,
  ])
  const clientDataJSON = clientDataOf({ type })
  const sig = new Uint8Array(signBy(passkey, signedBytes(authData, clientDataJSON)))
  const own = new Map<string, CBORType>([
    ['alg', passkey.algorithm],
    ['sig', sig],
  ])
  const statement = new Map<string, CBORType>([
    ['fmt', isSelfSigned ? 'packed' : 'none'],
    ['attStmt', isSelfSigned ? own : new Map<string, CBORType>()],
    ['authData', new Uint8Array(authData)],
  ])
  return { clientDataJSON, attestationObject: Buffer.from(encodeCBOR(statement)) }
}

const flagsOf = fc.constantFrom(0x45, 0x5d, 0x4d, 0x55, 0x41, 0x44, 0x05, 0xc5)
const alteration = fc.option(fc.record({ at: fc.nat(), bit: fc.nat({ max: 7 }) }), { freq: 2 })

/** Inverts a bit of some bytes, at a place modulo their length. */
function alter(bytes: Buffer, change: { at: number; bit: number } | null): Buffer {
  const altered = Buffer.from(bytes)
  if (change === null) return altered
  const at = change.at % bytes.length
  altered.writeUInt8(altered.readUInt8(at) ^ (1 << change.bit), at)
  return altered
}

async function succeeds(run: () => unknown): Promise<boolean> {
  try {
    return (await run()) !== false
  } catch {
    return false
  }
}

describe('A passkey', () => {
  it('a new passkey is accepted if, and only if, the library accepts it', async () => {
    let accepted = 0
    const passkey = fc.constantFrom(...passkeys)
    const types = fc.constantFrom('webauthn.create', 'webauthn.create', 'webauthn.get')
    await fc.assert(
      fc.asyncProperty(passkey, flagsOf, fc.boolean(), types, alteration, async (...sample) => {
        const [key, flags, isSelfSigned, type, change] = sample
        const { clientDataJSON, attestationObject } = writeNew(key, flags, isSelfSigned, type)
        const id = ID.toString('base64url')
        const object = alter(attestationObject, change).toString('base64url')
        const response = { clientDataJSON, attestationObject: object }
        const ours = await succeeds(() =>
          verifyNewPasskey({ config }, { id, type: 'public-key', response }, CHALLENGE),
        )
        const theirs = await succeeds(async () => {
          const { verified, registrationInfo } = await verifyRegistrationResponse({
            response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
            expectedChallenge: CHALLENGE,
            expectedOrigin: ORIGIN,
            expectedRPID: PARTY,
            supportedAlgorithmIDs: [-8, -7, -257],
          })
          return verified && registrationInfo.credential.id === id
        })
        // The library accepts a point outside the curve until it verifies a signature.
        if (change === null || ours) expect(ours).toBe(theirs)
        if (ours) accepted += 1
      }),
      { numRuns: 300 },
    )
    expect(accepted).toBeGreaterThan(20)
  })

  it('a proof is accepted if, and only if, the library accepts it', async () => {
    let accepted = 0
    const passkey = fc.constantFrom(...passkeys)
    const change = fc.record({ data: alteration, signature: alteration, client: alteration })
    await fc.assert(
      fc.asyncProperty(passkey, fc.constantFrom(0x05, 0x1d, 0x01), change, async (...sample) => {
        const [key, flags, { data, signature, client }] = sample
        const clientData = Buffer.from(clientDataOf({ type: 'webauthn.get' }), 'base64url')
        const clientDataJSON = alter(clientData, client).toString('base64url')
        const honest = headOf(flags, 8)
        const signed = signBy(key, signedBytes(honest, clientData.toString('base64url')))
        const response = {
          clientDataJSON,
          authenticatorData: alter(honest, data).toString('base64url'),
          signature: alter(signed, signature).toString('base64url'),
        }
        const id = ID.toString('base64url')
        const ours = await succeeds(() => {
          const expected = { challenge: CHALLENGE, origin: ORIGIN }
          guardClientData(clientDataJSON, { type: 'webauthn.get', ...expected })
          const bytes = Buffer.from(response.authenticatorData, 'base64url')
          readAuthenticatorData(bytes, PARTY)
          const proof = signedBytes(bytes, clientDataJSON)
          const own = readPasskeyKey(key.cose)
          return isSignedBy(own, proof, Buffer.from(response.signature, 'base64url'))
        })
        const theirs = await succeeds(async () => {
          const { verified } = await verifyAuthenticationResponse({
            response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
            expectedChallenge: CHALLENGE,
            expectedOrigin: ORIGIN,
            expectedRPID: PARTY,
            credential: { id, publicKey: new Uint8Array(key.cose), counter: 0 },
          })
          return verified
        })
        expect(ours).toBe(theirs)
        if (ours) accepted += 1
      }),
      { numRuns: 300 },
    )
    expect(accepted).toBeGreaterThan(5)
  })
})
