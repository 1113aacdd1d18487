import { formatAmount, parseAmount } from '@secure-payment/core'
import type { Payout } from './readPayout.ts'

/** An amount of a currency. */
export type Summand = Pick<Payout, 'currencyId' | 'symbol' | 'decimals' | 'amount' | 'units'>

/** Returns an amount with its base units. */
export function addUnits<T extends Omit<Summand, 'units'>>(payout: T): T & Summand {
  return { ...payout, units: parseAmount(payout.amount, payout.decimals) }
}

/** The total of all payouts in one currency. `amount` is decimal text. */
export type PayoutTotal = {
  readonly currencyId: string
  readonly symbol: string
  readonly amount: string
  readonly count: number
}

/** Returns the sum per currency, in the order in which currencies appear. */
export function sumPayouts(payouts: readonly Summand[]): readonly PayoutTotal[] {
  const groups = Map.groupBy(payouts, ({ currencyId }) => currencyId)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { currencyId, symbol, decimals } = first
    const units = group.reduce((sum, payout) => sum + payout.units, 0n)
    return [{ currencyId, symbol, amount: formatAmount(units, decimals), count: group.length }]
  })
}

/**
 * Returns groups of payouts of the same amount in the same currency to the same wallet. A group has at least two payouts, of
 * which one may be a mistake.
 */
export function findDuplicates<T extends { readonly payout: Payout | null }>(
  rows: readonly T[],
): readonly (readonly T[])[] {
  const groups = Map.groupBy(rows, ({ payout }) => (payout === null ? '' : keyOf(payout)))
  return [...groups].flatMap(([key, group]) => (key !== '' && group.length > 1 ? [group] : []))
}

function keyOf({ recipient, currencyId, units }: Payout): string {
  // EVM addresses are compared in lower case; Tron addresses are case-sensitive.
  const address = recipient.startsWith('0x') ? recipient.toLowerCase() : recipient
  return `${address} ${currencyId} ${units}`
}
