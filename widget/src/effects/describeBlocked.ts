import type { Ended } from '../api.ts'
import { type BlockedReason, blockedWords } from '../text/blockedWords.ts'

const REASONS: ReadonlyMap<string, BlockedReason> = new Map([
  ['refund_held', 'held'],
  ['quote_required', 'quoted'],
])

/**
 * Describes a payment that cannot be made here now: the approval of a payout is missing, the service holds a refund, or a quoted price decides
 * the amount.
 */
export function describeBlocked(code: string, problem: unknown): Ended {
  const isWaiting = Object(problem).approvalStatus === 'waiting'
  const unapproved = isWaiting ? 'waiting' : 'declined'
  const reason = REASONS.get(code) ?? unapproved
  const link = { url: null, say: (language: string) => blockedWords(reason, language) }
  return { kind: 'unavailable', reason: 'not_payable', retryAt: null, payment: null, link }
}
