import { judgeMove, paymentDetailMachine } from '@secure-payment/core/offramp'
import type { Tx } from '../db/openDatabase.ts'
import { lockPayer } from '../payers/lockPayer.ts'
import type { Applied, ApplyContext } from './applyReport.ts'
import { changeAccount } from './changeAccount.ts'
import type { Report } from './offramp.ts'
import { isLate, rememberReport } from './rememberReport.ts'

/**
 * Applies a provider's report about a bank account: updates the account's row, and sends `payment_detail.updated`. Locks the
 * payer's row first.
 */
export async function applyAccountReport(
  tx: Tx,
  context: ApplyContext,
  report: Report & { kind: 'account' },
): Promise<Applied> {
  const selected = tx
    .selectFrom('payment_details')
    .selectAll()
    .where('provider', '=', context.offramp.id)
    .where('provider_id', '=', report.providerId)
  const found = await selected.executeTakeFirst()
  const payer = found && (await lockPayer(tx, found.payer_id))
  const detail = await selected.executeTakeFirst()
  if (payer === undefined || detail === undefined) return 'unknown'
  if (!(await rememberReport(tx, context, report))) return 'unchanged'
  const { status, reason } = report
  if (isLate(report, detail.reported_at)) return 'unchanged'
  if (judgeMove(paymentDetailMachine, detail.status, status) !== 'moves') return 'unchanged'
  await changeAccount(tx, context, payer, {
    id: detail.id,
    status,
    reported_at: report.occurredAt.toISOString(),
    rejection_message: status === 'failed' ? reason : null,
  })
  return 'changed'
}
