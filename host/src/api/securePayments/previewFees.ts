import { InvalidInputError, parseAmount } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { findCurrency, type ResolvedCurrency } from '@secure-payment/core/catalogue'
import { minorUnit } from '@secure-payment/core/conversion'
import type { Network } from '@secure-payment/core/networks'
import { atField } from '../../atField.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { decideFee, type Fee } from '../../requests/decideFee.ts'
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
  const { currency, isFiat } = requireCurrency(context, body.currency)
  const fee = decideFee(body, caller)
  const network = isFiat
    ? networkFor(context, fee)
    : serveNetwork(context.config, currency.network, 'currency')
  if (fee !== null) guardFeeAddress(network, fee.address)
  const statedUnits = atField('amount', () => parseAmount(body.amount, currency.decimals))
  const amountUnits = statedUnits * minorUnit(currency)
  const item = {
    network: network.id,
    invoiceCurrency: currency.id,
    paymentCurrency: currency.id,
    amountUnits,
    fee: planBorneFee(amountUnits, fee, { field: 'amount', rounding: isFiat ? currency : null }),
    plan: plainPlan(network),
  }
  const plan = await planPreview(context, [item], { flow: body.flow, fee, stated: body })
  if (plan !== null) return plan
  const message = 'has no known price now, so its fees have no value in US dollars'
  throw new InvalidInputError([{ field: 'currency', code: 'price_unknown', message }])
}

/** Returns a served network whose rates value an amount in a fiat currency. Its wallets have the form of the fee's address, if any has. */
function networkFor({ config }: Pick<Context, 'config'>, fee: Fee | null): Network {
  const served = config.networks.map(({ network }) => network)
  const family = fee === null || fee.address.startsWith('0x') ? 'evm' : 'tron'
  const found = served.find((network) => network.family === family) ?? served[0]
  if (found === undefined) throw unknownCurrency()
  return found
}

/** Finds a currency by its id, or by its symbol on the first served network that has it. */
function requireCurrency({ config }: Pick<Context, 'config'>, stated: string): ResolvedCurrency {
  const ids = [stated, ...config.networks.map(({ network }) => `${stated}-${network.id}`)]
  for (const id of ids) {
    const found = findCurrency(id)
    if (found !== undefined) return found
  }
  throw unknownCurrency()
}

function unknownCurrency(): InvalidInputError {
  const message =
    'must be a fiat currency, or the symbol or the id of a currency on a served network'
  return new InvalidInputError([{ field: 'currency', code: 'unknown_currency', message }])
}
