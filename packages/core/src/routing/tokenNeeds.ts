/**
 * How much of each token some payments take from the payer, amounts and fees together, in the order in which the tokens
 * first appear. Payments of the native coin are left out.
 */
export function tokenNeeds(items: readonly NeedItem[]): TokenNeed[] {
  const needs = new Map<string, TokenNeed>()
  for (const { token, amountUnits, feeUnits } of items) {
    if (token === null) continue
    const key = token.toLowerCase()
    const before = needs.get(key) ?? { token, units: 0n }
    needs.set(key, { ...before, units: before.units + amountUnits + feeUnits })
  }
  return [...needs.values()]
}

/** `units` in the token's base units. */
export type TokenNeed = { token: string; units: bigint }

/** One payment; `token` is null for the native coin. */
export type NeedItem = { token: string | null; amountUnits: bigint; feeUnits: bigint }
