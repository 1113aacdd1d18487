import { describe, expect, it } from 'vitest'
import { nextPaymentDate } from './nextPaymentDate.ts'

const schedule = {
  start_date: '2027-01-31',
  frequency: 'MONTHLY',
  status: 'active',
  next_index: 1,
  total_payments: 3,
} as const

describe('The date of the next payment', () => {
  it('the date of the next payment follows the calendar', () => {
    const dates = [1, 2, 3].map((next_index) => nextPaymentDate({ ...schedule, next_index }))
    expect(dates).toEqual([
      '2027-01-31T00:00:00.000Z',
      '2027-02-28T00:00:00.000Z',
      '2027-03-31T00:00:00.000Z',
    ])
  })

  it('the date of the next payment is null once every payment is sent', () => {
    expect(nextPaymentDate({ ...schedule, next_index: 4 })).toBeNull()
  })

  it.each(['pending', 'paused', 'completed', 'cancelled'] as const)(
    'the date of the next payment is null while %s',
    (status) => {
      expect(nextPaymentDate({ ...schedule, status })).toBeNull()
    },
  )
})
