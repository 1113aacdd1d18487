import { defineMachine, judgeMove } from './machine.ts'

/**
 * How far an offramp is. `created`: the money is confirmed on chain, the provider does not know yet. `delivered`, `failed` and
 * `returned` (the bank sent it back for good) are final; the others are the sub-statuses of `payment.processing`.
 */
export type OfframpStatus =
  | 'created'
  | 'initiated'
  | 'pending_internal_assessment'
  | 'ongoing_checks'
  | 'sending_fiat'
  | 'fiat_sent'
  | 'bounced'
  | 'retry_required'
  | 'delivered'
  | 'failed'
  | 'returned'

/**
 * The way of money from a payment on chain into a bank account. Providers leave steps out, but none goes back by itself: only a
 * bounce or a retry makes earlier steps happen again.
 */
export const offrampMachine = defineMachine<OfframpStatus>({
  id: 'offramp',
  initial: 'created',
  moves: {
    created: [
      'initiated',
      'pending_internal_assessment',
      'ongoing_checks',
      'sending_fiat',
      'fiat_sent',
      'retry_required',
      'failed',
    ],
    initiated: [
      'pending_internal_assessment',
      'ongoing_checks',
      'sending_fiat',
      'fiat_sent',
      'retry_required',
      'failed',
    ],
    pending_internal_assessment: [
      'ongoing_checks',
      'sending_fiat',
      'fiat_sent',
      'retry_required',
      'failed',
    ],
    ongoing_checks: ['sending_fiat', 'fiat_sent', 'retry_required', 'failed'],
    sending_fiat: ['fiat_sent', 'bounced', 'retry_required', 'failed'],
    fiat_sent: ['delivered', 'bounced', 'failed'],
    bounced: ['sending_fiat', 'fiat_sent', 'retry_required', 'failed', 'returned'],
    retry_required: ['ongoing_checks', 'sending_fiat', 'fiat_sent', 'failed', 'returned'],
    delivered: [],
    failed: [],
    returned: [],
  },
})

/**
 * The states that a report leads through, in order, from the present one: none when it repeats what is known, `null` when it
 * cannot follow (it is late or false). That money was sent is told even where a provider only says that it arrived, and that
 * it bounced where a provider only says that it came back for good.
 */
export function offrampSteps(
  from: OfframpStatus,
  to: OfframpStatus,
): readonly OfframpStatus[] | null {
  const move = judgeMove(offrampMachine, from, to)
  if (move === 'repeats') return []
  if (move === 'moves') return [to]
  const implied = IMPLIED[to]
  if (implied === undefined || judgeMove(offrampMachine, from, implied) !== 'moves') return null
  return [implied, to]
}

/** What must have come before a final state. */
const IMPLIED: { readonly [State in OfframpStatus]?: OfframpStatus } = {
  delivered: 'fiat_sent',
  returned: 'bounced',
}
