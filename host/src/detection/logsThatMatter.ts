import { type PaymentLog, TOPICS } from '@secure-payment/core/evm'
import type { ReceiptQuery } from '../chains/chainClient.ts'
import { addressTopic } from './addressTopic.ts'

/** Selects the payment's own log and, for a token, the log of its transfer to the payee. */
export function logsThatMatter(log: PaymentLog): ReceiptQuery['logs'] {
  const own = { addresses: [log.contract.toLowerCase()], topics: [null, [log.referenceTopic]] }
  if (log.token === null) return [own]
  const moved = {
    addresses: [log.token.toLowerCase()],
    topics: [[TOPICS.transfer], null, [addressTopic(log.payee)]],
  }
  return [own, moved]
}
