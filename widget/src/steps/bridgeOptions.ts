import { formatAmount, parseAmount } from '@secure-payment/core'
import { findNetwork, type Network } from '@secure-payment/core/networks'
import { list, mapOf, number, optional, shape, text } from '../answer.ts'
import { BRIDGED, findSource, isBridgeable } from '../findSource.ts'
import type { PaymentMetadata, PaymentOptionBalance } from '../paymentMetadata.ts'
import type { Cost, PayOption, RouteCosts } from '../payOption.ts'

/**
 * Returns the ways to pay from other chains that the service found, cheapest first and then fastest, after `direct`. Chains and tokens
 * are the registry's: an unknown one, or one without a bridge, is omitted. None for an amount that contracts convert: `direct` does not state
 * exactly what must arrive.
 */
export function bridgeOptions(payment: PaymentMetadata, direct: PayOption): readonly PayOption[] {
  const [due, ...others] = direct.spending
  const isConverted = payment.items.some(({ conversion }) => conversion !== null)
  if (others.length > 0 || isConverted || !isBridgeable(payment)) return []
  const found = Object.entries(payment.paymentOptions ?? {}).flatMap(([chain, tokens]) => {
    const network = findSource(chain)
    if (network === undefined || network.id === payment.network) return []
    return Object.keys(tokens).flatMap(
      (symbol) => describe(payment, { chain, network, symbol, due, direct }) ?? [],
    )
  })
  return found.toSorted(compare)
}

type Way = {
  readonly chain: string
  readonly network: Network
  readonly symbol: string
  readonly due: Cost
  readonly direct: PayOption
}

function describe(payment: PaymentMetadata, way: Way): PayOption | null {
  const { chain, network, symbol, due, direct } = way
  const option = payment.paymentOptions?.[chain]?.[symbol]
  if (option === undefined || !BRIDGED.has(symbol)) return null
  const cost = { symbol, amount: option.neededAmount }
  const { costs, ...gas } = findCosts(payment, cost, way)
  return {
    id: `${network.id}:${symbol}`,
    network: network.id,
    symbol,
    needed: option.neededAmount,
    costs: direct.costs,
    spending: [cost],
    balance: option.balance,
    hasEnoughBalance: option.hasEnoughBalance,
    missing: findMissing(cost, option),
    hasEnoughGas: option.hasEnoughGas,
    ...gas,
    route: 'bridge',
    bridge: {
      chain,
      networkName: network.name,
      fee: bridgeFee(cost, due),
      durationS: findDuration(payment, chain, symbol),
      ...(costs && { costs }),
    },
  }
}

/** Returns the surcharge over the due amount; null if there is none, for example because one token is worth less than the other. */
export function bridgeFee(cost: Cost, due: Cost): Cost | null {
  return excess(cost, due)
}

/** Returns the account's shortage; null if it has enough. */
export function findMissing(
  cost: Cost,
  { balance, hasEnoughBalance }: Pick<PaymentOptionBalance, 'balance' | 'hasEnoughBalance'>,
): Cost | null {
  return hasEnoughBalance ? null : excess(cost, { symbol: cost.symbol, amount: balance })
}

function excess(cost: Cost, due: Cost): Cost | null {
  const units = parseScaled(cost.amount) - parseScaled(due.amount)
  return units > 0n ? { symbol: cost.symbol, amount: formatAmount(units, SCALE) } : null
}

const SCALE = 18
const MAX_SILENT = 100

function parseScaled(amount: string): bigint {
  try {
    return parseAmount(amount, SCALE, { allowZero: true })
  } catch {
    return 0n
  }
}

const omission = shape({
  unavailableChains: optional(list(text, MAX_SILENT)),
  unquotedChains: optional(list(text, MAX_SILENT)),
  slowChains: optional(list(text, MAX_SILENT)),
})

/**
 * Returns the names of chains that the service omitted, in part or in full. Their node or the bridge timed out, or a payment from there
 * would arrive after its quote. Only members with a chain are present.
 */
