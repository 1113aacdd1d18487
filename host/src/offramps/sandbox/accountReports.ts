import type { Report } from '../offramp.ts'
import { sandboxIdOf } from './sandboxIds.ts'

/** A bank account in the sandbox. */
export type SandboxAccount = { id: string; createdAt: Date; bankName: string }

/**
 * Returns a bank account's current reports. The account is approved after a delay. A bank whose name contains `Reject` rejects the account;
 * if the name contains `Pending`, the check never ends.
 */
export function accountReports(
  { id, createdAt, bankName }: SandboxAccount,
  { now, delayMs }: { now: Date; delayMs: number },
): Report[] {
  const occurredAt = new Date(createdAt.getTime() + delayMs)
  if (bankName.includes('Pending') || occurredAt > now) return []
  const providerId = sandboxIdOf('account', id)
  const status = bankName.includes('Reject') ? 'failed' : 'approved'
  const reason = status === 'failed' ? 'The sandbox’s bank has no such account.' : null
  return [
    { kind: 'account', id: `${providerId}:${status}`, providerId, status, reason, occurredAt },
  ]
}
