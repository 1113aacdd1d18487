import { expect, test } from 'vitest'
import { formatRoute, parseRoute, type Route } from './routes.ts'

const ID = '01KB4X3F6V3M2N5P7R9T0W1X2Y'
const OTHER_ID = '01KB54A1B2C3D4E5F6G7H8J9KA'

const ROUTES: readonly (readonly [string, Route])[] = [
  ['/console/', { name: 'start' }],
  ['/console/payments', { name: 'payments', query: '' }],
  [`/console/payments/01${'a'.repeat(64)}`, { name: 'payment', requestId: `01${'a'.repeat(64)}` }],
  ['/console/links', { name: 'links', query: '' }],
  ['/console/links/new', { name: 'newLink', from: null }],
  [`/console/links/new/${ID}`, { name: 'newLink', from: ID }],
  [`/console/links/${ID}`, { name: 'link', token: ID }],
  [`/console/links/${ID}/edit`, { name: 'editLink', token: ID }],
  ['/console/receiving', { name: 'destinations' }],
  ['/console/client-ids', { name: 'clientIds' }],
  ['/console/api-keys', { name: 'apiKeys' }],
  ['/console/webhooks', { name: 'webhooks' }],
  [`/console/webhooks/${ID}`, { name: 'webhook', webhookId: ID }],
  [
    `/console/webhooks/${ID}/${OTHER_ID}`,
    { name: 'delivery', webhookId: ID, deliveryId: OTHER_ID },
  ],
  ['/console/embed', { name: 'embed' }],
  ['/console/payouts', { name: 'payouts' }],
  ['/console/payouts/file', { name: 'payoutFile' }],
  [
    `/console/payouts/links/01${'a'.repeat(64)}`,
    { name: 'payoutLink', requestId: `01${'a'.repeat(64)}` },
  ],
  ['/console/payouts/approvals', { name: 'approvals' }],
  ['/console/payouts/schedules', { name: 'schedules' }],
  ['/console/payouts/schedules/new', { name: 'newSchedule' }],
  [`/console/payouts/schedules/${ID}`, { name: 'schedule', scheduleId: ID }],
  ['/console/refunds', { name: 'refunds' }],
  [`/console/refunds/links/${ID}`, { name: 'refundLink', token: ID }],
  ['/console/payers', { name: 'payers' }],
  ['/console/payers/payments', { name: 'offramps' }],
  [
    `/console/payers/payments/01${'a'.repeat(64)}`,
    { name: 'offramp', requestId: `01${'a'.repeat(64)}` },
  ],
  ['/console/unmatched', { name: 'unmatched' }],
  ['/console/account', { name: 'account' }],
]

test.each(ROUTES)('%s is one screen, and that screen has this path', (path, route) => {
  expect(parseRoute(path)).toEqual(route)
  expect(formatRoute(route)).toBe(path)
})

test('The payments screen’s address contains the filter', () => {
  const query = '?reference=1042&type=direct'
  const route = { name: 'payments', query } as const
  expect(parseRoute('/console/payments', query)).toEqual(route)
  expect(formatRoute(route)).toBe(`/console/payments${query}`)
  expect(parseRoute('/console/webhooks', query)).toEqual({ name: 'webhooks' })
})

test('A trailing slash changes nothing', () => {
  expect(parseRoute('/console')).toEqual({ name: 'start' })
  expect(parseRoute('/console/webhooks/')).toEqual({ name: 'webhooks' })
})

test.each([
  '/',
  '/console/nowhere',
  '/console/webhooks/../api-keys',
  `/console/webhooks/${ID}/${OTHER_ID}/more`,
  '/console/webhooks/a%2Fb',
  '/console/payouts/nowhere',
  '/console/payouts/links',
  `/console/payouts/schedules/${ID}/more`,
  `/console/api-keys/${ID}`,
  `/console/payers/${ID}`,
  `/console/payments/${ID}/more`,
  `/console/payers/payments/${ID}/more`,
  '/consoles/',
  '/console/toString',
])('%s is not a screen', (path) => {
  expect(parseRoute(path)).toEqual({ name: 'unknown' })
})
