import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, clientIdOf } from '../../auth/caller.ts'
import { isListed } from '../../db/isListed.ts'
import type { Row, Schema } from '../../db/schema.ts'
import type { RequestStatus } from '../../db/tables/requests.ts'

/** The owner of the listed requests. A client ID is public, so it reads only the requests that it created. */
export type RequestScope = { tenantId: string; clientId: string | null }

/** The filters of a list. */
export type RequestFilter = {
  status?: RequestStatus | undefined
  reference?: string | undefined
  /** The key of a payment reference, which belongs to one request. */
  referenceKey?: bigint | undefined
  /** The id of the only request, if the reference belongs to one of its further options. */
  requestId?: string | undefined
  flow?: Row<'secure_payments'>['flow'] | undefined
}

type Where = ExpressionBuilder<Schema, 'requests'>

const OPEN: readonly RequestStatus[] = ['created', 'partially_paid']
/** The conditions contain literals instead of parameters, so that they match the payouts' partial indexes. */
const FLOWS: Readonly<Record<Row<'secure_payments'>['flow'], RawBuilder<boolean>>> = {
  get_paid: sql`requests.is_payout = 0`,
  pay: sql`requests.is_payout = 1`,
}

const CLOSED: readonly RequestStatus[] = ['paid', 'failed', 'refunded']

/** Returns the scope of the requests that a caller may list. */
export function scopeOf(caller: Caller): RequestScope {
  return { tenantId: caller.tenantId, clientId: clientIdOf(caller) }
}

/**
 * Returns the filter condition of a list. Requests have one index per tenant, client ID, reference and status. Filters by the status that
 * callers see: an open request with a pending payment is `processing`.
 */
export function selects(
  { tenantId, clientId }: RequestScope,
  { status, reference, referenceKey, requestId, flow }: RequestFilter,
): (where: Where) => Expression<SqlBool> {
  // Few requests have a pending payment, so the query begins with them. The expression around the column keeps the planner from using
  // another index.
  const isAmongFew = status === 'processing'
  const column = (name: 'tenant_id' | 'client_id') => {
    const ref = sql.ref<string>(`requests.${name}`)
    return isAmongFew ? sql<string>`(${ref} || '')` : ref
  }
  return (where) => {
    const conditions: Expression<SqlBool>[] = [isListed, where('requests.is_terms', '=', 0)]
    if (flow !== undefined) conditions.push(FLOWS[flow])
    if (clientId !== null) conditions.push(where(column('client_id'), '=', clientId))
    // A client ID belongs to one tenant, so a condition on both would only make the planner choose the larger index.
    if (clientId === null || reference !== undefined) {
      conditions.push(where(column('tenant_id'), '=', tenantId))
    }
    if (reference !== undefined) conditions.push(where('requests.reference', '=', reference))
    if (referenceKey !== undefined) {
      conditions.push(where('requests.reference_key', '=', referenceKey))
    }
    if (requestId !== undefined) conditions.push(where('requests.id', '=', requestId))
    if (status === 'processing') conditions.push(isUnderWay(where, { tenantId, clientId }))
    else if (status !== undefined) conditions.push(hasStatus(where, status))
    return where.and(conditions)
  }
}

/**
 * Selects requests with a pending payment, or with money in transit to a bank account; only money in transit is stored as the
 * status.
 */
function isUnderWay(where: Where, { tenantId, clientId }: RequestScope): Expression<SqlBool> {
  const processing = where
    .selectFrom('requests as own')
    .select('own.id')
    .where('own.status', '=', 'processing')
    .where(sql<boolean>`own.is_unpaid_copy = 0`)
    .where(clientId === null ? 'own.tenant_id' : 'own.client_id', '=', clientId ?? tenantId)
  const underWay = where
    .selectFrom('pending_payments')
    .select('request_id as id')
    .unionAll(processing)
  return where.and([
    where('requests.id', 'in', underWay),
    where('requests.status', 'not in', CLOSED),
  ])
}

function hasStatus(
  where: Where,
  status: Exclude<RequestStatus, 'processing'>,
): Expression<SqlBool> {
  const isCancelled = where('requests.cancelled_at', 'is not', null)
  if (status === 'invalidated') {
    const isUnpaid = where('requests.status', '=', 'created')
    return where.and([isUnpaid, isCancelled, where.not(isPending(where))])
  }
  const stored = where('requests.status', '=', status)
  if (status === 'created') {
    return where.and([stored, where.not(isCancelled), where.not(isPending(where))])
  }
  return OPEN.includes(status) ? where.and([stored, where.not(isPending(where))]) : stored
}

function isPending(where: Where): Expression<SqlBool> {
  return where.exists(
    where
      .selectFrom('pending_payments')
      .select(sql<number>`1`.as('found'))
      .whereRef('pending_payments.request_id', '=', 'requests.id'),
  )
}
