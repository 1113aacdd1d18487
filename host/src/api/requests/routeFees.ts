import { divide, formatAmount, parsePercent } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { convertUnits, FIAT_DECIMALS } from '@secure-payment/core/conversion'
import type { Network } from '@secure-payment/core/networks'
import type { Payable } from '../../paying/payable.ts'
import type { PlanContext } from '../../paying/planSteps.ts'
import { requireRates } from '../../paying/requireRates.ts'
import { usdOf } from '../../prices/usdOf.ts'

/** A route in the API's format. */
export type Route = Output<typeof api.requests.routes>['routes'][number]
type Fee = NonNullable<Route['feeBreakdown']>[number]

/** A fee with its value in 10^-8 dollars; null if unknown. */
export type Valued = { fee: Fee; usd: bigint | null }

/** Returns the share of the payment that goes to the fee address, in the payment currency; null without a fee. */
export async function platformFee(
  context: PlanContext,
  network: Network,
  { request, fee }: Payable,
): Promise<Valued | null> {
  if (fee === null || fee.units === 0n) return null
  const [rate = null] = await requireRates(context, [request])
  const units = rate === null ? fee.units : convertUnits(fee.units, rate.rate)
  const invoice = getCurrency(request.invoice_currency).currency
  const usd = await usdOf(context, { network, currency: invoice, units: fee.units })
  const facts = { network, address: fee.address, units, usd, stage: 'sending' as const }
  return describePlatformFee(request, facts)
}

/** Describes the platform's fee; `units` are those of the payment currency. */
export function describePlatformFee(
  { payment_currency }: Pick<Payable['request'], 'payment_currency'>,
  facts: {
    network: Network
    address: string
    units: bigint
    usd: bigint | null
    stage: NonNullable<Fee['stage']>
  },
): Valued {
  const { network, address, units, usd, stage } = facts
  const { currency, symbol } = getCurrency(payment_currency)
  return {
    usd,
    fee: {
      type: 'platform',
      stage,
      provider: 'secure-payment',
      amount: formatAmount(units, currency.decimals),
      currency: symbol,
      receiverAddress: address,
      network: network.id,
      ...inUsd(usd),
    },
  }
}

/** Returns the members that state a fee's value; empty if the value is unknown. `usd` is in units of 10^-8 dollars. */
export function inUsd(usd: bigint | null): Pick<Fee, 'amountInUSD' | 'rateProvider'> {
  if (usd === null) return {}
  return { amountInUSD: formatAmount(usd, FIAT_DECIMALS), rateProvider: 'chainlink' }
}

/** The number of decimals in a fraction. */
export const FRACTION_DECIMALS = 9

/**
 * Returns all fees as a fraction of the amount, and in US dollars. If a value is unknown, returns only the platform's percentage as a
 * fraction.
 */
export function sumFees(
  fees: readonly Valued[],
  amountUsd: bigint | null,
  { fee }: Payable,
): Pick<Route, 'fee' | 'feeInUSD'> {
  const worths = fees.map(({ usd }) => usd).filter((usd) => usd !== null)
  if (amountUsd === null || amountUsd === 0n || worths.length < fees.length) {
    // A percentage is scaled by 10^18, so it has two more decimals as a fraction.
    const fraction = fee === null ? 0n : parsePercent(fee.percentage)
    return { fee: Number(formatAmount(fraction, 20)) }
  }
  const sum = worths.reduce((total, usd) => total + usd, 0n)
  const fraction = divide(sum * 10n ** BigInt(FRACTION_DECIMALS), amountUsd, 'half_even')
  return {
    fee: Number(formatAmount(fraction, FRACTION_DECIMALS)),
    feeInUSD: Number(formatAmount(sum, FIAT_DECIMALS)),
  }
}
