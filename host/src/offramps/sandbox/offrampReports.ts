import type { OfframpStatus } from '@secure-payment/core/offramp'
import type { Report } from '../offramp.ts'
import { sandboxIdOf } from './sandboxIds.ts'

/** An offramp in the sandbox; `accountName` is the bank account's holder. */
export type SandboxOfframp = { id: string; createdAt: Date; accountName: string }

type OfframpReport = Report & { kind: 'offramp' }

/**
 * Returns an offramp's current reports. An offramp advances one step per delay, on the path that the name of the account's holder
 * selects.
 */
export function offrampReports(
  { id, createdAt, accountName }: SandboxOfframp,
  { now, delayMs }: { now: Date; delayMs: number },
): OfframpReport[] {
  const providerId = sandboxIdOf('offramp', id)
  return wayOf(accountName)
    .map((status, index): OfframpReport => {
      const occurredAt = new Date(createdAt.getTime() + index * delayMs)
      const reason = REASONS[status] ?? null
      return {
        kind: 'offramp',
        id: `${providerId}:${index + 1}`,
        providerId,
        status,
        reason,
        occurredAt,
      }
    })
    .filter(({ occurredAt }) => occurredAt <= now)
}

const CHECKED = ['initiated', 'pending_internal_assessment', 'ongoing_checks'] as const
const SENT = ['sending_fiat', 'fiat_sent'] as const

const WAYS: readonly { word: string; way: readonly OfframpStatus[] }[] = [
  { word: 'Bounce', way: [...CHECKED, ...SENT, 'bounced', ...SENT, 'delivered'] },
  { word: 'Return', way: [...CHECKED, ...SENT, 'bounced', 'returned'] },
  { word: 'Retry', way: [...CHECKED, 'retry_required', ...SENT, 'delivered'] },
  { word: 'Fail', way: [...CHECKED, 'failed'] },
]

function wayOf(accountName: string): readonly OfframpStatus[] {
  const named = WAYS.find(({ word }) => accountName.includes(word))
  return named?.way ?? [...CHECKED, ...SENT, 'delivered']
}

const REASONS: { readonly [Status in OfframpStatus]?: string } = {
  bounced: 'The sandbox’s bank sent the money back.',
  returned: 'The sandbox’s bank returned the money permanently.',
  retry_required: 'The sandbox’s bank could not be reached.',
  failed: 'The sandbox could not pay out.',
}
