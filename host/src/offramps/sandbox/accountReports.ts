import type { Report } from '../offramp.ts'
import { sandboxIdOf } from './sandboxIds.ts'

/** A bank account as the sandbox sees it. */
export type SandboxAccount = { id: string; createdAt: Date; bankName: string }

/**
 * The present reports of a bank account: its check ends after a delay, and approves. A bank whose name contains
 * `Reject` refuses it; the check of one that contains `Pending` never ends.
 */
export function accountReports(
  { id, createdAt, bankName }: SandboxAccount,
  { now, delayMs }: { now: Date; delayMs: number },
): Report[] {
  const occurredAt = new Date(createdAt.getTime() + delayMs)
  if (bankName.includes('Pending') || occurredAt > now) return []
  const providerId = sandboxIdOf('account', id)
  const status = bankName.includes('Reject') ? 'failed' : 'approved'
  const reason = status === 'failed' ? 'The bank of the sandbox does not know the account.' : null
  return [
    { kind: 'account', id: `${providerId}:${status}`, providerId, status, reason, occurredAt },
  ]
}
