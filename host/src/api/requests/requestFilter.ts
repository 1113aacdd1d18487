import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, clientIdOf } from '../../auth/caller.ts'
import type { RequestStatus, Schema } from '../../db/schema.ts'

/** The owner of the listed requests. A client ID is public, so it sees only the requests that it created. */
export type RequestScope = { tenantId: string; clientId: string | null }

/** Which of them. */
export type RequestFilter = { status?: RequestStatus | undefined; reference?: string | undefined }

type Where = ExpressionBuilder<Schema, 'requests'>

const OPEN: readonly RequestStatus[] = ['created', 'partially_paid']
const CLOSED: readonly RequestStatus[] = ['paid', 'failed', 'refunded']

/** The requests that a caller may list. */
export function scopeOf(caller: Caller): RequestScope {
  return { tenantId: caller.tenantId, clientId: clientIdOf(caller) }
}

/**
 * The condition of a list. Requests have one index each by tenant, client ID, reference and status. A status counts as
 * callers see it: an open request with a payment under way is `processing`.
 */
export function selects(
  { tenantId, clientId }: RequestScope,
  { status, reference }: RequestFilter,
): (where: Where) => Expression<SqlBool> {
  // Few requests are under way, so the query begins with them. A column inside an expression keeps the planner from
  // using another index.
  const isAmongFew = status === 'processing'
  const column = (name: 'tenant_id' | 'client_id') => {
    const ref = sql.ref<string>(`requests.${name}`)
    return isAmongFew ? sql<string>`(${ref} || '')` : ref
  }
  return (where) => {
    const conditions: Expression<SqlBool>[] = []
    if (clientId !== null) conditions.push(where(column('client_id'), '=', clientId))
    // A client ID is one tenant's, so naming both would only lead the planner to the larger index.
    if (clientId === null || reference !== undefined) {
      conditions.push(where(column('tenant_id'), '=', tenantId))
    }
    if (reference !== undefined) conditions.push(where('requests.reference', '=', reference))
    if (status === 'processing') conditions.push(isUnderWay(where, { tenantId, clientId }))
    else if (status !== undefined) conditions.push(hasStatus(where, status))
    return where.and(conditions)
  }
}

/** With a payment under way, or money that is on its way into a bank account, which alone is stored as its status. */
function isUnderWay(where: Where, { tenantId, clientId }: RequestScope): Expression<SqlBool> {
  const processing = where
    .selectFrom('requests as own')
    .select('own.id')
    .where('own.status', '=', 'processing')
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
  const stored = where('requests.status', '=', status)
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
