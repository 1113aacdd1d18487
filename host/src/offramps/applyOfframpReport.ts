import { type OfframpStatus, offrampSteps } from '@secure-payment/core/offramp'
import type { Tx } from '../db/openDatabase.ts'
import { lockRequests } from '../payments/requestRows.ts'
import type { Applied, ApplyContext } from './applyReport.ts'
import { moveOfframp } from './moveOfframp.ts'
import type { Report } from './offramp.ts'
import { isAhead, isLate, rememberReport } from './rememberReport.ts'

/**
 * Applies a provider's report about an offramp: updates its row, its steps and its request, and sends an event for each step.
 * Locks the request before any record that depends on it, as recording a payment does.
 */
export async function applyOfframpReport(
  tx: Tx,
  context: ApplyContext,
  report: Report & { kind: 'offramp' },
): Promise<Applied> {
  const selected = tx
    .selectFrom('offramps')
    .selectAll()
    .where('provider', '=', context.offramp.id)
    .where('provider_id', '=', report.providerId)
  const found = await selected.executeTakeFirst()
  if (found === undefined) return 'unknown'
  const requests = await lockRequests(tx, context.db.dialect, [found.request_id])
  const request = requests.get(found.request_id)
  const offramp = await selected.executeTakeFirst()
  if (request === undefined || offramp === undefined) return 'unknown'
  const steps = offrampSteps(offramp.status, report.status)
  // The preceding reports may still arrive, so this report is applied when it is sent or read again.
  if (steps === null && isAhead(report, offramp.reported_at)) return 'unchanged'
  if (!(await rememberReport(tx, context, report))) return 'unchanged'
  if (steps === null || isLate(report, offramp.reported_at)) return 'unchanged'
  const reportedAt = report.occurredAt.toISOString()
  const reason = report.reason ?? defaultReason(report.status)
  await moveOfframp(tx, context, { offramp, request, steps, reason, reportedAt })
  return steps.length > 0 ? 'changed' : 'unchanged'
}

/** Returns the reason that the merchant sees if the provider returns none. */
function defaultReason(status: OfframpStatus): string | null {
  if (status === 'failed') return 'The provider could not pay out, and gave no reason.'
  return status === 'returned' ? 'The beneficiary’s bank returned the money.' : null
}
