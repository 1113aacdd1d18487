import { formatAmount, parseAmount } from '@secure-payment/core'
import { FIAT_DECIMALS, unconvertUnits } from '@secure-payment/core/conversion'
import type { ChainClient } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import type { FiatWorths } from '../db/fiatWorths.ts'
import { OTHER_FIATS, type OtherFiat } from '../rates/otherFiats.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'
import { addMarketWorth } from './addMarketWorth.ts'
import { ABSURD_UNITS, addUsdWorth } from './addUsdWorth.ts'
import { mergeReads } from './mergeReads.ts'
import { type FiatRates, readFiatRates } from './readFiatRates.ts'

/**
 * Adds to payments their worth in US dollars and in the other fiat currencies. A merchant may choose any of these currencies at any time.
 *
 * The worth in dollars is at the chain's rate, or at the market price if the chain has none. The worth in a currency is the invoiced amount if the invoice was in that currency. Otherwise the worth in dollars is converted at the
 * rate of the payment's time and rounded down to 8 decimals. Without a rate, the worth stays unknown; this function never fails.
 */
export async function valuePayments(
  context: Pick<Context, 'chains' | 'now' | 'prices'>,
  client: Pick<ChainClient, 'network' | 'readRates'>,
  payments: readonly DetectedPayment[],
): Promise<readonly DetectedPayment[]> {
  if (payments.length === 0) return payments
  const reader = mergeReads(client)
  const [valued, rates] = await Promise.all([
    addUsdWorth(reader, payments).then((worths) => addMarketWorth(context.prices, worths)),
    readFiatRates(context, reader, payments),
  ])
  return valued.map((payment) => ({ ...payment, fiatWorths: worthsOf(payment, rates) }))
}

function worthsOf(payment: DetectedPayment, rates: FiatRates): FiatWorths {
  const worths = OTHER_FIATS.flatMap((fiat) => {
    const units = unitsIn(fiat, payment, rates)
    if (units === null || units >= ABSURD_UNITS) return []
    return [[fiat.id, formatAmount(units, FIAT_DECIMALS)]]
  })
  return Object.fromEntries(worths)
}

function unitsIn({ id }: OtherFiat, payment: DetectedPayment, rates: FiatRates): bigint | null {
  const { invoiceCurrency, requestUnits, amountInUsd, blockNumber } = payment
  if (invoiceCurrency === id) return requestUnits
  const rate = rates.get(blockNumber)?.get(id)
  if (rate === undefined || amountInUsd === null) return null
  return unconvertUnits(parseAmount(amountInUsd, FIAT_DECIMALS, { allowZero: true }), rate)
}