export function findOmitted({
  raw,
  network,
}: PaymentMetadata): Pick<PayOption, 'silentChains' | 'slowChains'> {
  const own = findNetwork(network)
  const nameOthers = (chains: readonly string[]): readonly string[] => {
    const others = chains.filter((chain) => chain !== own?.sourceChain && chain !== network)
    return [...new Set(others)].map((chain) => findSource(chain)?.name ?? chain)
  }
  try {
    const { unavailableChains, unquotedChains, slowChains } = omission(raw, '')
    const silent = nameOthers([...(unavailableChains ?? []), ...(unquotedChains ?? [])])
    const slow = nameOthers(slowChains ?? [])
    return {
      ...(silent.length > 0 && { silentChains: silent }),
      ...(slow.length > 0 && { slowChains: slow }),
    }
  } catch {
    return {}
  }
}

const durations = shape({
  paymentOptions: mapOf(mapOf(shape({ durationS: optional(number) }))),
})

function findDuration({ raw }: PaymentMetadata, chain: string, symbol: string): number | null {
  try {
    return durations(raw, '').paymentOptions[chain]?.[symbol]?.durationS ?? null
  } catch {
    // An unreadable duration must not prevent a payment.
    return null
  }
}

function compare(left: PayOption, right: PayOption): number {
  const units = parseScaled(left.needed) - parseScaled(right.needed)
  if (units !== 0n) return units < 0n ? -1 : 1
  return (left.bridge?.durationS ?? 0) - (right.bridge?.durationS ?? 0)
}

/** The members of an estimated network fee. */
const feeMembers = {
  amount: text,
  worth: optional(text),
  balance: optional(text),
  missing: optional(text),
} as const

const fees = shape({
  paymentOptions: mapOf(mapOf(shape({ networkFee: optional(shape(feeMembers)) }))),
})

/** Returns the estimated costs of a way, and the coin that the account lacks; empty if the service returns no readable estimate. */
export function findCosts(
  payment: PaymentMetadata,
  cost: Cost,
  { chain, network, due, direct }: Omit<Way, 'symbol'>,
): { costs?: RouteCosts } & Pick<PayOption, 'lackingGas'> {
  const [item] = payment.items
  try {
    const fee = fees(payment.raw, '').paymentOptions[chain]?.[cost.symbol]?.networkFee
    if (!fee || item === undefined) return {}
    const { symbol, decimals } = network.nativeCurrency
    parseAmount(fee.amount, decimals, { allowZero: true })
    const feeWorth = fee.worth === null ? null : { symbol: item.symbol, amount: fee.worth }
    const networkFee = { symbol, amount: fee.amount }
    const costs = withTotal(
      { networkFee, feeWorth, total: null },
      { leaving: cost, arriving: due, due: direct.costs[0], decimals: item.decimals },
    )
    return { costs, ...lackingGas(symbol, fee) }
  } catch {
    return {}
  }
}

/** Returns the coin that the account lacks, if it lacks any. */
export function lackingGas(
  symbol: string,
  { balance, missing }: { readonly balance: string | null; readonly missing: string | null },
): Pick<PayOption, 'lackingGas'> {
  if (balance === null || missing === null) return {}
  const lacking = { balance: { symbol, amount: balance }, missing: { symbol, amount: missing } }
  return { lackingGas: lacking }
}

/**
 * Adds the total to the costs of a way, in the invoice currency: the amount due, in the proportion of the amount that leaves to the amount
 * that arrives, and the network fee; rounded up. Throws for an unreadable amount.
 */
export function withTotal(
  costs: RouteCosts,
  {
    leaving,
    arriving,
    due,
    decimals,
  }: { leaving: Cost; arriving: Cost; due: Cost; decimals: number },
): RouteCosts {
  if (costs.feeWorth === null) return costs
  const [leavingUnits, arrivingUnits] = [leaving, arriving].map(({ amount }) =>
    parseAmount(amount, SCALE),
  )
  if (leavingUnits === undefined || arrivingUnits === undefined) return costs
  const dueUnits = parseAmount(due.amount, decimals)
  const feeUnits = parseAmount(costs.feeWorth.amount, decimals, { allowZero: true })
  const spentUnits = (dueUnits * leavingUnits + arrivingUnits - 1n) / arrivingUnits
  const total = { symbol: due.symbol, amount: formatAmount(spentUnits + feeUnits, decimals) }
  return { ...costs, total }
}
