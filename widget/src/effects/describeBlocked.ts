import type { Ended } from '../api.ts'
import { blockedWords } from '../text/blockedWords.ts'

/** Describes a payout or refund that must not be paid now: its approval is missing, or the service holds it. */
export function describeBlocked(code: string, problem: unknown): Ended {
  const isWaiting = Object(problem).approvalStatus === 'waiting'
  const unapproved = isWaiting ? 'waiting' : 'declined'
  const reason = code === 'refund_held' ? 'held' : unapproved
  const link = { url: null, say: (language: string) => blockedWords(reason, language) }
  return { kind: 'unavailable', reason: 'not_payable', retryAt: null, payment: null, link }
}
