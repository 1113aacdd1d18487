import { expect, test } from 'vitest'
import { formatRoute, parseRoute, type Route } from './routes.ts'

const ID = '01KB4X3F6V3M2N5P7R9T0W1X2Y'
const OTHER_ID = '01KB54A1B2C3D4E5F6G7H8J9KA'

const ROUTES: readonly (readonly [string, Route])[] = [
  ['/console/', { name: 'start' }],
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
  ['/console/payouts/schedules', { name: 'schedules' }],
  ['/console/payouts/schedules/new', { name: 'newSchedule' }],
  [`/console/payouts/schedules/${ID}`, { name: 'schedule', scheduleId: ID }],
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

test('A slash at the end changes nothing', () => {
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
  `/console/payers/payments/${ID}/more`,
  '/consoles/',
  '/console/toString',
])('%s is not a screen', (path) => {
  expect(parseRoute(path)).toEqual({ name: 'unknown' })
})
