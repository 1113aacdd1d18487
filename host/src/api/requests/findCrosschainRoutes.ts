import { divide, formatAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { FIAT_DECIMALS } from '@secure-payment/core/conversion'
import type { Bridge, BridgeFee } from '../../bridges/bridge.ts'
import { chainLabel } from '../../crosschain/chainLabel.ts'
import { type CrosschainOption, findOptions } from '../../crosschain/findOptions.ts'
import { PART_DEADLINE_MS, within } from '../../crosschain/within.ts'
import type { Bridgeable } from '../../paying/chooseCrosschain.ts'
import type { Payable } from '../../paying/payable.ts'
import type { PlanContext } from '../../paying/planSteps.ts'
import { usdOf } from '../../prices/usdOf.ts'
import { rescale } from '../../settlement/rescale.ts'
import {
  describePlatformFee,
  FRACTION_DECIMALS,
  inUsd,
  type Route,
  sumFees,
  type Valued,
} from './routeFees.ts'

/** The routes from other chains for a request, and the omitted chains, under the names that routes use. */
export type CrosschainRoutes = {
  routes: Route[]
  unavailableChains: string[]
  unquotedChains: string[]
  slowChains?: string[]
}

/**
 * Finds the routes from other chains for which the wallet has enough balance, cheapest first, then fastest. Everything
 * that the bridge charges above the owed amount is one fee, regardless of its name. The gas of the source transaction is the
 * bridge's estimate.
 */
export async function findCrosschainRoutes(
  context: PlanContext & { bridge: Bridge },
  payable: Payable,
  payment: Bridgeable & { wallet: string },
): Promise<CrosschainRoutes> {
  const { network } = payment.destination
  const { currency } = getCurrency(payable.request.payment_currency)
  const [found, amountUsd] = await Promise.all([
    findOptions(context, payment),
    within(
      usdOf(context, { network, currency, units: payment.terms.amountUnits }),
      PART_DEADLINE_MS,
    ),
  ])
  const ranked = found.options
    .filter(({ balanceUnits, quote }) => balanceUnits >= quote.fromUnits)
    .map((option) => describe(option, { ...payment, payable, amountUsd }))
    .sort((a, b) => compare(a.cost, b.cost) || a.durationS - b.durationS)
  return {
    routes: ranked.map(({ route }) => route),
    unavailableChains: found.unavailable.map(chainLabel),
    unquotedChains: found.unquoted.map(chainLabel),
    ...(found.slow.length > 0 && { slowChains: found.slow.map(chainLabel) }),
  }
}

/**
 * A request in the form that a bridge pays. `amountUsd` is the value of its amount without the fee, in 10^-8 dollars; null if unknown.
 */
type Owed = Bridgeable & { payable: Payable; amountUsd: bigint | null }

/** `cost` ranks routes: the bridge's fee plus gas, in 10^-8 dollars, with the token at one dollar. */
type Ranked = { route: Route; cost: bigint; durationS: number }

function describe({ source, quote }: CrosschainOption, owed: Owed): Ranked {
  const { destination, payable, amountUsd } = owed
  const { decimals } = destination.token
  const { amountUnits, feeUnits } = owed.terms
  const sentUnits = rescale(quote.fromUnits, source.token.decimals, decimals)
  const dueUnits = amountUnits + feeUnits
  const bridgeUnits = sentUnits > dueUnits ? sentUnits - dueUnits : 0n
  const gas = quote.fees.filter(({ kind }) => kind === 'gas').map((one) => describeGas(one, source))
  const fees = [
    ...gas,
    describeBridgeFee(source, {
      units: rescale(bridgeUnits, decimals, source.token.decimals),
      usd: worthOf(bridgeUnits, owed),
    }),
    ...describeOwnFee(owed),
  ]
  const gasUsd = gas.reduce((total, { usd }) => total + (usd ?? 0n), 0n)
  return {
    route: {
      id: `${chainLabel(source.network)}_${chainLabel(destination.network)}_${source.token.symbol}_${destination.token.symbol}`,
      ...(fees.every(({ usd }) => usd !== null)
        ? sumFees(fees, amountUsd, payable)
        : { fee: fractionOf(sentUnits - amountUnits, amountUnits) }),
      feeBreakdown: fees.map((one) => one.fee),
      speed: quote.durationS,
      chain: chainLabel(source.network),
      token: source.token.symbol,
    },
    cost: rescale(bridgeUnits, decimals, FIAT_DECIMALS) + gasUsd,
    durationS: quote.durationS,
  }
}

function describeGas(
  { units, symbol, decimals, amountUsd }: BridgeFee,
  { network }: CrosschainOption['source'],
): Valued {
  const usd = amountUsd === null ? null : readUsd(amountUsd)
  const amount = formatAmount(units, decimals)
  return {
    usd,
    fee: {
      type: 'gas',
      stage: 'sending',
      provider: 'lifi',
      amount,
      currency: symbol,
      network: network.id,
      ...inUsd(usd),
      ...(usd !== null && { rateProvider: 'lifi' }),
    },
  }
}

function describeBridgeFee(
  { network, token }: CrosschainOption['source'],
  { units, usd }: { units: bigint; usd: bigint | null },
): Valued {
  return {
    usd,
    fee: {
      type: 'crosschain',
      stage: 'overall',
      provider: 'lifi',
      amount: formatAmount(units, token.decimals),
      currency: token.symbol,
      network: network.id,
      ...inUsd(usd),
    },
  }
}

/** The fee proxy charges the platform's share when the payment arrives. */
function describeOwnFee(owed: Owed): Valued[] {
  const { payable, destination, terms } = owed
  const { request, fee } = payable
  const units = terms.feeUnits
  if (fee === null || units === 0n) return []
  const { network } = destination
  const { address } = fee
  const usd = worthOf(units, owed)
  return [describePlatformFee(request, { network, address, units, usd, stage: 'receiving' })]
}

/**
 * Derives the value of `units` from the amount's value; null if that is unknown. Both tokens are dollar stablecoins, so no other price is
 * needed.
 */
function worthOf(units: bigint, { terms, amountUsd }: Owed): bigint | null {
  if (amountUsd === null) return null
  return divide(units * amountUsd, terms.amountUnits, 'half_even')
}

function fractionOf(units: bigint, wholeUnits: bigint): number {
  if (units <= 0n) return 0
  const fraction = divide(units * 10n ** BigInt(FRACTION_DECIMALS), wholeUnits, 'half_even')
  return Number(formatAmount(fraction, FRACTION_DECIMALS))
}

/** Parses dollars as the bridge returns them, already checked to be digits with at most one point, and truncates them to 10^-8. */
function readUsd(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, FIAT_DECIMALS).padEnd(FIAT_DECIMALS, '0'))
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
