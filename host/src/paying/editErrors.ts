import { BaseError } from '@secure-payment/core'
import type { ProblemMembers } from '../http/problem.ts'
import { describeObstacle, type Obstacle } from './cancelErrors.ts'

/** The reason why a payment cannot be edited: an obstacle to a cancellation, or the link's kind or age. */
type EditObstacle = Obstacle | { reason: 'expired' | 'payout' }

const HINTS = {
  paid: 'Create another payment for the rest.',
  seen: 'Wait until the payment is confirmed, then create another payment for the rest.',
  bridged: 'Wait for the outcome. If the payment does not arrive, edit again.',
  sent: 'Wait an hour. If the payment does not arrive, edit again.',
  scheduled: 'Cancel the recurring payout, and create another request.',
  batch: 'Edit them together with PATCH /v2/secure-payments/{token}.',
  expired: 'Create another payment.',
  payout: 'Cancel the payout, and create another one.',
} as const

/** A payer may still pay or has paid, or the link is not editable at all. */
export class EditRefusedError extends BaseError implements ProblemMembers {
  readonly code = 'edit_refused'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(obstacle: EditObstacle) {
    const hint =
      obstacle.reason === 'attempt'
        ? `Edit again after ${obstacle.until}, when the attempt ends.`
        : HINTS[obstacle.reason]
    super(`This payment cannot be edited. ${describe(obstacle)}`, { hint })
    this.problemMembers = { reason: obstacle.reason }
  }
}

function describe(obstacle: EditObstacle): string {
  switch (obstacle.reason) {
    case 'expired':
      return 'Its link has expired.'
    case 'payout':
      return 'The payment is a payout, whose terms may have been approved.'
    default:
      return describeObstacle(obstacle)
  }
}

/** Another caller changed the record after this caller read it. `revision`: the record's current revision. */
export class RevisionConflictError extends BaseError implements ProblemMembers {
  readonly code = 'revision_conflict'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor({ revision }: { revision: number }) {
    super('Another change came first.', {
      hint: 'Read the record again, and repeat the change with the current revision.',
    })
    this.problemMembers = { revision }
  }
}
