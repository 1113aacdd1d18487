import { formatAmount, parseAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { convertUnits, FIAT_DECIMALS, unconvertUnits } from '@secure-payment/core/conversion'
import type { ChainClient } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import type { FiatWorths } from '../db/fiatWorths.ts'
import { type Fiat, OTHER_FIATS, type OtherFiat } from '../rates/otherFiats.ts'
import { arrivedUnits, type DetectedPayment } from '../settlement/detectedPayment.ts'
import { addGasWorth } from '../settlement/worthOfGas.ts'
import { addMarketWorth } from './addMarketWorth.ts'
import { ABSURD_UNITS, addUsdWorth } from './addUsdWorth.ts'
import { mergeReads } from './mergeReads.ts'
import { type FiatRates, readFiatRates } from './readFiatRates.ts'

/**
 * Adds to payments their worth in US dollars and in the other fiat currencies, and the worth of their gas (`addGasWorth`). A merchant may
 * choose any of these currencies at any time.
 *
 * The worth in the invoice's currency is the invoiced amount, if that currency is fiat. The worth in dollars is:
 *
 * - of a payment that counts at a quote in another fiat currency: the invoiced amount, at that currency's rate
 * - of any other payment: the arrived amount at the chain's rate, or at the market price if the chain has none
 *
 * The worth in another currency is the worth in dollars, converted at the rate of the payment's time and rounded down to 8 decimals.
 * Without a rate, the worth stays unknown; this function never fails.
 */
export async function valuePayments(
  context: Pick<Context, 'chains' | 'now' | 'prices'>,
  client: Pick<ChainClient, 'network' | 'readRates'>,
  payments: readonly DetectedPayment[],
): Promise<readonly DetectedPayment[]> {
  if (payments.length === 0) return payments
  const reader = mergeReads(client)
  const [valued, rates, costed] = await Promise.all([
    addUsdWorth(reader, payments).then((worths) => addMarketWorth(context.prices, worths)),
    readFiatRates(context, reader, payments, fiatsOf(payments)),
    addGasWorth(context, payments),
  ])
  return valued.map((payment, index) => {
    const counted = { ...payment, amountInUsd: quotedWorth(payment, rates) ?? payment.amountInUsd }
    const gasWorth = costed[index]?.gasWorth
    const worths = { fiatWorths: worthsOf(counted, rates) }
    return { ...counted, ...worths, ...(gasWorth === undefined ? {} : { gasWorth }) }
  })
}

/** Returns the currencies in which payments are valued, and those of quoted invoices. */
function fiatsOf(payments: readonly DetectedPayment[]): readonly Fiat[] {
  const quoted = payments.filter(isQuotedInFiat).map(({ invoiceCurrency: id }) => id)
  const more = [...new Set(quoted)].filter((id) => OTHER_FIATS.every((fiat) => fiat.id !== id))
  return [...OTHER_FIATS, ...more.map((id) => ({ id, currency: getCurrency(id).currency }))]
}

function isQuotedInFiat({ rateSource, invoiceCurrency }: DetectedPayment): boolean {
  return rateSource === 'quote' && invoiceCurrency !== 'USD' && getCurrency(invoiceCurrency).isFiat
}

/** Returns the dollars of a payment that counts at a quote in another fiat currency, as decimal text; null without a rate. */
function quotedWorth(payment: DetectedPayment, rates: FiatRates): string | null {
  const { blockNumber, invoiceCurrency } = payment
  const rate = isQuotedInFiat(payment) && rates.get(blockNumber)?.get(invoiceCurrency)
  if (!rate) return null
  const units = convertUnits(arrivedUnits(payment), rate)
  return units >= ABSURD_UNITS ? null : formatAmount(units, FIAT_DECIMALS)
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
  const { invoiceCurrency, amountInUsd, blockNumber } = payment
  if (invoiceCurrency === id) return arrivedUnits(payment)
  const rate = rates.get(blockNumber)?.get(id)
  if (rate === undefined || amountInUsd === null) return null
  return unconvertUnits(parseAmount(amountInUsd, FIAT_DECIMALS, { allowZero: true }), rate)
}
