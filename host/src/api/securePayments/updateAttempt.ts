import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { leaseUntil } from './attemptLease.ts'
import { AttemptNotFoundError } from './errors.ts'
import { loadSecurePayment } from './loadSecurePayment.ts'
import { lockSecurePayment } from './lockSecurePayment.ts'

type Update = typeof api.securePayments.updateAttempt

/** Notes how far an attempt has come. With a transaction hash its lock lasts until the payment is recorded. */
export async function updateAttempt(
  context: Pick<Context, 'db' | 'now'>,
  { params, body, caller }: Call<Update>,
): Promise<Output<Update>> {
  await loadSecurePayment(context, { token: params.token, caller })
  return context.db.transaction(async (tx) => {
    await lockSecurePayment(tx, params.token)
    const attempt = await tx
      .selectFrom('attempts')
      .selectAll()
      .where('token', '=', params.token)
      .where('id', '=', params.attemptId)
      .executeTakeFirst()
    if (attempt === undefined) throw new AttemptNotFoundError()
    const now = context.now()
    const txHash = body.txHash?.toLowerCase() ?? attempt.tx_hash
    // Repeating the same news does not prolong the lock of a transaction that was sent long ago.
    const isNews = txHash === null || txHash !== attempt.tx_hash
    const until = isNews ? leaseUntil(now, txHash) : attempt.lease_until
    await tx
      .updateTable('attempts')
      .set({
        phase: body.phase,
        tx_hash: txHash,
        lease_until: until,
        updated_at: now.toISOString(),
      })
      .where('id', '=', attempt.id)
      .execute()
    return { attemptId: attempt.id, phase: body.phase, leaseUntil: until }
  })
}
