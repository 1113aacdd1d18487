import type { ReceivedPayment } from '../../api.ts'

/** The filters that identify payments: the search sets one of them. */
export const NAMING_FILTERS = [
  'reference',
  'requestId',
  'txHash',
  'walletAddress',
  'paymentReference',
  'customerEmail',
  'amount',
  'securePaymentToken',
] as const

/** The filters for a group of payments. `from` and `to` are days in the person's time zone, both included. */
export const GROUP_FILTERS = ['from', 'to', 'type', 'paymentCurrency', 'invoiceCurrency'] as const

/** The filters in the order of their chips. The page's URL uses the same names. */
const FILTERS = [...NAMING_FILTERS, ...GROUP_FILTERS] as const

export type FilterName = (typeof FILTERS)[number]

/** The payment list's filters; an absent filter excludes no payment. */
export type PaymentFilter = Readonly<Partial<Record<FilterName, string>>>

/** The kinds of payments, under the API's names. */
export const PAYMENT_TYPES = [
  'direct',
  'conversion',
  'crosschain',
  'recurring',
] as const satisfies readonly ReceivedPayment['type'][]

const MOST_LETTERS = 255

/** Parses the filter in a URL's query. Omits a value that no control on the page can set; the API validates the others. */
export function parseFilter(search: string): PaymentFilter {
  const query = new URLSearchParams(search)
  const filter: Partial<Record<FilterName, string>> = {}
  for (const name of FILTERS) {
    const value = query.get(name)?.trim() ?? ''
    if (value !== '' && value.length <= MOST_LETTERS && isPossible(name, value)) {
      filter[name] = value
    }
  }
  return filter
}

/** Formats a filter as a URL's query, with its question mark; empty without a filter. */
export function formatFilter(filter: PaymentFilter): string {
  const query = new URLSearchParams(listFilters(filter).map(([name, value]) => [name, value]))
  return query.size === 0 ? '' : `?${query}`
}

/** Returns the filters that are set, in order. */
export function listFilters(filter: PaymentFilter): readonly (readonly [FilterName, string])[] {
  return FILTERS.flatMap((name) => {
    const value = filter[name]
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
}

/** Returns the filter as the API's query. A day becomes its first or its last millisecond. */
export function toPaymentQuery(filter: PaymentFilter) {
  const { from, to, type, ...others } = filter
  const kind = PAYMENT_TYPES.find((one) => one === type)
  return {
    ...others,
    ...(kind !== undefined && { type: kind }),
    ...(from !== undefined && { fromDate: startOf(from, 0).toISOString() }),
    ...(to !== undefined && { toDate: new Date(startOf(to, 1).getTime() - 1).toISOString() }),
  }
}

/** Returns the day of a moment in the person's time zone: `2026-11-28`. */
export function dayOf(moment: Date): string {
  const month = String(moment.getMonth() + 1).padStart(2, '0')
  return `${moment.getFullYear()}-${month}-${String(moment.getDate()).padStart(2, '0')}`
}

function isPossible(name: FilterName, value: string): boolean {
  if (name === 'type') return PAYMENT_TYPES.some((type) => type === value)
  return (name !== 'from' && name !== 'to') || isDay(value)
}

/** Returns whether a text is a calendar day from the year 1000 to 2999. */
function isDay(text: string): boolean {
  return /^[12]\d{3}-\d\d-\d\d$/.test(text) && dayOf(startOf(text, 0)) === text
}

/**
 * Returns the first moment of a day, or of the day a few days later. Counts calendar days, because a day on which the
 * clock changes is shorter or longer.
 */
function startOf(day: string, later: number): Date {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later)
}
