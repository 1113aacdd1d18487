import { formatAmount } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import type { Network } from '@secure-payment/core/networks'
import { describeRequest } from '@secure-payment/core/ways'
import { askChain, takeAnswer } from '../../crosschain/askChain.ts'
import { chainLabel } from '../../crosschain/chainLabel.ts'
import type { Call } from '../../http/implement.ts'
import { findBridgeable } from '../../paying/chooseCrosschain.ts'
import { platformFeeOf } from '../../paying/describeCalldata.ts'
import { loadPayable } from '../../paying/loadPayable.ts'
import type { Payable } from '../../paying/payable.ts'
import { PaidByScheduleError } from '../../paying/payErrors.ts'
import { planPart } from '../../paying/planPart.ts'
import { type PlanContext, type PlannedSteps, planSteps } from '../../paying/planSteps.ts'
import { readWallet } from '../../paying/readWallet.ts'
import { usdOf } from '../../prices/usdOf.ts'
import { QuoteRequiredError } from '../../quotes/errors.ts'
import { ConversionUnavailableError, RateTooOldError } from '../../rates/errors.ts'
import { UnsupportedNetworkError } from '../../requests/errors.ts'
import { findCrosschainRoutes } from './findCrosschainRoutes.ts'
import type { PayContext } from './payRequest.ts'
import {
  describePlatformFee,
  inUsd,
  platformFee,
  type Route,
  sumFees,
  type Valued,
} from './routeFees.ts'

type Routes = typeof api.requests.routes
type Answer = Output<Routes>

/** The parts of a call that are needed to list routes; version 1 of the API builds such a call from a reference. */
export type RoutesCall = Pick<Call<Routes>, 'params' | 'query' | 'caller'>

/** Existing clients compare against this literal. */
const DIRECT_ROUTE = 'REQUEST_NETWORK_PAYMENT'

/**
 * Returns the routes by which a wallet can pay a request now: the direct one first, then those from other chains, cheapest and fastest
 * first. Returns no routes unless the request is open. Without enough balance, a rate or a required quote, the direct route is missing. If
 * no node of the request's network responds, the wallet's balance counts as sufficient, as for calldata.
 *
 * @throws RequestNotFoundError, PaidByScheduleError, and what `planPart` throws; ChainUnavailableError for a conversion
 */
export async function requestRoutes(
  context: PayContext,
  { params, query, caller }: RoutesCall,
): Promise<Answer> {
  const request = await loadPayable(context, { requestId: params.requestId, caller })
  const wallet = readWallet(query.wallet, request.network)
  if (request.payability === 'scheduled') throw new PaidByScheduleError()
  if (request.payability !== 'open') return { routes: [] }
  const payable = planPart(request, query, caller)
  const { bridge } = context
  const bridgeable = await findBridgeable(context, payable)
  const platformFee = platformFeeOf(payable.fee)
  if (bridge === null || bridgeable === null || wallet === null) {
    return { routes: await findDirectRoutes(context, payable, wallet), ...platformFee }
  }
  const asked = askChain(context, bridgeable.destination.network.id, () =>
    findDirectRoutes(context, payable, wallet),
  )
  const [others] = await Promise.all([
    findCrosschainRoutes({ ...context, bridge }, payable, { ...bridgeable, wallet }),
    asked.isAwaited ? asked.answer : null,
  ])
  const direct = await takeAnswer(asked)
  const { routes, ...missing } = others
  // The chain does not respond: the wallet's balances and the prices are unknown.
  const known = direct ?? [describeUnknown(payable, bridgeable.destination.network)]
  return { routes: [...known, ...routes], ...platformFee, ...missing }
}

async function findDirectRoutes(
  context: PlanContext,
  payable: Payable,
  wallet: string | null,
): Promise<Route[]> {
  const planned = await planOrNull(context, payable, wallet)
  const canPay = planned !== null && (planned.means?.hasEnoughBalance ?? true)
  return canPay ? [await describeDirect(context, payable, planned)] : []
}

function describeUnknown(payable: Payable, network: Network): Route {
  const { request, fee } = payable
  const facts = fee && { network, ...fee, usd: null, stage: 'sending' as const }
  const fees = facts === null || facts.units === 0n ? [] : [describePlatformFee(request, facts)]
  return {
    id: DIRECT_ROUTE,
    ...sumFees(fees, null, payable),
    feeBreakdown: fees.map((one) => one.fee),
    speed: 'FAST',
    price_impact: 0,
    chain: chainLabel(network),
    token: getCurrency(payable.request.payment_currency).symbol,
  }
}

/** Returns the members that only a route into a bank account has. */
function fiatOf({ plan }: Payable['request']): Pick<Route, 'isCryptoToFiat'> {
  return describeRequest(plan).isCryptoToFiat ? { isCryptoToFiat: true } : {}
}

/** Returns null if nothing can be converted now, or the host no longer serves the network. */
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
      error instanceof QuoteRequiredError ||
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
    ...fiatOf(request),
  }
}

/** Returns the maximum cost of the steps at the node's current gas price; null if no node responds. */
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
