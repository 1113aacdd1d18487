import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { applyAccountReport } from './applyAccountReport.ts'
import { applyComplianceReport } from './applyComplianceReport.ts'
import { applyOfframpReport } from './applyOfframpReport.ts'
import type { Offramp, Report } from './offramp.ts'

/** The inputs for applying a report, with the provider that sent it. */
export type ApplyContext = Pick<Context, 'config' | 'dataSealer' | 'db' | 'now' | 'random'> & {
  offramp: Pick<Offramp, 'id'>
}

/**
 * The outcome of a report:
 *
 * - `changed`: a record changed its state, and webhook events were written
 * - `unchanged`: the report is a repetition, late, or invalid in the current state
 * - `unknown`: no record of this provider matches it, so it may be sent again later
 */
export type Applied = 'changed' | 'unchanged' | 'unknown'

/**
 * Applies a provider's report from any source; no other code applies a report to a record. One transaction locks the record's row
 * or its request's row, stores the report, updates the record and writes its events. The following reports change nothing:
 *
 * - a repeated report
 * - a report that is older than the last report that changed its subject
 * - a report that the record's state machine does not allow
 *
 * An offramp's report that arrives before its predecessors is not stored; it is applied when it is read again. A report from the future
 * counts as current, so that a wrong clock does not make all later reports count as late.
 */
export async function applyReport(context: ApplyContext, report: Report): Promise<Applied> {
  const nowMs = context.now().getTime()
  const occurredMs = Math.min(report.occurredAt.getTime(), nowMs)
  const judged = { ...report, occurredAt: new Date(occurredMs) }
  return context.db.transaction((tx) => apply(tx, context, judged))
}

function apply(tx: Tx, context: ApplyContext, report: Report): Promise<Applied> {
  switch (report.kind) {
    case 'kyc':
    case 'agreement':
      return applyComplianceReport(tx, context, report)
    case 'account':
      return applyAccountReport(tx, context, report)
    case 'offramp':
      return applyOfframpReport(tx, context, report)
    default:
      return report satisfies never
  }
}
