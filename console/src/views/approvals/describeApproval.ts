import type { ApprovalRecord } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import { may } from '../../may.ts'
import { decimalsOf } from '../../networkChoices.ts'
import { nameCurrency } from '../links/describeListedLink.ts'
import { addUnits, type Summand, sumPayouts } from '../payouts/summarizePayouts.ts'

type Context = Pick<SignedInContext, 'text' | 'format' | 'session'>

/** Describes what an approval is about: `2,500.00 USDC`, `25 payouts`, or the new limit. */
export function describeSubject(approval: ApprovalRecord, { text, format }: Context): string {
  const { approvals, payouts } = text
  const { kind, newLimitInUsd, requestIds } = approval
  if (kind === 'limit') {
    return newLimitInUsd === null
      ? approvals.noLimit
      : approvals.newLimit(format.money(newLimitInUsd, 'USD'))
  }
  // A sum of only some payouts would look like the total.
  if (!hasAllPayouts(approval)) return payouts.file.rows(requestIds.length)
  const sum = addUpPayouts(approval, format)
  return kind === 'schedule' ? approvals.each(sum) : sum
}

/** Returns whether an approval is about payouts that refund payments. */
export function isRefund({ payouts }: Pick<ApprovalRecord, 'payouts'>): boolean {
  return payouts.length > 0 && payouts.every(({ refundId }) => refundId !== null)
}

/** Returns the reason that a member gave for an approval's only refund; null without a reason or for several payouts. */
export function reasonOfRefund({
  payouts: [only],
  requestIds,
}: Pick<ApprovalRecord, 'payouts' | 'requestIds'>): string | null {
  return requestIds.length === 1 ? (only?.refundReason ?? null) : null
}

/** Returns an approval's kind in words. */
export function nameKind(
  approval: Pick<ApprovalRecord, 'kind' | 'payouts' | 'requestIds'>,
  { approvals, refunds }: SignedInContext['text'],
): string {
  if (!isRefund(approval)) return approvals.kinds[approval.kind]
  return approval.requestIds.length > 1 ? refunds.marks.several : refunds.marks.one
}

/** Returns the sum per currency, in the order in which currencies appear: `2,500.00 USDC + 3.00 DAI`. */
export function addUpPayouts(
  approval: Pick<ApprovalRecord, 'payouts'>,
  format: SignedInContext['format'],
): string {
  return sumPayouts(summandsOf(approval))
    .map(({ amount, symbol }) => format.money(amount, symbol))
    .join(' + ')
}

/** Returns an approval's payouts with their amounts in base units. */
function summandsOf({ payouts }: Pick<ApprovalRecord, 'payouts'>): readonly Summand[] {
  return payouts.map(({ amount, currency }) =>
    addUnits({
      currencyId: currency,
      symbol: nameCurrency(currency),
      decimals: decimalsOf(currency),
      amount,
    }),
  )
}

/**
 * Returns whether the record contains every payout: lists contain only each approval's first payouts, and the service
 * deletes old unpaid ones.
 */
export function hasAllPayouts({
  payouts,
  requestIds,
}: Pick<ApprovalRecord, 'payouts' | 'requestIds'>): boolean {
  return payouts.length > 0 && payouts.length === requestIds.length
}

/** Returns the reason why the signed-in member cannot approve a waiting record; null if the member can. */
export function whyNot(
  { mayApprove, status, requestedBy }: ApprovalRecord,
  context: Context,
): string | null {
  const { approvals } = context.text
  if (mayApprove || status !== 'waiting') return null
  if (!may(context, 'payouts')) return approvals.noRight
  return requestedBy.apiKeyId === null ? approvals.ownRequest : approvals.ownKeyRequest
}

/** Each status's colour. */
export const APPROVAL_TONES = {
  waiting: 'warning',
  approved: 'success',
  declined: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
} as const satisfies Record<ApprovalRecord['status'], string>
