import { divide } from '../amount.ts'
import type { Currency } from '../networks/currencies.ts'
import { convertUnits } from './rate.ts'

/** How far a rate may move between the request for calldata and its block before the payment is rejected, in 1/100 of 1 %. */
export const SLIPPAGE_BPS = { stable: 100, volatile: 300 } as const

/** The dollar stablecoins, in the spellings of their bridged, native and test versions. */
const STABLE_SYMBOL = /^f?(?:DAI|USDC|USDT)(?:\.?e|n)?$/

/** The slippage for payments in a currency: little for dollar tokens, more for all others. */
export function slippageOf(currency: Pick<Currency, 'type' | 'symbol'>): number {
  const isStable = currency.type !== 'ETH' && STABLE_SYMBOL.test(currency.symbol)
  return isStable ? SLIPPAGE_BPS.stable : SLIPPAGE_BPS.volatile
}

/**
 * Returns the maximum that a conversion may transfer from the payer, in base units of the payment currency: amount and fee at the current
 * rate plus the slippage, rounded up. At an unchanged rate it is never below the contract's amount.
 *
 * @throws ArithmeticRangeError when an amount, the rate or the slippage is negative.
 */
export function maxToSpendUnits(spend: {
  amountUnits: bigint
  feeUnits: bigint
  rate: bigint
  slippageBps: number
}): bigint {
  const { amountUnits, feeUnits, rate, slippageBps } = spend
  const units = convertUnits(amountUnits + feeUnits, rate)
  return divide(units * (ALL_BPS + BigInt(slippageBps)), ALL_BPS, 'up')
}

const ALL_BPS = 10_000n
