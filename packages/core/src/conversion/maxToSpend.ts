import { divide } from '../amount.ts'
import type { Currency } from '../networks/currencies.ts'
import { convertUnits } from './rate.ts'

/**
 * The permitted change of a rate between the calldata request and the payment's block, in basis points; beyond it, the contract rejects the
 * payment.
 */
export const SLIPPAGE_BPS = { stable: 100, volatile: 300 } as const

/** The dollar stablecoins, in the spellings of their bridged, native and test versions. */
const STABLE_SYMBOL = /^f?(?:DAI|USDC|USDT)(?:\.?e|n)?$/

/** Returns the slippage for payments in a currency: a low one for dollar tokens, a higher one for all others. */
export function slippageOf(currency: Pick<Currency, 'type' | 'symbol'>): number {
  const isStable = currency.type !== 'ETH' && STABLE_SYMBOL.test(currency.symbol)
  return isStable ? SLIPPAGE_BPS.stable : SLIPPAGE_BPS.volatile
}

/**
 * Returns the maximum that a conversion may transfer from the payer, in base units of the payment currency. The maximum is the amount and
 * the fee at the current rate, plus the slippage, rounded up. At an unchanged rate it is never below the contract's amount.
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
