import { describe, expect, test } from 'vitest'
import { dayOf, formatFilter, listFilters, parseFilter, toPaymentQuery } from './paymentFilter.ts'

describe('The filter in the address', () => {
  test.each([
    ['', {}],
    ['?', {}],
    ['?reference=1042', { reference: '1042' }],
    ['?reference=PO%2F7+%26+8', { reference: 'PO/7 & 8' }],
    [
      '?from=2026-03-01&to=2026-03-31&type=conversion&paymentCurrency=USDC&invoiceCurrency=EUR',
      {
        from: '2026-03-01',
        to: '2026-03-31',
        type: 'conversion',
        paymentCurrency: 'USDC',
        invoiceCurrency: 'EUR',
      },
    ],
  ])('%s is read, and written in one form', (search, filter) => {
    expect(parseFilter(search)).toEqual(filter)
    expect(parseFilter(formatFilter(filter))).toEqual(filter)
  })

  test.each([
    '?type=anything',
    '?from=yesterday',
    '?from=2026-02-30',
    '?to=2026-13-01',
    '?to=0001-01-01',
    '?reference=',
    '?reference=%20',
    `?reference=${'a'.repeat(256)}`,
    '?limit=1000&cursor=abc&format=csv',
  ])('%s sets no filter', (search) => {
    expect(parseFilter(search)).toEqual({})
  })

  test('A URL without a filter has no query', () => {
    expect(formatFilter({})).toBe('')
    expect(formatFilter({ reference: '' })).toBe('')
  })

  test('The filters are listed in a fixed order', () => {
    expect(listFilters({ to: '2026-03-31', type: 'direct', reference: '1042' })).toEqual([
      ['reference', '1042'],
      ['to', '2026-03-31'],
      ['type', 'direct'],
    ])
  })
})

describe('The API query', () => {
  test('the API query contains the filters under the API’s names', () => {
    expect(toPaymentQuery({ reference: '1042', type: 'direct', paymentCurrency: 'USDC' })).toEqual({
      reference: '1042',
      type: 'direct',
      paymentCurrency: 'USDC',
    })
    expect(toPaymentQuery({})).toEqual({})
  })

  test.each([
    ['2026-03-29', '2026-03-29'],
    ['2026-10-25', '2026-10-25'],
    ['2026-02-01', '2026-02-28'],
    ['2025-12-31', '2026-01-01'],
  ])('the API query from %s to %s covers whole days in the time zone', (from, to) => {
    const { fromDate = '', toDate = '' } = toPaymentQuery({ from, to })
    const [first, last] = [new Date(fromDate), new Date(toDate)]
    expect([dayOf(first), dayOf(last)]).toEqual([from, to])
    expect(dayOf(new Date(first.getTime() - 1))).not.toBe(from)
    expect(dayOf(new Date(last.getTime() + 1))).not.toBe(to)
  })
})
