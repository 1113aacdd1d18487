import { InvalidInputError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { describeSecurePayment } from './describeSecurePayment.ts'
import { guardPayable } from './guardPayable.ts'
import { guardSameChain } from './guardSameChain.ts'
import { loadSecurePayment } from './loadSecurePayment.ts'
import { lockSecurePayment } from './lockSecurePayment.ts'

type Intent = typeof api.securePayments.intent

/** Intents of one secure payment: more than any payer needs, and nothing for a stranger to fill the database with. */
const MAX_INTENTS = 20

/**
 * Notes a transaction that the payer's page has sent. Repeating it with the same hash answers the same intent. Payments are
 * detected without it, so one that is refused for their number is not missed.
 */
export async function createIntent(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random' | 'rates'>,
  { params, body, caller }: Call<Intent>,
): Promise<Output<Intent>> {
  const stored = await loadSecurePayment(context, { token: params.token, caller })
  const payment = describeSecurePayment(context.config, stored, context.now())
  guardPayable(payment)
  guardSameChain(payment, body)
  const txHash = body.txHash.toLowerCase()
  const intentId = await context.db.transaction(async (tx) => {
    await lockSecurePayment(tx, params.token)
    const known = await tx
      .selectFrom('intents')
      .select(['id', 'tx_hash'])
      .where('token', '=', params.token)
      .execute()
    const same = known.find((intent) => intent.tx_hash === txHash)
    if (same !== undefined) return same.id
    if (known.length >= MAX_INTENTS) throw tooManyIntents()
    const id = createId(context)
    await tx
      .insertInto('intents')
      .values({
        id,
        token: params.token,
        tx_hash: txHash,
        chain: payment.network,
        currency: body.token,
        created_at: context.now().toISOString(),
      })
      .execute()
    return id
  })
  return {
    intentId,
    paymentReference: payment.items[0]?.paymentReference ?? '',
    txHash,
    isListening: true,
  }
}

function tooManyIntents(): InvalidInputError {
  const message = `is one too many: a payment takes ${MAX_INTENTS} transactions`
  return new InvalidInputError([{ field: 'txHash', code: 'too_many_intents', message }])
}
