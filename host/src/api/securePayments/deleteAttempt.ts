import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { lockSecurePayment } from '../../db/lockSecurePayment.ts'
import type { Call } from '../../http/implement.ts'
import { endLease, isEndPhase } from '../../paying/attemptLease.ts'
import { isAttemptId } from '../../paying/attemptRows.ts'
import { AttemptAlreadySentError, AttemptNotFoundError } from '../../paying/errors.ts'
import { loadSecurePayment } from '../../paying/loadSecurePayment.ts'

type Delete = typeof api.securePayments.deleteAttempt

/**
 * Releases the lock of an attempt that sent nothing. Harmless to repeat.
 *
 * @throws AttemptNotFoundError, AttemptAlreadySentError, and what `loadSecurePayment` throws
 */
export async function deleteAttempt(
  context: Pick<Context, 'config' | 'db' | 'now' | 'prices' | 'rates'>,
  { params, caller }: Call<Delete>,
): Promise<Output<Delete>> {
  await loadSecurePayment(context, { token: params.token, caller })
  if (!isAttemptId(params.attemptId)) throw new AttemptNotFoundError()
  await context.db.transaction(async (tx) => {
    await lockSecurePayment(tx, params.token)
    const attempt = await tx
      .selectFrom('attempts')
      .select(['id', 'phase', 'tx_hash', 'lease_until'])
      .where('token', '=', params.token)
      .where('id', '=', params.attemptId)
      .executeTakeFirst()
    if (attempt === undefined) throw new AttemptNotFoundError()
    if (attempt.tx_hash !== null) throw new AttemptAlreadySentError()
    if (isEndPhase(attempt.phase)) return
    const now = context.now()
    await tx
      .updateTable('attempts')
      .set({
        phase: 'abandoned',
        lease_until: endLease(attempt, now),
        updated_at: now.toISOString(),
      })
      .where('id', '=', attempt.id)
      .execute()
  })
  return { success: true }
}
