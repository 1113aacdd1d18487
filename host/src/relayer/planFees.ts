import type { Fees } from '../chains/chainClient.ts'
import type { RelayFees } from './openRelayer.ts'

/** A replacement offers 25 % more: nodes require 10 to 12.5 %, and a larger step ends a jam sooner. */
const RAISE_PERCENT = 125n
/** The minimum that every node accepts for a replacement: 12.5 % more. */
const LEAST_RAISE_PER_MILLE = 1_125n
/** Blocks change the base fee by an eighth at most, so that double of it lasts for six full blocks. */
const BASE_FEE_HEADROOM = 2n
/** On a legacy chain the whole price is paid, so that headroom costs money. */
const LEGACY_HEADROOM_PERCENT = 110n
/** Without a ceiling, an offer is at most this many times the market price, however long a chain stands still. */
const MOST_OVER_MARKET = 10n

/**
 * A new transaction's offer per gas, under a ceiling in native base units (null: none). Null when the present price is
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
 * A replacement's offer: at least 25 % more than the transaction before it, and at least the market price. Where the
 * ceiling leaves less room, it is as much as the ceiling allows. Null when that is too little for nodes to accept it.
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

/** Higher by a base unit at least: nodes refuse an equal offer. */
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
