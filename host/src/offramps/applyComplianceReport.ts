import { agreementMachine, judgeMove, kycMachine, type Move } from '@secure-payment/core/offramp'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { changeCompliance } from '../payers/changeCompliance.ts'
import { lockPayer } from '../payers/lockPayer.ts'
import type { Applied, ApplyContext } from './applyReport.ts'
import type { Report } from './offramp.ts'
import { isLate, rememberReport } from './rememberReport.ts'
import { hasUntoldAgreement } from './sendAgreement.ts'

type ComplianceReport = Report & { kind: 'kyc' | 'agreement' }

/**
 * Applies a provider's report about a payer's identity check or agreement: updates the payer's row, and sends `compliance.updated`.
 */
export async function applyComplianceReport(
  tx: Tx,
  context: ApplyContext,
  report: ComplianceReport,
): Promise<Applied> {
  const payer = await lockReported(tx, context, report)
  if (payer === undefined) return 'unknown'
  if (!(await rememberReport(tx, context, report))) return 'unchanged'
  const judged = judge(payer, report)
  if (judged === null || judged.move === 'refused') return 'unchanged'
  if (judged.move === 'moves') {
    await changeCompliance(tx, context, payer, judged.change)
    return 'changed'
  }
  await tx.updateTable('payers').set(judged.change).where('id', '=', payer.id).execute()
  return 'unchanged'
}

async function lockReported(
  tx: Tx,
  { offramp }: ApplyContext,
  { providerId }: Report,
): Promise<Row<'payers'> | undefined> {
  const found = await tx
    .selectFrom('payers')
    .select('id')
    .where('provider', '=', offramp.id)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  const payer = found && (await lockPayer(tx, found.id))
  // The payer may have been submitted again in the meantime, and may have another id at the provider.
  return payer?.provider_id === providerId ? payer : undefined
}

type Judged = { move: Move; change: Partial<Row<'payers'>> }

/**
 * Returns a report's move and the columns to change; null if the report is late, or the provider has not received the merchant's last
 * change.
 */
function judge(payer: Row<'payers'>, report: ComplianceReport): Judged | null {
  const at = report.occurredAt.toISOString()
  if (report.kind === 'kyc') {
    if (isLate(report, payer.kyc_reported_at)) return null
    const move = judgeMove(kycMachine, payer.kyc_status, report.status)
    return { move, change: { kyc_status: report.status, kyc_reported_at: at } }
  }
  if (isLate(report, payer.agreement_reported_at)) return null
  // The provider has not received the merchant's last change yet.
  if (hasUntoldAgreement(payer) && report.status !== 'completed') return null
  const move = judgeMove(agreementMachine, payer.agreement_status, report.status)
  return { move, change: { agreement_status: report.status, agreement_reported_at: at } }
}
