import type { RefundHeldReason } from '@secure-payment/core/api'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'
import { HELD_REASON } from '../refunds/heldSql.ts'

type Page = Row<'secure_payments'>

/** The link that pays the payout of an earlier link. */
export type CombinedInto = Pick<Page, 'token' | 'status' | 'expires_at'>

/**
 * Returns a page's status. A link whose refund must not be paid now is not payable: the refund is held, or the merchant cancelled it. A
 * payout link that was combined with others has ended.
 */
export async function presentStatus(
  db: Context['db'],
  { token, flow, status }: Pick<Page, 'token' | 'flow' | 'status'>,
): Promise<{
  status: Page['status']
  heldReason: RefundHeldReason | null
  combinedInto: CombinedInto | null
}> {
  if (flow === 'pay' && status === 'invalidated') {
    const [combinedInto = null] = await selectCombined(db, token)
    return { status, heldReason: null, combinedInto }
  }
  if (flow !== 'pay' || status !== 'pending')
    return { status, heldReason: null, combinedInto: null }
  const stopped = await selectStopped(db, token)
  // A cancelled refund ends the link permanently.
  const isCancelled = stopped.some(({ cancelled_at }) => cancelled_at !== null)
  const heldReason = isCancelled ? null : (stopped[0]?.held_reason ?? null)
  return { status: stopped.length === 0 ? status : 'invalidated', heldReason, combinedInto: null }
}

const selectCombined = preparedRead((kysely) =>
  kysely
    .selectFrom('combined_payouts')
    .innerJoin('secure_payments', 'secure_payments.token', 'combined_payouts.token')
    .select(['secure_payments.token', 'secure_payments.status', 'secure_payments.expires_at'])
    .where('combined_payouts.child_token', '=', TEXT)
    .compile(),
)
const selectStopped = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .innerJoin('refunds', 'refunds.refund_request_id', 'requests.id')
    .select(['requests.cancelled_at', HELD_REASON.as('held_reason')])
    .where('requests.secure_payment_token', '=', TEXT)
    .where('requests.has_been_paid', '=', sql.lit(0))
    .where((eb) =>
      eb.or([eb(HELD_REASON, 'is not', null), eb('requests.cancelled_at', 'is not', null)]),
    )
    .compile(),
)
