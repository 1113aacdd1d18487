import { z } from 'zod'

/** The reasons why a payout link cannot be combined with others. */
export const combineReasonSchema = z
  .enum([
    'not_outgoing',
    'not_single_payment',
    'secure_payment_not_pending',
    'secure_payment_expired',
    'already_paid',
    'request_processing',
    'not_payable_child',
  ])
  .meta({ id: 'CombineReason' })

/** The reason why a payout link cannot be combined with others. */
export type CombineReason = z.input<typeof combineReasonSchema>
