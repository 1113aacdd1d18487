import { formatSignInMessage } from './formatSignInMessage.ts'
import type { SignInMessage } from './signInMessage.ts'

/** A payer's address for refunds, as the wallet that paid signs it. `address` is the wallet; `recipient` receives the refund. */
export type RefundClaimMessage = Omit<SignInMessage, 'statement'> & {
  /** The token of the secure payment. */
  token: string
  /** The id of the network on which the refund is paid. */
  network: string
  recipient: string
}

/**
 * Formats the text that a wallet signs to state an address for refunds. It has the form of EIP-4361, whose domain wallets compare with the
 * page, and a statement that no sign-in has.
 *
 * @throws MalformedValueError when a field does not fit on its line
 */
export function formatRefundClaim(claim: RefundClaimMessage): string {
  const { token, network, recipient, ...message } = claim
  const statement = `Send refunds of payment ${token} on the network ${network} to ${recipient}. This signature moves no money and signs in to no account.`
  return formatSignInMessage({ ...message, statement })
}
