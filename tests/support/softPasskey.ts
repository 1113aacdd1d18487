import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Changes to a response with which a test attacks the service. */
export type Forgery = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** The authenticator data's flags; by default the user is present and verified. */
  flags?: number
  signCount?: number
  userHandle?: string | null
  crossOrigin?: boolean
  /** The attestation statement: its format and its CBOR. By default there is none. */
  statement?: { format: string; bytes: Buffer }
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** A software authenticator that holds one passkey (ES256), and can forge its responses. */
export class SoftPasskey {
  readonly id = randomBytes(32).toString('base64url')
  readonly #key: KeyObject
  readonly #publicKey: Buffer
  readonly #origin: string
  /** The member's handle, from the registration options. */
  userHandle: string | null = null
  /** The signature counter, which each response increments while `isCounting`. An authenticator without a counter always sends zero. */
  signCount = 0
  isCounting = true

  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#origin = origin
    // RFC 9052: kty 2 (EC2), alg -7, crv 1, x, y.
    this.#publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
  }

  /** Creates the passkey, and returns the response to registration options. */
  create(
    options: { challenge: string; rp: { id: string }; user: { id: string } },
    forgery: Forgery = {},
  ): object {
    this.userHandle = options.user.id
    const id = Buffer.from(this.id, 'base64url')
    const flags = (forgery.flags ?? PRESENT | VERIFIED) | HAS_CREDENTIAL
    const authData = Buffer.concat([
      this.#head(forgery.rpId ?? options.rp.id, flags, forgery),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      this.#publicKey,
    ])
    const { format, bytes } = forgery.statement ?? { format: 'none', bytes: Buffer.from([0xa0]) }
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text(format),
      text('attStmt'),
      bytes,
      text('authData'),
      Buffer.from([0x59, authData.length >> 8, authData.length & 255]),
      authData,
    ])
    return {
      id: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, forgery),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Signs a challenge, and returns the response to proof options. */
  prove(options: { challenge: string; rpId: string }, forgery: Forgery = {}): object {
    if (this.isCounting) this.signCount += 1
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, forgery)
    const flags = forgery.flags ?? PRESENT | VERIFIED
    const authData = this.#head(forgery.rpId ?? options.rpId, flags, forgery)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signature = sign('sha256', Buffer.concat([authData, hash]), this.#key)
    return {
      id: this.id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: forgery.userHandle === undefined ? this.userHandle : forgery.userHandle,
      },
    }
  }

  #clientData(type: string, challenge: string, forgery: Forgery): string {
    const data = {
      type: forgery.type ?? type,
      challenge: forgery.challenge ?? challenge,
      origin: forgery.origin ?? this.#origin,
      crossOrigin: forgery.crossOrigin ?? false,
    }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  #head(rpId: string, flags: number, { signCount = this.signCount }: Forgery): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(signCount)
    return Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([flags]),
      counter,
    ])
  }
}

/** CBOR of a short text. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([0x60 + bytes.length]), bytes])
}
