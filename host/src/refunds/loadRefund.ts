import type { RefundStatus } from '@secure-payment/core/api'
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Row, Schema } from '../db/schema.ts'

/** A refund with the progress of the request that pays it. */
export type LoadedRefund = Row<'refunds'> &
  Pick<Row<'requests'>, 'payment_reference' | 'paid_units' | 'approval_id'> & {
    /** The last transaction that paid the refund; null if none has. */
    paid_tx_hash: string | null
    approval_status: Row<'approvals'>['status'] | null
    has_pending: 1 | null
  }

type Kysely = Pick<Context['db'], 'kysely'>['kysely']

const PENDING = sql<1 | null>`(select 1 from pending_payments as pending
  where pending.request_id = refunds.refund_request_id limit 1)`

/** Selects refunds; the caller adds its conditions, the order and the limit. */
export function selectRefunds(kysely: Kysely) {
  return kysely
    .selectFrom('refunds')
    .innerJoin('requests as request', 'request.id', 'refunds.refund_request_id')
    .leftJoin('approvals as approval', 'approval.id', 'request.approval_id')
    .selectAll('refunds')
    .select([
      'request.payment_reference',
      'request.paid_units',
      'request.approval_id',
      'request.tx_hash as paid_tx_hash',
      'approval.status as approval_status',
      PENDING.as('has_pending'),
    ])
}

/** Reads a merchant's refund; undefined if there is none. */
export async function loadRefund(
  { db }: Pick<Context, 'db'>,
  { id, tenantId }: { id: string; tenantId: string },
): Promise<LoadedRefund | undefined> {
  return selectRefunds(db.kysely)
    .where('refunds.id', '=', id)
    .where('refunds.tenant_id', '=', tenantId)
    .executeTakeFirst()
}

type Joined = Schema & { request: Schema['requests']; approval: Schema['approvals'] }
type Where = ExpressionBuilder<Joined, 'refunds' | 'request' | 'approval'>

/** Returns the condition that a refund is in a state, by the rules of `refundStatus` in the same order. */
export function hasStatus(
  eb: Where,
  status: RefundStatus,
): ExpressionWrapper<Joined, 'refunds' | 'request' | 'approval', SqlBool> {
  const isUnconfirmed = eb('refunds.confirmed_at', 'is', null)
  const isUncancelled = eb('refunds.cancelled_at', 'is', null)
  const isReleased = eb.and([
    eb('refunds.held_at', 'is', null),
    eb('refunds.exceeds_at', 'is', null),
  ])
  const isApproved = eb.or([
    eb('request.approval_id', 'is', null),
    eb('approval.status', '=', 'approved'),
  ])
  const isOpen = [isUnconfirmed, isUncancelled, isReleased, isApproved]
  switch (status) {
    case 'confirmed':
      return eb.and([eb('refunds.confirmed_at', 'is not', null)])
    case 'cancelled':
      return eb.and([isUnconfirmed, eb('refunds.cancelled_at', 'is not', null)])
    case 'held':
      return eb.and([isUnconfirmed, isUncancelled, eb.not(isReleased)])
    case 'waiting_for_approval':
      return eb.and([
        isUnconfirmed,
        isUncancelled,
        isReleased,
        eb('request.approval_id', 'is not', null),
        eb.or([eb('approval.status', 'is', null), eb('approval.status', '!=', 'approved')]),
      ])
    case 'processing':
      return eb.and([...isOpen, eb(PENDING, 'is not', null)])
    case 'open':
      return eb.and([...isOpen, eb(PENDING, 'is', null)])
    default:
      return status satisfies never
  }
}
