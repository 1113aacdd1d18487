import { InvalidInputError, parseAmount } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { findCurrency, type ResolvedCurrency } from '@secure-payment/core/catalogue'
import { atField } from '../../atField.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { decideFee } from '../../requests/decideFee.ts'
import { planBorneFee } from '../../requests/feePayments.ts'
import { previewFees as planPreview } from '../../requests/feePlan.ts'
import { guardFeeAddress } from '../../requests/guardFeeAddress.ts'
import { plainPlan } from '../../requests/requestPlan.ts'
import { serveNetwork } from '../../requests/serveNetwork.ts'

type Preview = typeof api.securePayments.previewFees

/**
 * Returns the fee plan that a payment would have. Stores nothing.
 *
 * @throws InvalidInputError naming the field, FeeNotAllowedError, UnsupportedNetworkError
 */
export async function previewFees(
  context: Pick<Context, 'config' | 'prices' | 'rates'>,
  { body, caller }: Pick<Call<Preview>, 'body' | 'caller'>,
): Promise<Output<Preview>> {
  const { currency } = requireCurrency(context, body.currency)
  const network = serveNetwork(context.config, currency.network, 'currency')
  const fee = decideFee(body, caller)
  if (fee !== null) guardFeeAddress(network, fee.address)
  const amountUnits = atField('amount', () => parseAmount(body.amount, currency.decimals))
  const item = {
    network: network.id,
    invoiceCurrency: currency.id,
    paymentCurrency: currency.id,
    amountUnits,
    fee: planBorneFee(amountUnits, fee, 'amount'),
    plan: plainPlan(network),
  }
  const plan = await planPreview(context, [item], { flow: body.flow, fee, stated: body })
  if (plan !== null) return plan
  const message = 'has no known price now, so its fees have no value in US dollars'
  throw new InvalidInputError([{ field: 'currency', code: 'price_unknown', message }])
}

/** Finds a currency by its id, or by its symbol on the first served network that has it. */
function requireCurrency({ config }: Pick<Context, 'config'>, stated: string): ResolvedCurrency {
  const ids = [stated, ...config.networks.map(({ network }) => `${stated}-${network.id}`)]
  for (const id of ids) {
    const found = findCurrency(id)
    if (found !== undefined && !found.isFiat) return found
  }
  const message = 'must be the symbol or the id of a currency on a served network'
  throw new InvalidInputError([{ field: 'currency', code: 'unknown_currency', message }])
}
