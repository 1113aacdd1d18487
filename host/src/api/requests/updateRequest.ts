import type { api, Output } from '@secure-payment/core/api'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Call } from '../../http/implement.ts'
import { RequestCancelledError } from '../../paying/payErrors.ts'
import { RequestNotFoundError } from '../../requests/errors.ts'
import { guardRunningRecurrences } from '../../requests/guardRunningRecurrences.ts'
import { isRequestId } from '../../requests/isRequestId.ts'
import { nextOccurrence, readRecurrence } from '../../requests/recurrence.ts'
import { NotRecurringError } from './errors.ts'

type Update = typeof api.requests.update

/**
 * Stops or resumes a request's recurrence.
 *
 * @throws RequestNotFoundError, NotRecurringError, RequestCancelledError, TooManyRecurrencesError
 */
export async function updateRequest(
  context: Pick<Context, 'db' | 'now'>,
  { params, body, caller }: Call<Update>,
): Promise<Output<Update>> {
  const { isRecurrenceStopped } = body
  await setRecurrenceStopped(context, { requestId: params.requestId, caller, isRecurrenceStopped })
  return { requestId: params.requestId, isRecurrenceStopped }
}

/**
 * Stops or resumes the recurrence of one of the caller's requests; idempotent. Periods that begin while the recurrence is stopped never
 * get a request. A resumed recurrence continues with the next period.
 *
 * A client ID is public, so it can change only the requests that it created.
 *
 * @throws RequestNotFoundError, NotRecurringError, RequestCancelledError, TooManyRecurrencesError
 */
export async function setRecurrenceStopped(
  context: Pick<Context, 'db' | 'now'>,
  facts: { requestId: string; caller: Caller; isRecurrenceStopped: boolean },
): Promise<void> {
  const { requestId, caller, isRecurrenceStopped } = facts
  if (!isRequestId(requestId)) throw new RequestNotFoundError()
  await context.db.transaction(async (tx) => {
    const request = await lockRequest(tx, context.db.dialect, requestId)
    const mayChange =
      request?.tenant_id === caller.tenantId &&
      (caller.credential !== 'clientId' || request.client_id === caller.clientId)
    if (request === undefined || !mayChange) throw new RequestNotFoundError()
    const recurrence = readRecurrence(request)
    if (recurrence === null) throw new NotRecurringError()
    if (!isRecurrenceStopped && request.cancelled_at !== null) {
      throw new RequestCancelledError({ supportUrl: null })
    }
    if ((request.is_recurrence_stopped === 1) === isRecurrenceStopped) return
    if (!isRecurrenceStopped && caller.credential === 'clientId') {
      await guardRunningRecurrences(tx, context.db.dialect, caller.clientId)
    }
    const now = context.now()
    await tx
      .updateTable('requests')
      .set({
        is_recurrence_stopped: isRecurrenceStopped ? 1 : 0,
        next_recurrence_at: isRecurrenceStopped
          ? null
          : nextOccurrence(recurrence, now).toISOString(),
        updated_at: now.toISOString(),
      })
      .where('id', '=', requestId)
      .execute()
  })
}

function lockRequest(tx: Tx, dialect: Context['db']['dialect'], requestId: string) {
  const query = tx
    .selectFrom('requests')
    .select(['tenant_id', 'client_id', 'recurrence', 'is_recurrence_stopped', 'cancelled_at'])
    .where('id', '=', requestId)
  return (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}
