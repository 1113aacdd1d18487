import type { Context } from '../context.ts'
import { createRandomText } from './randomText.ts'

const LENGTH = 30
const SECRET_BYTES = 32
/** Separates the public name from the secret; neither contains this character. */
const SEPARATOR = '.'

/** Creates a client ID: `cli_` and 30 random letters and digits. A client ID is public, so possession proves nothing. */
export function createClientIdValue(context: Pick<Context, 'random'>): string {
  return `cli_${createRandomText(context, LENGTH)}`
}

/**
 * Creates the value that a server sends: its client ID, and a secret of 256 random bits. Only the hash of the value is stored, so
 * the value is shown once.
 */
export function createSecretClientId(context: Pick<Context, 'random'>, clientId: string): string {
  const secret = Buffer.from(context.random(SECRET_BYTES)).toString('base64url')
  return clientId + SEPARATOR + secret
}

/** Returns the public name in a value of the header `x-client-id`, and whether the value contains a secret. */
export function readClientIdValue(value: string): { clientId: string; isSecret: boolean } {
  const end = value.indexOf(SEPARATOR)
  return end === -1
    ? { clientId: value, isSecret: false }
    : { clientId: value.slice(0, end), isSecret: true }
}
