import type { Hex } from 'viem'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'

/**
 * The way in which an intent ended. `substatus` is the bridge's own value.
 *
 * - `settled`: the bridge has delivered the request's token, by a transaction on the request's network that is confirmed there. `payments`
 *   are the transfers to the payee that may be credited on the bridge's report, if the watcher has found no payment in that transaction.
 *   Only one of the transfers is credited.
 * - `other_token`: the payee has received a token other than the requested one.
 * - `elsewhere`: the bridge's transaction does not pay the request.
 */
export type IntentEnd = { substatus: string | null } & (
  | {
      kind: 'settled'
      status: 'completed' | 'partial'
      txHash: Hex
      /** The sender of the source transaction, checksummed. */
      sender: string
      payments: readonly DetectedPayment[]
    }
  | {
      kind: 'refunded'
      status: 'refunded'
      refundedTo: string
      /** The amount as decimal text, in units of `currency`, a symbol. */
      refundAmount: string
      currency: string
    }
  | {
      kind: 'failed'
      status: 'failed'
      /** Whether the source transaction reverted; otherwise only the bridge reports the failure, and the money may still arrive. */
      isProven: boolean
    }
  | { kind: 'other_token'; status: 'completed' | 'partial' }
  | { kind: 'elsewhere'; status: 'completed' | 'partial' }
  | { kind: 'unanswered'; status: 'unanswered' }
  | { kind: 'foreign'; status: 'foreign' }
)
