import { chainLabel } from '../api/chainLabel.ts'
import type { TrackedIntent } from './trackedIntent.ts'

/** Of a payment that was credited without an event of the payment contract. */
export const FALLBACK_NOTE =
  'Confirmed by LI.FI: the bridge paid the payee directly because the payment contract could not be called, so no fee was taken.'

/** Of such a payment that is not all that was ordered. */
export const PARTIAL_NOTE =
  'Confirmed by LI.FI: the bridge delivered another amount than ordered, directly to the payee, so no fee was taken.'

/** How a transfer ended that did not simply pay. */
export type NotedEnd =
  | 'refunded'
  | 'failed'
  | 'other_token'
  | 'elsewhere'
  | 'already_counted'
  | 'unanswered'
  | 'foreign'

/** The text for a merchant about such an end, and the next step. */
export function intentNote(intent: TrackedIntent, end: NotedEnd): string {
  return `${SENTENCES[end]} ${whereOf(intent)}`
}

const SENTENCES: Readonly<Record<NotedEnd, string>> = {
  refunded: 'A bridge gave the payment back to the payer, who may pay again.',
  failed: 'A payment over a bridge failed, and the payer may pay again.',
  other_token:
    'A bridge delivered another token to the payee than was ordered. It is not counted: agree with the payer on what is missing.',
  elsewhere:
    'A bridge reports a transfer as done, but the payee did not get the ordered tokens by it. It is not counted.',
  already_counted:
    'A bridge reports a transfer as done whose tokens were counted for another payment. It is not counted again.',
  unanswered:
    'The bridge has not told within 24 hours what became of a payment. Look it up by its transaction, and agree with the payer before it is paid again. It is asked about every hour until a week has passed, and counts by itself when it arrives.',
  foreign: 'A transaction was reported that is not of this payment. It is not counted.',
}

function whereOf({ source, currency, txHash, explorerUrl }: TrackedIntent): string {
  const link = explorerUrl === null ? '' : `, ${explorerUrl}`
  return `(${currency} from ${chainLabel(source)}, transaction ${txHash}${link})`
}
