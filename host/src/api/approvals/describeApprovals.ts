import { formatAmount } from '@secure-payment/core'
import type { Approval } from '@secure-payment/core/api'
import { principalOf, type SessionCaller, scopesOf } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { parseStoredList } from '../../db/parseStoredList.ts'
import type { Row } from '../../db/schema.ts'
import { type Planned, withPlan } from '../../requests/requestPlan.ts'
import { among } from '../../search/among.ts'
import { settlementDecimals } from '../../settlement/settlementDecimals.ts'

const CENT_DECIMALS = 2

/** Describes approvals for a member, in the given order, with at most `most` payouts each. */
export async function describeApprovals(
  context: Pick<Context, 'db' | 'now'>,
  rows: readonly Row<'approvals'>[],
  { caller, most }: { caller: SessionCaller; most: number },
): Promise<Approval[]> {
  const payouts = await loadPayouts(context, rows, most)
  const now = context.now()
  const member = { id: principalOf(caller), mayPayOut: scopesOf(caller).includes('payouts') }
  return rows.map((row) => {
    const status = approvalStatusAt(row, now)
    const requestIds = parseStoredList(row.request_ids)
    return {
      id: row.id,
      kind: row.kind,
      status,
      requestedBy: { memberId: row.requested_by, apiKeyId: row.api_key_id },
      worthInUsd: formatCents(row.worth_cents),
      newLimitInUsd: formatCents(row.limit_cents),
      requestIds: [...requestIds],
      securePaymentToken: row.kind === 'payout_link' ? row.subject_id : null,
      recurringPaymentId: row.kind === 'schedule' ? row.subject_id : null,
      payouts: requestIds.slice(0, most).flatMap((id) => payouts.get(id) ?? []),
      mayApprove: status === 'waiting' && member.mayPayOut && row.requested_by !== member.id,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      decidedBy: row.decided_by,
      decidedAt: row.decided_at,
      reason: row.reason,
    }
  })
}

/** Returns an approval's status at a given time: an undecided one whose payout link has ended is expired. */
export function approvalStatusAt(
  { status, expires_at }: Pick<Row<'approvals'>, 'status' | 'expires_at'>,
  now: Date,
): Approval['status'] {
  const isOver = status === 'waiting' && expires_at !== null && expires_at <= now.toISOString()
  return isOver ? 'expired' : status
}

/** Formats US cents as dollars: `1000.00`; null for null. */
export function formatCents(cents: bigint | null): string | null {
  if (cents === null) return null
  const text = formatAmount(BigInt(cents), CENT_DECIMALS)
  const [whole = '0', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(CENT_DECIMALS, '0')}`
}

type Payouts = ReadonlyMap<string, Approval['payouts'][number]>

async function loadPayouts(
  { db }: Pick<Context, 'db'>,
  rows: readonly Row<'approvals'>[],
  most: number,
): Promise<Payouts> {
  const ids = rows.flatMap((row) => parseStoredList(row.request_ids).slice(0, most))
  if (ids.length === 0) return new Map()
  const requests = await db.kysely
    .selectFrom('requests')
    .leftJoin('refunds', 'refunds.refund_request_id', 'requests.id')
    .select(['requests.id', 'requests.payee', 'requests.amount', 'requests.invoice_currency'])
    .select(['requests.network', 'requests.reference', 'requests.payment_currency'])
    .select(['requests.fee_units', 'requests.fee_address', 'requests.fee_bearer'])
    .select(['requests.kind', 'requests.conversion_path', 'requests.max_rate_age_s'])
    .select(['refunds.id as refund_id', 'refunds.reference as refunded_reference'])
    .select('refunds.reason as refundReason')
    .where(among(db.dialect, 'requests.id', ids))
    .execute()
  return new Map(
    requests.map((row) => {
      const { id: requestId, payee, amount, network, refund_id: refundId, refundReason } = row
      const currency = row.invoice_currency
      const reference = row.reference ?? row.refunded_reference
      const fee = describeFee(withPlan(row))
      const facts = { requestId, payee, amount, currency, network, fee, reference }
      return [requestId, { ...facts, refundId, refundReason }]
    }),
  )
}

type Charged = Pick<
  Row<'requests'>,
  'fee_units' | 'fee_address' | 'fee_bearer' | 'invoice_currency' | 'payment_currency'
>

/** Describes a payout's fee, which its approver must see, because the requester chose its receiver; null without a fee. */
function describeFee(request: Planned<Charged>): Approval['payouts'][number]['fee'] {
  const { fee_units, fee_address: address, fee_bearer: bearer } = request
  if (address === null || fee_units === '0') return null
  return { amount: formatAmount(BigInt(fee_units), settlementDecimals(request)), address, bearer }
}
