import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { AttemptAlreadySentError, AttemptNotFoundError } from './errors.ts'
import { loadSecurePayment } from './loadSecurePayment.ts'
import { lockSecurePayment } from './lockSecurePayment.ts'

type Delete = typeof api.securePayments.deleteAttempt

/** Releases the lock of an attempt that sent nothing. Harmless to repeat. */
export async function deleteAttempt(
  context: Pick<Context, 'db' | 'now'>,
  { params, caller }: Call<Delete>,
): Promise<Output<Delete>> {
  await loadSecurePayment(context, { token: params.token, caller })
  await context.db.transaction(async (tx) => {
    await lockSecurePayment(tx, params.token)
    const attempt = await tx
      .selectFrom('attempts')
      .select(['id', 'tx_hash'])
      .where('token', '=', params.token)
      .where('id', '=', params.attemptId)
      .executeTakeFirst()
    if (attempt === undefined) throw new AttemptNotFoundError()
    if (attempt.tx_hash !== null) throw new AttemptAlreadySentError()
    await tx
      .updateTable('attempts')
      .set({ phase: 'abandoned', updated_at: context.now().toISOString() })
      .where('id', '=', attempt.id)
      .execute()
  })
  return { success: true }
}
