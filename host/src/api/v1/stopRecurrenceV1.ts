import type { api } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { setRecurrenceStopped } from '../requests/updateRequest.ts'
import { findByReference } from './findByReference.ts'

/**
 * Stops a request's recurrence; the response has no body. Idempotent.
 *
 * @throws what `setRecurrenceStopped` throws
 */
export async function stopRecurrenceV1(
  context: Pick<Context, 'db' | 'now'>,
  { params, caller }: Call<typeof api.v1.stopRecurrence>,
): Promise<undefined> {
  const { paymentReference } = params
  const requestId = await findByReference(context, { paymentReference, caller })
  await setRecurrenceStopped(context, { requestId, caller, isRecurrenceStopped: true })
}
