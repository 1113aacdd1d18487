import { defineMachine, judgeMove } from './machine.ts'

/**
 * The progress of an offramp. `created`: the money is confirmed on chain, and the provider has not been informed yet. `delivered`, `failed`
 * and `returned` (the bank sent the money back permanently) are final; the others are the sub-statuses of `payment.processing`.
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
 * The path of money from a payment on chain to a bank account. Providers skip steps, but only a bounce or a retry repeats earlier steps.
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
 * Returns the states after the current one, up to the reported one, in order. The list is empty if the report repeats the current state;
 * the result is `null` if the report is late or false. If a provider reports only the arrival, the steps include the sending; if it reports
 * only a permanent return, they include the bounce.
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

/** Maps a final state to the state that must precede it. */
const IMPLIED: { readonly [State in OfframpStatus]?: OfframpStatus } = {
  delivered: 'fiat_sent',
  returned: 'bounced',
}
