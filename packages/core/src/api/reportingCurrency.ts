import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The currencies in which the service can value payments. */
export const REPORTING_CURRENCIES = ['USD', 'EUR', 'CNY', 'GBP', 'JPY'] as const

/** A currency in which the service can value payments. */
export type ReportingCurrency = (typeof REPORTING_CURRENCIES)[number]

/** A reporting currency, as text. */
export const reportingCurrencySchema = z.enum(REPORTING_CURRENCIES)

const stateSchema = z
  .object({
    reportingCurrency: reportingCurrencySchema.describe('USD by default.'),
    choices: z
      .array(reportingCurrencySchema)
      .describe(
        'The currencies for which one of this service’s networks has a rate, or the service a market price.',
      ),
  })
  .meta({ id: 'ReportingCurrency' })

const EXAMPLE = {
  reportingCurrency: 'EUR',
  choices: ['USD', 'EUR', 'CNY', 'GBP', 'JPY'],
} as const

const shared = { host: 'auth', tag: 'Accounts', auth: ['session'] } as const

/** Operations on the currency in which the service values a merchant account's payments and totals. */
export const reportingCurrency = {
  get: endpoint({
    ...shared,
    id: 'getReportingCurrency',
    method: 'GET',
    path: '/v1/reporting-currency',
    summary: 'Read the reporting currency',
    description: 'Returns the currency in which totals and worths are reported.',
    scope: 'read',
    responses: {
      200: { description: 'The currency.', schema: stateSchema, example: EXAMPLE },
    },
    errors: [401, 429],
  }),

  set: endpoint({
    ...shared,
    id: 'setReportingCurrency',
    method: 'PUT',
    path: '/v1/reporting-currency',
    audit: 'reporting_currency.changed',
    summary: 'Choose the reporting currency',
    description:
      'Applies at once to all payments, with the rates at the time of each payment. A currency without a market price, and without a rate on any of this service’s networks, is rejected (`no_rate`). Approval limits stay in US dollars.',
    scope: 'team',
    body: z.object({ reportingCurrency: reportingCurrencySchema }).meta({
      id: 'ReportingCurrencyUpdate',
    }),
    bodyExample: { reportingCurrency: 'EUR' },
    responses: {
      200: { description: 'The new currency.', schema: stateSchema, example: EXAMPLE },
    },
    errors: [400, 401, 403, 429],
    problems: {
      403: 'The role lacks the scope `team` (`scope_missing`). Or the calling page is not one of the service’s pages (`origin_not_allowed`).',
    },
  }),
}
