import { divide } from '../amount.ts'
import type { Currency } from '../networks/currencies.ts'
import { convertUnits } from './rate.ts'

/** How far a rate may move between asking for the calldata and its block before the payment is refused, in 1/100 of 1 %. */
export const SLIPPAGE_BPS = { stable: 100, volatile: 300 } as const

/** The tokens that are meant to be worth a dollar, in the spellings of their bridged, native and test versions. */
const STABLE_SYMBOL = /^f?(?:DAI|USDC|USDT)(?:\.?e|n)?$/

/** The slippage that payments in a currency allow: little for dollar tokens, more for all else. */
export function slippageOf(currency: Pick<Currency, 'type' | 'symbol'>): number {
  const isStable = currency.type !== 'ETH' && STABLE_SYMBOL.test(currency.symbol)
  return isStable ? SLIPPAGE_BPS.stable : SLIPPAGE_BPS.volatile
}

/**
 * The most that a conversion may take from the payer, in base units of the payment currency: amount and fee at the rate
 * of now and the slippage on top, rounded up. At an unchanged rate it is never below what the contract takes.
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
