import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { describeSecurePayment } from './describeSecurePayment.ts'
import { guardPayable } from './guardPayable.ts'
import { guardSameChain } from './guardSameChain.ts'
import { loadSecurePayment } from './loadSecurePayment.ts'

type Intent = typeof api.securePayments.intent

/** Notes a transaction that the payer's page has sent. Repeating it with the same hash answers the same intent. */
export async function createIntent(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  { params, body, caller }: Call<Intent>,
): Promise<Output<Intent>> {
  const stored = await loadSecurePayment(context, { token: params.token, caller })
  const payment = describeSecurePayment(context.config, stored, context.now())
  guardPayable(payment)
  guardSameChain(payment, body)
  const txHash = body.txHash.toLowerCase()
  const intentId = await context.db.transaction(async (tx) => {
    await tx
      .insertInto('intents')
      .values({
        id: createId(context),
        token: params.token,
        tx_hash: txHash,
        chain: payment.network,
        currency: body.token,
        created_at: context.now().toISOString(),
      })
      .onConflict((conflict) => conflict.columns(['token', 'tx_hash']).doNothing())
      .execute()
    const { id } = await tx
      .selectFrom('intents')
      .select('id')
      .where('token', '=', params.token)
      .where('tx_hash', '=', txHash)
      .executeTakeFirstOrThrow()
    return id
  })
  return {
    intentId,
    paymentReference: payment.items[0]?.paymentReference ?? '',
    txHash,
    isListening: true,
  }
}
