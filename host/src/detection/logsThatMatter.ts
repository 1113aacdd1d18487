import { type PaymentLog, TOPICS } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import { SIGNED_PAYMENT_TOPICS } from '@secure-payment/core/signed'
import type { ReceiptQuery } from '../chains/chainClient.ts'
import { addressTopic } from './addressTopic.ts'
import { addressesOf } from './payerOf.ts'

/**
 * Selects the payment's own log, for a token the log of its transfer to the payee, and for a signed payment the event that names its
 * signer.
 */
export function logsThatMatter(network: Network, log: PaymentLog): ReceiptQuery['logs'] {
  const own = { addresses: [log.contract.toLowerCase()], topics: [null, [log.referenceTopic]] }
  if (log.token === null) return [own]
  const moved = {
    addresses: [log.token.toLowerCase()],
    topics: [[TOPICS.transfer], null, [addressTopic(log.payee)]],
  }
  const signers = addressesOf(network, 'ERC20SignedPayment')
  if (signers.length === 0) return [own, moved]
  const signed = {
    addresses: signers,
    topics: [[SIGNED_PAYMENT_TOPICS.made], null, null, [log.referenceTopic]],
  }
  return [own, moved, signed]
}
