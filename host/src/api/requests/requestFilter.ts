import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, clientIdOf } from '../../auth/caller.ts'
import type { RequestStatus, Schema } from '../../db/schema.ts'

/** Whose requests are listed: a client ID is public, so it sees those that it created and no others of its merchant. */
export type RequestScope = { tenantId: string; clientId: string | null }

/** Which of them. */
export type RequestFilter = { status?: RequestStatus | undefined; reference?: string | undefined }

type Where = ExpressionBuilder<Schema, 'requests'>

const OPEN: readonly RequestStatus[] = ['created', 'partially_paid']

/** What a caller may list. */
export function scopeOf(caller: Caller): RequestScope {
  return { tenantId: caller.tenantId, clientId: clientIdOf(caller) }
}

/**
 * The condition of a list. There is one index for the requests of a tenant, of a client ID, with a reference and with a status. A
 * status counts as callers are told it: an open request with a payment under way is `processing`.
 */
export function selects(
  { tenantId, clientId }: RequestScope,
  { status, reference }: RequestFilter,
): (where: Where) => Expression<SqlBool> {
  return (where) => {
    const conditions: Expression<SqlBool>[] = []
    if (clientId !== null) conditions.push(where('requests.client_id', '=', clientId))
    // A client ID is one tenant's, so naming both would only lead the planner to the larger index.
    if (clientId === null || reference !== undefined) {
      conditions.push(where('requests.tenant_id', '=', tenantId))
    }
    if (reference !== undefined) conditions.push(where('requests.reference', '=', reference))
    if (status !== undefined) conditions.push(hasStatus(where, status))
    return where.and(conditions)
  }
}

function hasStatus(where: Where, status: RequestStatus): Expression<SqlBool> {
  if (status === 'processing') {
    return where.and([where('requests.status', 'in', OPEN), isPending(where)])
  }
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
