import { dayOf } from './paymentFilter.ts'

/** A common period, in days in the person's time zone; the first and the last day are included. */
export type Period = {
  readonly name: 'today' | 'week' | 'month' | 'lastMonth'
  readonly from: string
  readonly to: string
}

/** Returns the common periods relative to a moment. A week begins on Monday. */
export function listPeriods(now: Date): readonly Period[] {
  const [year, month] = [now.getFullYear(), now.getMonth()]
  const today = dayOf(now)
  const sinceMonday = (now.getDay() + 6) % 7
  return [
    { name: 'today', from: today, to: today },
    { name: 'week', from: dayOf(new Date(year, month, now.getDate() - sinceMonday)), to: today },
    { name: 'month', from: dayOf(new Date(year, month, 1)), to: today },
    {
      name: 'lastMonth',
      from: dayOf(new Date(year, month - 1, 1)),
      // Day 0 is the last day of the previous month.
      to: dayOf(new Date(year, month, 0)),
    },
  ]
}
