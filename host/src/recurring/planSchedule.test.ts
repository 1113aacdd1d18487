import { InvalidInputError } from '@secure-payment/core'
import { describe, expect, it } from 'vitest'
import type { PlannedRequest } from '../requests/planRequest.ts'
import type { Frequency } from '../requests/recurrence.ts'
import { dueDate } from './dueDate.ts'
import { planSchedule, type StatedSchedule } from './planSchedule.ts'

const NOW = new Date('2026-11-21T15:00:00.000Z')
const PAYER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const DAY_S = 86_400

const REQUEST: PlannedRequest = {
  network: 'devnet',
  payee: PAYEE,
  token: '0x5ecc000000000000000000000000000000000101',
  invoiceCurrency: 'USDC-devnet',
  paymentCurrency: 'USDC-devnet',
  destinationId: null,
  amount: '40',
  amountUnits: 40_000_000n,
  fee: null,
  plan: { way: 'direct' },
}

const stated = (recurrence: object = {}, payer = PAYER): StatedSchedule => ({
  payer,
  recurrence: {
    startDate: '2027-01-31',
    frequency: 'MONTHLY',
    totalPayments: 3,
    ...recurrence,
  },
})

const plan = (recurrence: object = {}, request: Partial<PlannedRequest> = {}) =>
  planSchedule({ ...REQUEST, ...request }, stated(recurrence), NOW)

function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    return error.issues.map(({ field, code }) => `${field} ${code}`).join()
  }
  return 'none'
}

describe('A schedule', () => {
  it.each([
    ['DAILY', 255, DAY_S],
    ['WEEKLY', 255, 7 * DAY_S],
    // 31 January to 28 February is shorter than the average month from 31 January to 31 March.
    ['MONTHLY', 3, 28 * DAY_S],
    // 31 January 2027 to 31 January 2028.
    ['YEARLY', 2, 365 * DAY_S],
  ])(
    'a %s schedule has the longest period that fits its %i dates',
    (frequency, totalPayments, periodS) => {
      expect(Number(plan({ frequency, totalPayments }).periodS)).toBe(periodS)
    },
  )

  it.each<Frequency>(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])(
    'a schedule has the longest period with which the contract allows each of its dates, %s',
    (frequency) => {
      for (const startDate of ['2027-01-31', '2028-02-29T23:59:59.999Z', '2027-03-31T12:30:00Z']) {
        const { firstPaymentS, periodS } = plan({ frequency, startDate, totalPayments: 255 })
        const allows = (period: bigint) =>
          Array.from({ length: 255 }, (_, index) => {
            const dueMs = dueDate({ start_date: startDate, frequency }, index + 1).getTime()
            return Number(firstPaymentS + BigInt(index) * period) * 1_000 <= dueMs
          }).every(Boolean)
        expect(allows(periodS)).toBe(true)
        expect(allows(periodS + 1n)).toBe(false)
      }
    },
  )

  it('a schedule starts at its start date and ends 90 days after its last date', () => {
    const { firstPaymentS, deadlineS } = plan()
    expect(firstPaymentS).toBe(BigInt(Date.UTC(2027, 0, 31) / 1_000))
    expect(deadlineS).toBe(BigInt(Date.UTC(2027, 2, 31) / 1_000 + 90 * DAY_S))
  })

  it('a schedule may start earlier today', () => {
    expect(refusal(() => plan({ startDate: '2026-11-21' }))).toBe('none')
    expect(refusal(() => plan({ startDate: '2026-11-21T00:00:00Z' }))).toBe('none')
  })

  it.each([
    ['recurrence.startDate date_in_past', { startDate: '2026-11-20T23:59:59Z' }, {}],
    ['recurrence.startDate out_of_range', { startDate: '2036-11-22' }, {}],
    ['recurrence.totalPayments out_of_range', { totalPayments: 1 }, {}],
    ['recurrence.totalPayments out_of_range', { totalPayments: 256 }, {}],
    ['paymentCurrency native_not_recurring', {}, { token: null }],
    [
      'paymentCurrency conversion_not_recurring',
      {},
      { plan: { way: 'converted', path: ['0x1', '0x2'], maxRateAgeS: null } as const },
    ],
    ['payee payer_is_payee', {}, { payee: PAYER }],
    ['amount amount_too_large', {}, { amountUnits: 2n ** 128n }],
    [
      'amount amount_too_large',
      {},
      {
        amountUnits: 2n ** 128n - 1n,
        fee: {
          percentage: '0',
          units: 1n,
          address: PAYEE,
          bearer: 'payer' as const,
          isRounded: false,
        },
      },
    ],
    ['none', {}, { amountUnits: 2n ** 128n - 1n }],
  ])('a schedule has the fault: %s', (expected, recurrence, request) => {
    expect(refusal(() => plan(recurrence, request))).toBe(expected)
  })

  it('a schedule is rejected for a payer with a wrong checksum', () => {
    const payer = PAYER.replace('0x3C', '0x3c')
    expect(refusal(() => planSchedule(REQUEST, stated({}, payer), NOW))).toBe(
      'payer invalid_address',
    )
  })
})
