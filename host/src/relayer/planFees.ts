import type { Fees } from '../chains/chainClient.ts'
import type { RelayFees } from './openRelayer.ts'

/** A replacement offers 25 % more: nodes require 10 to 12.5 %, and a larger step resolves a jam sooner. */
const RAISE_PERCENT = 125n
/** The minimum increase at which every node accepts a replacement: 12.5 %. */
const LEAST_RAISE_PER_MILLE = 1_125n
/** A block changes the base fee by at most an eighth, so an offer of twice the base fee suffices for about six full blocks. */
const BASE_FEE_HEADROOM = 2n
/** On a legacy chain, the whole price is paid, so headroom costs money. */
const LEGACY_HEADROOM_PERCENT = 110n
/** Without a ceiling, an offer is at most this many times the market price, however long a chain stalls. */
const MOST_OVER_MARKET = 10n

/**
 * Plans a new transaction's offer per unit of gas, under a ceiling in native base units (null for no ceiling). Null if the current price is
 * above the ceiling.
 */
export function firstFees(market: Fees, ceiling: bigint | null): RelayFees | null {
  const asked = market.baseFeeUnits + market.priorityFeeUnits
  if (ceiling !== null && asked > ceiling) return null
  const { maxUnits, tipUnits } = comfortable(market)
  const capped = ceiling !== null && maxUnits > ceiling ? ceiling : maxUnits
  return {
    maxUnits: capped,
    tipUnits: market.isLegacy ? capped : tipUnits,
    isLegacy: market.isLegacy,
  }
}

/**
 * Plans a replacement's offer: at least 25 % more than the replaced transaction, and at least the market price. If the ceiling is lower,
 * the offer is the ceiling. Null if nodes would not accept such a low offer.
 */
export function raisedFees(
  previous: RelayFees,
  market: Fees,
  ceiling: bigint | null,
): RelayFees | null {
  const usual = comfortable(market)
  const most = ceiling ?? usual.maxUnits * MOST_OVER_MARKET
  const maxUnits = smaller(larger(raise(previous.maxUnits), usual.maxUnits), most)
  if (maxUnits < leastRaise(previous.maxUnits)) return null
  if (previous.isLegacy) return { maxUnits, tipUnits: maxUnits, isLegacy: true }
  const tipUnits = smaller(larger(raise(previous.tipUnits), usual.tipUnits), maxUnits)
  if (tipUnits < leastRaise(previous.tipUnits)) return null
  return { maxUnits, tipUnits, isLegacy: false }
}

function comfortable({ baseFeeUnits, priorityFeeUnits, isLegacy }: Fees) {
  const maxUnits = isLegacy
    ? divideUp(baseFeeUnits * LEGACY_HEADROOM_PERCENT, 100n)
    : baseFeeUnits * BASE_FEE_HEADROOM + priorityFeeUnits
  return { maxUnits, tipUnits: isLegacy ? maxUnits : priorityFeeUnits }
}

/** The offer rises by at least one base unit, because nodes reject an equal offer. */
function raise(units: bigint): bigint {
  return larger(divideUp(units * RAISE_PERCENT, 100n), units + 1n)
}

function leastRaise(units: bigint): bigint {
  return larger(divideUp(units * LEAST_RAISE_PER_MILLE, 1_000n), units + 1n)
}

function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}

function larger(a: bigint, b: bigint): bigint {
  return a < b ? b : a
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
