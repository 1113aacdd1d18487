import { formatAmount, parseAmount } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { FIAT_DECIMALS, formatRate } from '@secure-payment/core/conversion'
import { describeRequest } from '@secure-payment/core/ways'
import type { Row } from '../../db/schema.ts'
import { remainingUnits } from '../../paying/payable.ts'
import { formatUsd } from '../../rates/formatUsd.ts'
import { settlementDecimals } from '../../settlement/settlementDecimals.ts'
import type { StoredRequest } from './loadRequest.ts'
import type { Market } from './readMarket.ts'

type Answer = Output<typeof api.requests.get>
type Told = Pick<Answer, 'amountInUsd' | 'conversionRate' | 'rateSource' | 'conversionBreakdown'>

type Facts = {
  request: StoredRequest
  payments: readonly Row<'payments'>[]
  market: Market | null
}

/**
 * Describes the value of a request and its past and current conversion rates. For a request that is paid in its invoice currency,
 * returns only the value of the payments. Unknown values are null; a partial value is never returned as the total.
 */
export function describeConversion(facts: Facts): Told {
  const { request, payments, market } = facts
  const paidInUsd = sumInUsd(payments)
  if (describeRequest(request.plan).pricing === 'none') {
    const amountInUsd = payments.length === 0 ? null : textOf(paidInUsd)
    return { amountInUsd, conversionRate: null, conversionBreakdown: null }
  }
  const isPaid = request.has_been_paid === 1
  const marketRate = describeMarketRate(request, market)
  return {
    amountInUsd: textOf(isPaid ? paidInUsd : (market?.expectedInUsd ?? null)),
    conversionRate: onlyRate(facts, marketRate),
    rateSource: sourceOf(payments, marketRate),
    conversionBreakdown: {
      paidAmount: formatAmount(BigInt(request.paid_units), settlementDecimals(request)),
      paidAmountInUsd: textOf(paidInUsd),
      remainingAmount: formatAmount(remainingUnits(request), settlementDecimals(request)),
      remainingAmountInUsd: textOf(isPaid ? 0n : (market?.remainingInUsd ?? null)),
      currentMarketRate: marketRate,
      currentMarketRateSource: marketRate === null ? null : 'chainlink',
      payments: payments.map((row) => ({
        amount: formatAmount(BigInt(row.request_units), settlementDecimals(request)),
        amountInUsd: row.amount_in_usd,
        conversionRate: row.conversion_rate,
        rateSource: row.rate_source ?? 'unknown',
        timestamp: row.block_time,
      })),
    },
  }
}

function describeMarketRate(request: StoredRequest, market: Market | null): string | null {
  if (market === null || market.rate === null) return null
  const { decimals } = getCurrency(request.payment_currency).currency
  return formatRate(market.rate, settlementDecimals(request), decimals)
}

/**
 * Returns the whole request's single rate: the market rate before the first payment, or the rate of the payment that paid all of it. Null
 * otherwise.
 */
function onlyRate({ request, payments }: Facts, marketRate: string | null): string | null {
  const [first] = payments
  if (first === undefined) return marketRate
  const isOwn = first.payment_currency === request.payment_currency
  const isPaidAtOnce = isOwn && payments.length === 1 && request.has_been_paid === 1
  return isPaidAtOnce ? first.conversion_rate : null
}

/** `mixed`: more than one rate applies, including a rate for the remainder that differs from the payments'. */
function sourceOf(
  payments: readonly Row<'payments'>[],
  marketRate: string | null,
): Told['rateSource'] {
  const applied = [...payments.map((row) => row.conversion_rate), marketRate]
  const rates = new Set(applied.filter((rate) => rate !== null))
  if (rates.size === 0) return 'unknown'
  if (rates.size > 1) return 'mixed'
  return payments.find((row) => row.rate_source !== null)?.rate_source ?? 'chainlink'
}

/** Returns the sum in units of 10^-8 dollars; null if the value of any payment is unknown. */
function sumInUsd(payments: readonly Row<'payments'>[]): bigint | null {
  let sum = 0n
  for (const { amount_in_usd } of payments) {
    if (amount_in_usd === null) return null
    sum += parseAmount(amount_in_usd, FIAT_DECIMALS, { allowZero: true })
  }
  return sum
}

function textOf(usd: bigint | null): string | null {
  return usd === null ? null : formatUsd(usd)
}
