import { chainLabel } from './chainLabel.ts'
import type { TrackedIntent } from './trackedIntent.ts'

/** The note of a payment that was credited without an event of the payment contract. */
export const FALLBACK_NOTE =
  'Confirmed by LI.FI: the bridge paid the payee directly because the payment contract could not be called, so no fee was charged.'

/** The note of a payment that was credited without such an event, with another amount than ordered. */
export const PARTIAL_NOTE =
  'Confirmed by LI.FI: the bridge delivered a different amount than ordered, directly to the payee, so no fee was charged.'

/** The abnormal ends of a transfer. */
export type NotedEnd =
  | 'refunded'
  | 'failed'
  | 'reverted'
  | 'other_token'
  | 'elsewhere'
  | 'already_counted'
  | 'unanswered'
  | 'foreign'

/** Returns the merchant's text about an abnormal end of a transfer, with the next step. */
export function intentNote(intent: TrackedIntent, end: NotedEnd): string {
  return `${SENTENCES[end]} ${whereOf(intent)}`
}

const SENTENCES: Readonly<Record<NotedEnd, string>> = {
  refunded: 'A bridge refunded the payment to the payer, who may pay again.',
  failed:
    'A bridge reports that a payment failed. Its money left the payer’s wallet and may still arrive or come back: agree with the payer before a second payment. The host checks the payment every hour until a week has passed.',
  reverted:
    'A payment over a bridge failed before any money left the payer’s wallet, and the payer may pay again.',
  other_token:
    'A bridge delivered a token other than the ordered one to the payee. The delivery is not counted: agree with the payer on the missing amount.',
  elsewhere:
    'A bridge reports a transfer as done, but the payee did not receive the ordered tokens from it. The transfer is not counted.',
  already_counted:
    'A bridge reports a transfer as done, but its tokens were counted towards another payment. The transfer is not counted again.',
  unanswered:
    'The bridge has not reported within 24 hours how a payment ended. Look the payment up by its transaction, and agree with the payer before a second payment. The host checks the payment every hour until a week has passed, and the payment counts automatically when it arrives.',
  foreign:
    'A transaction was reported that does not belong to this payment. The transaction is not counted.',
}

function whereOf({ source, currency, txHash, explorerUrl }: TrackedIntent): string {
  const link = explorerUrl === null ? '' : `, ${explorerUrl}`
  return `(${currency} from ${chainLabel(source)}, transaction ${txHash}${link})`
}
