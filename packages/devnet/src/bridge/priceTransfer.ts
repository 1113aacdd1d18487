import { parseAmount, percentOf } from '@secure-payment/core'
import type { BridgeMode } from './switches.ts'

/** The bridge's share of an amount, as a percentage with a minimum in tokens. */
type Tariff = { percent: string; least: string }

const TARIFF: Tariff = { percent: '0.2', least: '0.02' }
/** The fee in the mode `price_change`: five times the usual fee. */
const RAISED_TARIFF: Tariff = { percent: '1', least: '0.1' }

/** The amount paid on the source chain, the amount delivered, and the difference, in base units of tokens with equal decimals. */
export type Price = { fromUnits: bigint; toUnits: bigint; feeUnits: bigint }

/**
 * Computes the cost of a transfer from one side's amount. The fee is a share of that side. Returns null if the fee uses up the whole
 * amount.
 */
export function priceTransfer(
  side: { fromUnits: bigint } | { toUnits: bigint },
  options: { decimals: number; mode: BridgeMode },
): Price | null {
  const tariff = options.mode === 'price_change' ? RAISED_TARIFF : TARIFF
  const given = 'toUnits' in side ? side.toUnits : side.fromUnits
  const feeUnits = feeOf(given, tariff, options.decimals)
  if ('toUnits' in side) {
    return { fromUnits: side.toUnits + feeUnits, toUnits: side.toUnits, feeUnits }
  }
  const toUnits = side.fromUnits - feeUnits
  return toUnits > 0n ? { fromUnits: side.fromUnits, toUnits, feeUnits } : null
}

function feeOf(units: bigint, { percent, least }: Tariff, decimals: number): bigint {
  const share = percentOf(units, percent, 'up')
  const minimum = parseAmount(least, decimals)
  if (share < minimum) return minimum
  return share
}
