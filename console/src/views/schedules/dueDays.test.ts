import { expect, test } from 'vitest'
import type { ScheduleRecord } from '../../api.ts'
import { dayOf } from '../../calendar/occurrence.ts'
import { listDue, listUpcoming, sumDue, sumSchedule } from './dueDays.ts'

const NOW = Date.parse('2027-02-10T09:00:00Z')
const record: ScheduleRecord = {
  id: '01KB60A1B2C3D4E5F6G7H8J9KA',
  status: 'active',
  processedPayments: 1,
  totalPayments: 4,
  lastPaymentDate: '2027-01-31T00:00:12.000Z',
  nextPaymentDate: '2027-02-28T00:00:00.000Z',
  requests: [],
  payments: [
    {
      id: '01KB52A1B2C3D4E5F6G7H8J9KA',
      amount: '0.1',
      timestamp: '2027-01-31T00:00:12.000Z',
      txHash: `0x${'5a'.repeat(32)}`,
    },
  ],
  payer: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  frequency: 'MONTHLY',
  amount: '0.1',
  network: 'base',
  paymentCurrency: 'USDC-base',
  reference: null,
  startDate: '2027-01-31',
  createdAt: '2027-01-01T09:30:00.000Z',
}
const days = (records: readonly ScheduleRecord[]) =>
  listDue(records, NOW).map(({ day, number, state, isOverdue }) => [day, number, state, isOverdue])

test('A schedule’s remaining payments fall on their own days, including in short months', () => {
  expect(listUpcoming(record).map(dayOf)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
  expect(days([record])).toEqual([
    ['2027-01-31', 1, 'paid', false],
    ['2027-02-28', 2, 'due', false],
    ['2027-03-31', 3, 'due', false],
    ['2027-04-30', 4, 'due', false],
  ])
})

test('Overdue payments fall on today', () => {
  const late = { ...record, processedPayments: 0, payments: [], totalPayments: 2 }
  expect(days([late])).toEqual([
    ['2027-02-10', 1, 'due', true],
    ['2027-02-28', 2, 'due', false],
  ])
})

test('A paused schedule is shown as if it continued, and an ended or unsigned one has no due days', () => {
  const states = (status: ScheduleRecord['status']) =>
    days([{ ...record, status }]).map(([, , state]) => state)
  expect(states('paused')).toEqual(['paid', 'paused', 'paused', 'paused'])
  for (const status of ['pending', 'cancelled', 'completed'] as const) {
    expect(states(status)).toEqual(['paid'])
  }
})

test('Sums are exact, per currency', () => {
  const other = { ...record, paymentCurrency: 'DAI-base', amount: '0.000000000000000001' }
  const more = { ...record, amount: '0.2' }
  const due = listDue([record, more, other], NOW).filter(({ day }) => day === '2027-02-28')
  expect(sumDue(due)).toEqual([
    { amount: '0.3', symbol: 'USDC' },
    { amount: '0.000000000000000001', symbol: 'DAI' },
  ])
})

test('sumSchedule adds up without rounding, and the remainder is 0 after the last payment', () => {
  expect(sumSchedule({ ...record, amount: '0.1' })).toEqual({
    paid: '0.1',
    open: '0.3',
    whole: '0.4',
  })
  expect(sumSchedule({ ...record, processedPayments: 4 })).toMatchObject({ paid: '0.4', open: '0' })
})
