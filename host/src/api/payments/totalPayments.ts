import { type FieldIssue, formatAmount, InvalidInputError } from '@secure-payment/core'
import { type api, MAX_TOTAL_DAYS, type Output } from '@secure-payment/core/api'
import { FIAT_DECIMALS } from '@secure-payment/core/conversion'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { ensureDefined } from '../../ensureDefined.ts'
import type { Call } from '../../http/implement.ts'
import { readReportingCurrency } from '../../search/readReportingCurrency.ts'
import { readTotals, sumTotals, type Total, type Totals } from '../../search/readTotals.ts'
import { countDays, dayAt, dayBefore, isTimeZone, splitDays } from '../../search/splitDays.ts'

const DEFAULT_DAYS = 30

type TotalPayments = typeof api.payments.totals

/**
 * Returns the totals of the caller's payments in a range of days, and of each interval in it.
 *
 * @throws InvalidInputError
 */
export async function totalPayments(
  context: Pick<Context, 'db' | 'now'>,
  { query, caller }: Pick<Call<TotalPayments>, 'query'> & { caller: Pick<Caller, 'tenantId'> },
): Promise<Output<TotalPayments>> {
  const { timeZone = 'UTC', interval = 'day' } = query
  if (!isTimeZone(timeZone)) {
    throw invalid({ field: 'timeZone', code: 'invalid_time_zone', message: 'must be a time zone' })
  }
  const toDate = query.toDate ?? dayAt(context.now(), timeZone)
  const fromDate = query.fromDate ?? dayBefore(toDate, DEFAULT_DAYS - 1)
  guardLength(fromDate, toDate)
  const intervals = splitDays({ fromDate, toDate, timeZone, interval })
  const { tenantId } = caller
  const currency = await readReportingCurrency(context, tenantId)
  const totals = await readTotals(context, { tenantId, currency, ranges: intervals })
  return {
    timeZone,
    reportingCurrency: currency,
    ...describeTotals({
      received: totals.map(({ received }) => received).reduce(sumTotals),
      paidOut: totals.map(({ paidOut }) => paidOut).reduce(sumTotals),
    }),
    intervals: intervals.map((each, index) => ({
      ...each,
      ...describeTotals(ensureDefined(totals[index], 'A total')),
    })),
  }
}

function guardLength(fromDate: string, toDate: string): void {
  const days = countDays(fromDate, toDate)
  if (days >= 0 && days <= MAX_TOTAL_DAYS) return
  throw invalid({
    field: days < 0 ? 'fromDate' : 'toDate',
    code: 'out_of_range',
    message:
      days < 0
        ? 'must not be after today'
        : `must be at most ${MAX_TOTAL_DAYS} days after fromDate`,
  })
}

function invalid(issue: FieldIssue): InvalidInputError {
  return new InvalidInputError([issue])
}

function describeTotals({ received, paidOut }: Totals) {
  return { received: describe(received), paidOut: describe(paidOut) }
}

function describe({ paymentCount, usd, reported }: Total) {
  return {
    paymentCount,
    amountInUsd: formatAmount(usd.units, FIAT_DECIMALS),
    unvaluedCount: usd.unvaluedCount,
    amountInReportingCurrency: formatAmount(reported.units, FIAT_DECIMALS),
    unvaluedInReportingCurrencyCount: reported.unvaluedCount,
  }
}
