import type { NewCredential, PasskeyCreation, PasskeyProof, PasskeyRequest } from './api.ts'

/** The reason why the browser returned no credential. */
export type PasskeyFaultReason = 'cancelled' | 'known' | 'unsupported' | 'address' | 'failed'

/** The browser or the person's device returned no credential; nothing was sent. */
export class PasskeyFault extends Error {
  readonly reason: PasskeyFaultReason

  constructor(reason: PasskeyFaultReason, options: { cause?: unknown } = {}) {
    super(`The browser returned no passkey: ${reason}.`, options)
    this.name = 'PasskeyFault'
    this.reason = reason
  }
}

/** Whether the browser supports passkeys; no browser does on pages without https. */
export function hasPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function'
}

/**
 * Creates a passkey on the person's device.
 *
 * @throws PasskeyFault
 */
export async function createPasskey({ options }: PasskeyCreation): Promise<NewCredential> {
  const credential = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: toBytes(options.challenge),
        user: { ...options.user, id: toBytes(options.user.id) },
        excludeCredentials: options.excludeCredentials.map(toDescriptor),
      },
    }),
  )
  const { response } = credential
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new PasskeyFault('failed')
  return {
    id: credential.id,
    type: 'public-key',
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports(),
    },
  }
}

/**
 * Proves a passkey on the person's device.
 *
 * @throws PasskeyFault
 */
export async function provePasskey(request: PasskeyRequest): Promise<PasskeyProof> {
  const { challengeId, options } = request
  const credential = await ask(() =>
    navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: toBytes(options.challenge),
        allowCredentials: options.allowCredentials.map(toDescriptor),
      },
    }),
  )
  const { response } = credential
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new PasskeyFault('failed')
  return {
    challengeId,
    credential: {
      id: credential.id,
      type: 'public-key',
      response: {
        clientDataJSON: toText(response.clientDataJSON),
        authenticatorData: toText(response.authenticatorData),
        signature: toText(response.signature),
        userHandle: response.userHandle === null ? null : toText(response.userHandle),
      },
    },
  }
}

/** The browser's errors by name: https://www.w3.org/TR/webauthn-3/#sctn-createCredential */
const REASONS: Readonly<Record<string, PasskeyFaultReason>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
  SecurityError: 'address',
}

async function ask(request: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (!hasPasskeys()) throw new PasskeyFault('unsupported')
  try {
    const credential = await request()
    if (credential instanceof PublicKeyCredential) return credential
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : ''
    throw new PasskeyFault(REASONS[name] ?? 'failed', { cause })
  }
  throw new PasskeyFault('failed')
}

function toDescriptor({
  id,
  transports,
}: PasskeyRequest['options']['allowCredentials'][number]): PublicKeyCredentialDescriptor {
  // The service returns the transports that a browser has sent; browsers ignore unknown ones.
  return { id: toBytes(id), type: 'public-key', transports: transports as AuthenticatorTransport[] }
}

/** Decodes base64url without padding. */
function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** Encodes as base64url without padding. */
function toText(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
