import { createPlural } from '../createPlural.ts'

const plural = createPlural('en')

/** The English sentences for the home screen; part of {@link en}. */
export const home = {
  title: 'Home',
  lead: 'The money you received, and the things that need your attention.',
  received: 'Received',
  receivedHint: (currency: string) => `Worth in ${currency} at the time of each payment.`,
  receivedIn: (currency: string) => `Received (${currency})`,
  periods: { today: 'Today', week: 'This week', month: 'This month' },
  lastMonth: 'Payments of last month',
  unknown: (count: number) =>
    plural(count, '1 of them has no known value', `${count} of them have no known value`),
  perDay: 'Received per day in the last 30 days',
  highest: (day: string, money: string) => `Highest: ${money} on ${day}`,
  dayTitle: (day: string, money: string, payments: string) => `${day}: ${money}, ${payments}`,
  asTable: 'Show the days as a table',
  day: 'Day',
  payments: 'Payments',
  attention: 'Needs attention',
  calm: 'Nothing needs your attention.',
  unmatched: (count: number, written: string) =>
    plural(count, '1 unmatched payment', `${written} unmatched payments`),
  unmatchedText: 'Money that matches no request arrived in the last 14 days.',
  disabled: (url: string) => `The service disabled the webhook ${url}`,
  failing: (count: number, written: string, url: string) =>
    plural(count, `1 delivery to ${url} failed`, `${written} deliveries to ${url} failed`),
  failingText: 'In the last 7 days. Repair your server, then redeliver them.',
  expiring: (label: string) => `The API key “${label}” expires soon`,
  expired: (label: string) => `The API key “${label}” has expired`,
  atLeast: (count: string) => `${count} or more`,
  latest: 'Latest payments',
  all: 'All payments',
}
