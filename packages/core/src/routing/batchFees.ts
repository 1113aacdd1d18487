import { type BatchFee, batchFeeUnits } from '../evm/index.ts'
import type { NeedItem } from './tokenNeeds.ts'

/**
 * Returns BatchConversionPayments' own fee in each currency, for the batch's fee address. The currencies keep the order
 * in which they first appear; those without a fee are omitted. The fee is a share of the payees' amounts and of the amounts that
 * conversions spend, without the payments' own fees. It is rounded down once for the direct payments of a currency and once for its
 * conversions.
 */
export function batchFees(items: readonly NeedItem[], fee: BatchFee): BatchFeeShare[] {
  const bases = new Map<string, Bases>()
  for (const item of items) {
    const { token, amountUnits, conversion } = item
    const key = token?.toLowerCase() ?? ''
    const base = bases.get(key) ?? { token, directUnits: 0n, mostUnits: 0n }
    if (conversion) base.mostUnits += conversion.maxToSpendUnits
    else base.directUnits += amountUnits
    bases.set(key, base)
  }
  return [...bases.values()].flatMap(({ token, directUnits, mostUnits }) => {
    const bps = token === null ? fee.bps : fee.tokenBps
    const isMost = mostUnits > 0n
    const units = batchFeeUnits(directUnits, bps) + batchFeeUnits(mostUnits, bps)
    return units === 0n ? [] : [{ token, units, isMost }]
  })
}

/**
 * The contract's fee in one currency; `token` is null for the native coin; `units` is in base units. `isMost`: `units` is a maximum, and
 * the fee is lower if conversions spend less than their maximum.
 */
export type BatchFeeShare = { token: string | null; units: bigint; isMost: boolean }

type Bases = { token: string | null; directUnits: bigint; mostUnits: bigint }
