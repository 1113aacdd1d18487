import { z } from 'zod'
import { daySchema, decimalSchema, timestampSchema } from '../schemas/schemas.ts'
import { freeText } from '../schemas/text.ts'
import { reportingCurrencySchema } from './reportingCurrency.ts'

/** The maximum number of days in a report after its first day: about 13 months. */
export const MAX_TOTAL_DAYS = 400

/** The calendar days whose start and end fall in four-digit years in every time zone. */
const FIRST_DAY = '1970-01-02'
const LAST_DAY = '9998-12-31'

/** The query for the totals. */
export const paymentTotalsQuerySchema = z
  .object({
    fromDate: daySchema
      .optional()
      .describe('The first day, in the time zone; 29 days before toDate by default.'),
    toDate: daySchema
      .optional()
      .describe(
        `The last day, in the time zone; today by default. At most ${MAX_TOTAL_DAYS} days after fromDate.`,
      ),
    timeZone: freeText({ min: 1, max: 64 })
      .optional()
      .describe(
        'IANA time zone of the days, such as Europe/Berlin, or an offset in quarters of an hour, such as +05:45; UTC by default.',
      ),
    interval: z
      .enum(['day', 'week', 'month'])
      .optional()
      .describe('The length of an interval; day by default. Weeks begin on Monday.'),
  })
  .superRefine((query, context) => {
    for (const field of ['fromDate', 'toDate'] as const) {
      const day = query[field] ?? FIRST_DAY
      if (day >= FIRST_DAY && day <= LAST_DAY) continue
      context.addIssue({
        code: 'custom',
        path: [field],
        message: `must be from ${FIRST_DAY} to ${LAST_DAY}`,
        params: { code: 'out_of_range' },
      })
    }
  })
  .superRefine(({ fromDate, toDate }, context) => {
    if (fromDate === undefined || toDate === undefined || fromDate <= toDate) return
    context.addIssue({
      code: 'custom',
      path: ['toDate'],
      message: 'must not be before fromDate',
      params: { code: 'out_of_range' },
    })
  })

const totalSchema = z
  .object({
    paymentCount: z.int().nonnegative(),
    amountInUsd: decimalSchema.describe(
      'The exact sum of the payments’ known values in US dollars, at the rates of their blocks.',
    ),
    unvaluedCount: z
      .int()
      .nonnegative()
      .describe(
        'Number of payments without a known value in US dollars; `amountInUsd` excludes them.',
      ),
    amountInReportingCurrency: decimalSchema.describe(
      'The exact sum of the payments’ known values in `reportingCurrency`, at the rates of their times.',
    ),
    unvaluedInReportingCurrencyCount: z
      .int()
      .nonnegative()
      .describe(
        'Number of payments without a known value in `reportingCurrency`; `amountInReportingCurrency` excludes them.',
      ),
  })
  .meta({ id: 'PaymentTotal' })

const bothSchema = {
  received: totalSchema.describe('Payments to the merchant.'),
  paidOut: totalSchema.describe('Payouts that the merchant made.'),
}

/** The totals for a range and for each of its intervals. */
export const paymentTotalsSchema = z
  .object({
    timeZone: z.string(),
    reportingCurrency: reportingCurrencySchema.describe(
      'The merchant account’s reporting currency, see `PUT /v1/reporting-currency`.',
    ),
    ...bothSchema,
    intervals: z
      .array(
        z.object({
          date: z.string().meta({ format: 'date' }).describe('The first day of the interval.'),
          from: timestampSchema.describe('The start of the interval.'),
          until: timestampSchema.describe('The end of the interval (exclusive).'),
          ...bothSchema,
        }),
      )
      .describe(
        'Oldest first, without gaps. The first and the last interval may be shorter, because they end at the range’s limits.',
      ),
  })
  .meta({ id: 'PaymentTotals' })

const NONE = {
  paymentCount: 0,
  amountInUsd: '0',
  unvaluedCount: 0,
  amountInReportingCurrency: '0',
  unvaluedInReportingCurrencyCount: 0,
}
const SOME = {
  paymentCount: 3,
  amountInUsd: '91.50',
  unvaluedCount: 1,
  amountInReportingCurrency: '84.31',
  unvaluedInReportingCurrencyCount: 1,
}

/** The totals for two days. */
export const paymentTotalsExample = {
  timeZone: 'Europe/Berlin',
  reportingCurrency: 'EUR',
  received: SOME,
  paidOut: NONE,
  intervals: [
    {
      date: '2026-11-01',
      from: '2026-10-31T23:00:00.000Z',
      until: '2026-11-01T23:00:00.000Z',
      received: SOME,
      paidOut: NONE,
    },
    {
      date: '2026-11-02',
      from: '2026-11-01T23:00:00.000Z',
      until: '2026-11-02T23:00:00.000Z',
      received: NONE,
      paidOut: NONE,
    },
  ],
} as const
