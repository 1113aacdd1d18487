import { type BatchFee, NO_BATCH_FEE } from '../evm/index.ts'
import { batchFees } from './batchFees.ts'

/**
 * Returns the maximum amount of each token that some payments transfer from the payer, including fees, in the order in which the tokens
 * first appear. Payments in the native coin are omitted. `batchFee` is the batch contract's own fee, which is added to the tokens' amounts.
 */
export function tokenNeeds(
  items: readonly NeedItem[],
  batchFee: BatchFee = NO_BATCH_FEE,
): TokenNeed[] {
  const parts = items.map((item) => ({ token: item.token, units: unitsOf(item) }))
  const needs = new Map<string, TokenNeed>()
  for (const { token, units } of [...parts, ...batchFees(items, batchFee)]) {
    if (token === null) continue
    const key = token.toLowerCase()
    const before = needs.get(key) ?? { token, units: 0n }
    needs.set(key, { ...before, units: before.units + units })
  }
  return [...needs.values()]
}

/** `units` is in the token's base units. */
export type TokenNeed = { token: string; units: bigint }

/** One payment; `token` is null for the native coin. For a conversion, only its maximum spending counts. */
export type NeedItem = {
  token: string | null
  amountUnits: bigint
  feeUnits: bigint
  conversion?: { maxToSpendUnits: bigint } | null | undefined
}

function unitsOf({ amountUnits, feeUnits, conversion }: NeedItem): bigint {
  return conversion?.maxToSpendUnits ?? amountUnits + feeUnits
}
