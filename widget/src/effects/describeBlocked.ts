import type { Ended } from '../api.ts'
import { type BlockedReason, blockedWords } from '../text/blockedWords.ts'

/** Describes a payment that cannot be made now: the approval of a payout is missing, or the service holds a refund. */
export function describeBlocked(code: string, problem: unknown): Ended {
  const isWaiting = Object(problem).approvalStatus === 'waiting'
  const unapproved = isWaiting ? 'waiting' : 'declined'
  const reason: BlockedReason = code === 'refund_held' ? 'held' : unapproved
  const link = { url: null, say: (language: string) => blockedWords(reason, language) }
  return { kind: 'unavailable', reason: 'not_payable', retryAt: null, payment: null, link }
}
