import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { applyAccountReport } from './applyAccountReport.ts'
import { applyComplianceReport } from './applyComplianceReport.ts'
import { applyOfframpReport } from './applyOfframpReport.ts'
import type { Offramp, Report } from './offramp.ts'

/** The inputs of applying a report, with the provider that sent it. */
export type ApplyContext = Pick<Context, 'config' | 'dataSealer' | 'db' | 'now' | 'random'> & {
  offramp: Pick<Offramp, 'id'>
}

/**
 * The outcome of a report:
 *
 * - `changed`: a record moved, and webhook events were written
 * - `unchanged`: it is a repeat, late, or cannot follow the present state
 * - `unknown`: it names no record of this provider, and may be sent again once it does
 */
export type Applied = 'changed' | 'unchanged' | 'unknown'

/**
 * Applies a provider's report from any source: the one place where a report changes anything. In one transaction it is
 * remembered, and its record moves with its events; the record's row, or that of its request, is locked first. These
 * change nothing:
 *
 * - a repeated report
 * - a report older than the last one that counted on its matter
 * - a report that the record's machine does not allow
 *
 * An offramp's report that came before those leading to it is not remembered, and counts when it is read again. A
 * report from the future counts as one of now, so that a wrong clock does not make all later ones late.
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
