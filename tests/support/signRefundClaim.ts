import { formatRefundClaim, type WalletType } from '@secure-payment/core'
import { getNetwork } from '@secure-payment/core/networks'
import type { TestHost } from './testHost.ts'

/** A wallet, and the address that it states for the refunds of a secure payment on a network. */
type Stated = {
  token: string
  network: string
  recipient: string
  walletType: WalletType
  address: string
  sign(message: string): Promise<string>
}

/** The members of the signed text. */
export type ClaimText = Parameters<typeof formatRefundClaim>[0]

const LIFETIME_MS = 600_000

/** Signs an address for refunds as the hosted page does, with changes to the signed text, and returns the call's body. */
export async function signRefundClaim(
  { clock, host }: Pick<TestHost, 'clock' | 'host'>,
  { sign, ...stated }: Stated,
  change: Partial<ClaimText> = {},
) {
  const now = clock.now().getTime()
  const uri = host.context.config.authUrl
  const text: ClaimText = {
    ...stated,
    domain: new URL(uri).host,
    uri,
    chainId: getNetwork(stated.network).chainId,
    nonce: `n${Math.random().toString(36).slice(2)}xxxxxxxxxxxxxxxx`.slice(0, 20),
    issuedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + LIFETIME_MS).toISOString(),
    ...change,
  }
  const { address: wallet, nonce, issuedAt, expiresAt, recipient } = text
  const signature = await sign(formatRefundClaim(text))
  return { wallet, nonce, issuedAt, expiresAt, recipient, signature }
}
