import { divide, formatAmount, parsePercent } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { convertUnits, FIAT_DECIMALS } from '@secure-payment/core/conversion'
import type { Network } from '@secure-payment/core/networks'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { ConversionUnavailableError, RateTooOldError } from '../../rates/errors.ts'
import { requireRates } from '../../rates/requireRates.ts'
import { usdOf } from '../../rates/usdOf.ts'
import { UnsupportedNetworkError } from '../../requests/errors.ts'
import { chainLabel } from '../chainLabel.ts'
import type { Payable } from '../securePayments/payable.ts'
import { type PlanContext, type PlannedSteps, planSteps } from '../securePayments/planSteps.ts'
import { readWallet } from '../securePayments/readWallet.ts'
import { loadPayable } from './loadPayable.ts'
import { PaidByScheduleError } from './payErrors.ts'
import { platformFeeOf } from './payRequest.ts'
import { planPart } from './planPart.ts'

type Routes = typeof api.requests.routes
type Answer = Output<Routes>
type Route = Answer['routes'][number]
type Fee = NonNullable<Route['feeBreakdown']>[number]

/** What listing routes needs to know of a call; version 1 of the API makes one up from a reference. */
export type RoutesCall = Pick<Call<Routes>, 'params' | 'query' | 'caller'>

/** Existing clients look for this literal. */
const DIRECT_ROUTE = 'REQUEST_NETWORK_PAYMENT'

/**
 * Answers the ways in which a wallet can pay a request now, the cheapest first: none when there is nothing to pay, when the
 * wallet has too little, or when the conversion has no rate. A wallet that no node tells of counts as one that has enough,
 * as it does for calldata.
 *
 * @throws RequestNotFoundError, PaidByScheduleError, and what `planPart` throws; ChainUnavailableError for a conversion
 */
export async function requestRoutes(
  context: PlanContext & Pick<Context, 'db'>,
  { params, query, caller }: RoutesCall,
): Promise<Answer> {
  const wallet = readWallet(query.wallet)
  const request = await loadPayable(context, { requestId: params.requestId, caller })
  if (request.payability === 'scheduled') throw new PaidByScheduleError()
  if (request.payability !== 'open') return { routes: [] }
  const payable = planPart(request, query, caller)
  const planned = await planOrNull(context, payable, wallet)
  const canPay = planned !== null && (planned.means?.hasEnoughBalance ?? true)
  const routes = canPay ? [await describeDirect(context, payable, planned)] : []
  return { routes, ...platformFeeOf(payable.fee) }
}

/** Null when nothing can be converted now, or the host serves the network no longer. */
async function planOrNull(
  context: PlanContext,
  payable: Payable,
  wallet: string | null,
): Promise<PlannedSteps | null> {
  try {
    return await planSteps(context, [payable], wallet)
  } catch (error) {
    const hasNoRoute =
      error instanceof ConversionUnavailableError ||
      error instanceof RateTooOldError ||
      error instanceof UnsupportedNetworkError
    if (hasNoRoute) return null
    throw error
  }
}

async function describeDirect(
  context: PlanContext,
  payable: Payable,
  planned: PlannedSteps,
): Promise<Route> {
  const { network } = planned
  const { request, amountUnits } = payable
  const fees = await Promise.all([platformFee(context, network, payable), gasFee(context, planned)])
  const known = fees.filter((fee) => fee !== null)
  const { currency } = getCurrency(request.invoice_currency)
  const amountUsd = await usdOf(context, { network, currency, units: amountUnits })
  return {
    id: DIRECT_ROUTE,
    ...sumFees(known, amountUsd, payable),
    feeBreakdown: known.map(({ fee }) => fee),
    speed: 'FAST',
    price_impact: 0,
    chain: chainLabel(network),
    token: getCurrency(request.payment_currency).symbol,
  }
}

/** A fee with its worth in 10^-8 dollars; null = not known. */
type Valued = { fee: Fee; usd: bigint | null }

/** The share of the payment that goes to the fee address; the amount is in the payment currency. */
async function platformFee(
  context: PlanContext,
  network: Network,
  { request, fee }: Payable,
): Promise<Valued | null> {
  if (fee === null || fee.units === 0n) return null
  const [rate = null] = await requireRates(context, [request])
  const { currency, symbol } = getCurrency(request.payment_currency)
  const units = rate === null ? fee.units : convertUnits(fee.units, rate.rate)
  const invoice = getCurrency(request.invoice_currency).currency
  const usd = await usdOf(context, { network, currency: invoice, units: fee.units })
  return {
    usd,
    fee: {
      type: 'platform',
      stage: 'sending',
      provider: 'secure-payment',
      amount: formatAmount(units, currency.decimals),
      currency: symbol,
      receiverAddress: fee.address,
      network: network.id,
      ...inUsd(usd),
    },
  }
}

/** What the steps cost at most, as the node prices gas now; null when no node told. */
async function gasFee(
  context: PlanContext,
  { network, means }: PlannedSteps,
): Promise<Valued | null> {
  if (means === null) return null
  const { nativeCurrency } = network
  const { currency } = getCurrency(nativeCurrency.currencyId)
  const usd = await usdOf(context, { network, currency, units: means.gasCostUnits })
  return {
    usd,
    fee: {
      type: 'gas',
      stage: 'sending',
      amount: formatAmount(means.gasCostUnits, nativeCurrency.decimals),
      currency: nativeCurrency.symbol,
      network: network.id,
      ...inUsd(usd),
    },
  }
}

function inUsd(usd: bigint | null): Pick<Fee, 'amountInUSD' | 'rateProvider'> {
  if (usd === null) return {}
  return { amountInUSD: formatAmount(usd, FIAT_DECIMALS), rateProvider: 'chainlink' }
}

/** Decimals of a fraction. */
const FRACTION_DECIMALS = 9

/** All fees as a fraction of the amount. Where a worth is not known the platform's fee alone can be told as one. */
function sumFees(
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
