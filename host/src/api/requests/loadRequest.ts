import { BaseError } from '@secure-payment/core'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { preparedRead, TEXT } from '../../db/preparedRead.ts'
import type { Row } from '../../db/schema.ts'

/** No request has this id, or it is another tenant's. */
export class RequestNotFoundError extends BaseError {
  readonly code = 'request_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no request with this id.')
  }
}

const REQUEST_ID = /^01[0-9a-f]{64}$/

/** Whether a text has the form of a request's id. */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text)
}

const selectRequest = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', TEXT)
    .where('tenant_id', '=', TEXT)
    .compile(),
)
const selectPending = preparedRead((kysely) =>
  kysely
    .selectFrom('pending_payments')
    .select('tx_hash')
    .where('request_id', '=', TEXT)
    .limit(1)
    .compile(),
)

/**
 * Loads a request of the caller's tenant, with the status that it has now: one that is open with a payment under way is
 * `processing`.
 *
 * @throws RequestNotFoundError
 */
export async function loadRequest(
  context: Pick<Context, 'db'>,
  facts: { requestId: string; caller: Caller },
): Promise<Row<'requests'>> {
  if (!isRequestId(facts.requestId)) throw new RequestNotFoundError()
  const [request] = await selectRequest(context.db, facts.requestId, facts.caller.tenantId)
  if (request === undefined) throw new RequestNotFoundError()
  if (request.status !== 'created' && request.status !== 'partially_paid') return request
  const [pending] = await selectPending(context.db, request.id, 1)
  return pending === undefined ? request : { ...request, status: 'processing' }
}
