import type { Context } from '../../context.ts'

/** The key algorithms, as COSE numbers: EdDSA, ES256 and RS256. */
export const PASSKEY_ALGORITHMS: readonly number[] = [-8, -7, -257]

/**
 * Returns the party that passkeys belong to: the host name of PAY_AUTH_URL, which serves the console. A passkey works only on pages of
 * exactly this origin.
 */
export function relyingParty({ config }: Pick<Context, 'config'>): {
  id: string
  origin: string
  name: string
} {
  const { hostname, origin } = new URL(config.authUrl)
  return { id: hostname, origin, name: 'Secure Payment' }
}
