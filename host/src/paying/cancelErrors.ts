import { BaseError } from '@secure-payment/core'
import type { ProblemMembers } from '../http/problem.ts'

/** The reason why a payment cannot be cancelled. */
export type Obstacle =
  | { reason: 'paid' | 'seen' | 'bridged' | 'sent' | 'scheduled' | 'batch' }
  /** The payer's page holds the payment until this ISO time. */
  | { reason: 'attempt'; until: string }

/** The problem behind each reason, and the next step for a merchant who cancels. */
const OBSTACLES = {
  paid: {
    problem: 'A payment has arrived.',
    hint: 'Refund the payer instead of cancelling.',
  },
  seen: {
    problem: 'A payment is on chain and is being confirmed.',
    hint: 'Wait until the payment is confirmed, then refund the payer.',
  },
  bridged: {
    problem: 'A bridge is carrying a payment.',
    hint: 'Wait for the outcome. If the payment arrives, refund the payer; otherwise cancel again.',
  },
  sent: {
    problem: 'A payer reported a transaction less than an hour ago.',
    hint: 'Wait an hour. If the payment arrives, refund the payer; otherwise cancel again.',
  },
  scheduled: {
    problem: 'A recurring payout pays this request.',
    hint: 'Cancel the recurring payout with PATCH /v2/payouts/recurring/{id}.',
  },
  batch: {
    problem: 'This request is part of a payment with several requests.',
    hint: 'Cancel the requests together with POST /v2/secure-payments/{token}/cancel.',
  },
} as const

/** Returns the sentence that describes an obstacle. */
export function describeObstacle({ reason }: Obstacle): string {
  return reason === 'attempt' ? 'A payer is paying now.' : OBSTACLES[reason].problem
}

/** A payer may still pay or has paid, so the payment cannot be cancelled now. */
export class CancelRefusedError extends BaseError implements ProblemMembers {
  readonly code = 'cancel_refused'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(obstacle: Obstacle) {
    const hint =
      obstacle.reason === 'attempt'
        ? `Cancel again after ${obstacle.until}, when the attempt ends.`
        : OBSTACLES[obstacle.reason].hint
    super(`This payment cannot be cancelled. ${describeObstacle(obstacle)}`, { hint })
    this.problemMembers = { reason: obstacle.reason }
  }
}
