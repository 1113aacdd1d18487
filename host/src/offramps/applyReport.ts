import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { applyAccountReport } from './applyAccountReport.ts'
import { applyComplianceReport } from './applyComplianceReport.ts'
import { applyOfframpReport } from './applyOfframpReport.ts'
import type { Offramp, Report } from './offramp.ts'

/** What applying needs of the host; of the provider, whose report it is. */
export type ApplyContext = Pick<Context, 'config' | 'dataSealer' | 'db' | 'now' | 'random'> & {
  offramp: Pick<Offramp, 'id'>
}

/**
 * What became of a report. `changed`: a record moved, and webhook events were written. `unchanged`: it is known already, late, or
 * cannot follow what is known. `unknown`: it names no record of this provider, and may be told again once it does.
 */
export type Applied = 'changed' | 'unchanged' | 'unknown'

/**
 * Applies what a provider tells, from wherever it came: the one place where a report changes anything. In one transaction it is
 * remembered, and the record it is about moves with its events; the record's row, or that of its request, is locked first. The same
 * report again, one that is older than the last that counted on its matter, and one that the record's machine does not allow change
 * nothing; of an offramp the latter is not remembered where it came before what leads to it, and counts when it is read again. A report from the future counts as one of now, so that a wrong clock does not make all that follow late.
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
