import { formatAmount } from '@secure-payment/core'
import { getCurrency, marketAsset } from '@secure-payment/core/catalogue'
import { creditAtPrice, FIAT_DECIMALS } from '@secure-payment/core/conversion'
import type { Price, Prices } from '../prices/prices.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'
import { withinMs } from '../withinMs.ts'
import { ABSURD_UNITS } from './addUsdWorth.ts'

/** The maximum time for which recording waits for these prices. */
const DEADLINE_MS = 2_000
/** The maximum number of prices per range, newest blocks first: after an outage, recording takes priority. */
const MAX_PRICES = 10
const USD = 'USD'

/**
 * Adds the value in US dollars, at the market price of the block's time, to payments for which the chain has no rate. Without a price, the
 * value stays unknown; this function never fails.
 */
export async function addMarketWorth(
  prices: Prices | null,
  payments: readonly DetectedPayment[],
): Promise<readonly DetectedPayment[]> {
  if (prices === null) return payments
  const queries = new Map<string, { asset: string; time: string }>()
  for (const { amountInUsd, paymentCurrency, blockTime } of payments) {
    const asset = marketAsset(paymentCurrency)
    if (amountInUsd !== null || asset === null) continue
    queries.set(`${asset} ${blockTime}`, { asset, time: blockTime })
  }
  if (queries.size === 0) return payments
  const found = new Map<string, Price>()
  const newest = [...queries].toSorted(([, a], [, b]) => b.time.localeCompare(a.time))
  const reads = newest.slice(0, MAX_PRICES).map(async ([key, { asset, time }]) => {
    found.set(key, await prices.readAt({ asset, currency: USD }, new Date(time)))
  })
  await withinMs(DEADLINE_MS, Promise.allSettled(reads))
  return payments.map((payment) => {
    const price = found.get(`${marketAsset(payment.paymentCurrency)} ${payment.blockTime}`)
    if (payment.amountInUsd !== null || price === undefined) return payment
    const units = worthOf(payment, price)
    if (units >= ABSURD_UNITS) return payment
    return { ...payment, amountInUsd: formatAmount(units, FIAT_DECIMALS) }
  })
}

/** Returns the received amount's worth in units of 10^-8 dollars, rounded down. */
function worthOf(
  { creditedUnits, paymentCurrency }: DetectedPayment,
  { rate: price }: Price,
): bigint {
  const { decimals } = getCurrency(paymentCurrency).currency
  return creditAtPrice(creditedUnits, {
    price,
    invoiceDecimals: FIAT_DECIMALS,
    paymentDecimals: decimals,
  })
}
