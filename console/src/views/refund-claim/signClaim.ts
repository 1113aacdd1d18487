import { formatRefundClaim, type RefundClaimMessage } from '@secure-payment/core'
import { checksumAddress } from '@secure-payment/core/evm'
import type { SignInAccount } from '../../wallets/signInWallet.ts'
import type { RefundTarget } from './readTarget.ts'

const LIFETIME_MS = 30 * 60_000
const NONCE_BYTES = 16

/** The text for the wallet to sign, with its fields. */
export type ClaimText = { readonly fields: RefundClaimMessage; readonly message: string }

/**
 * Builds the text that declares a refund address. Each field comes from this page, its registry, the wallet or the
 * person: the wallet signs no text from the service.
 */
export function writeClaim(
  { network }: RefundTarget,
  facts: { account: SignInAccount; token: string; recipient: string; nowMs: number },
): ClaimText {
  const { account, token, recipient, nowMs } = facts
  const isTron = network.family === 'tron'
  const nonce = [...crypto.getRandomValues(new Uint8Array(NONCE_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const fields: RefundClaimMessage = {
    walletType: isTron ? 'tron' : 'evm',
    domain: location.host,
    uri: location.origin,
    address: isTron ? account.address : checksumAddress(account.address),
    chainId: network.chainId,
    nonce,
    issuedAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + LIFETIME_MS).toISOString(),
    token,
    network: network.id,
    recipient,
  }
  return { fields, message: formatRefundClaim(fields) }
}
