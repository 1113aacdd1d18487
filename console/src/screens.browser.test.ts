import { describe, expect, test } from 'vitest'
import type { Route } from './routes.ts'
import {
  type Answer,
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from './testing/consolePage.ts'
import { en } from './text/en.ts'

/** The screens that read data when a person opens them. */
const READING: readonly Route[] = [
  { name: 'start' },
  { name: 'payments', query: '' },
  { name: 'payment', requestId: `01${'a'.repeat(64)}` },
  { name: 'links', query: '' },
  { name: 'newLink', from: null },
  { name: 'link', token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y' },
  { name: 'destinations' },
  { name: 'clientIds' },
  { name: 'apiKeys' },
  { name: 'webhooks' },
  { name: 'webhook', webhookId: '01KB4X3F6V3M2N5P7R9T0W1X2Y' },
  {
    name: 'delivery',
    webhookId: '01KB4X3F6V3M2N5P7R9T0W1X2Y',
    deliveryId: '01KB54A1B2C3D4E5F6G7H8J9KA',
  },
  { name: 'embed' },
  { name: 'branding' },
  { name: 'payouts' },
  { name: 'payoutFile' },
  { name: 'payoutCombined' },
  { name: 'payoutLink', requestId: `01${'a'.repeat(64)}` },
  { name: 'approvals' },
  { name: 'schedules' },
  { name: 'newSchedule' },
  { name: 'schedule', scheduleId: '01KB60A1B2C3D4E5F6G7H8J9KA' },
  { name: 'payers' },
  { name: 'offramps' },
  { name: 'offramp', requestId: `01${'a'.repeat(64)}` },
  { name: 'refunds' },
  { name: 'refundLink', token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y' },
  { name: 'account' },
]
const SIGNED_IN: Answer = { status: 200, body: accountSession }
const FAILURE: Answer = { status: 500, body: problem('internal', 500) }

const { serve } = prepareConsole()

describe('The screens pass axe, light and dark, and nothing overflows at 320 px', () => {
  test.each(READING)(
    'axe passes, and nothing overflows, while $name waits for the service',
    async (route) => {
      serve((path) => (path === '/v1/auth/session' ? SIGNED_IN : 'never'))
      await mountConsole(route)
      await expect.poll(() => find('[aria-busy="true"]').length).toBeGreaterThan(0)
      await inspectConsole()
    },
  )

  test.each(READING)(
    'axe passes, and nothing overflows, when the service fails $name',
    async (route) => {
      serve((path) => (path === '/v1/auth/session' ? SIGNED_IN : FAILURE))
      await mountConsole(route)
      await expect.poll(() => find('[role="alert"]').map(textOf).join()).toContain('support-1042')
      await inspectConsole()
    },
  )

  test('axe passes, and nothing overflows, while the session is unknown', async () => {
    serve(() => 'never')
    await mountConsole({ name: 'start' })
    await expect.poll(() => find('.boot .spinner').length).toBe(1)
    await inspectConsole()
  })

  test('axe passes when the service cannot be reached, and the person can retry', async () => {
    serve(() => FAILURE)
    await mountConsole({ name: 'start' })
    await expect.poll(() => find('[role="alert"]').map(textOf).join()).toContain(en.errors.internal)
    await inspectConsole()
    serve(() => ({ status: 401, body: problem('missing_credential', 401) }))
    find('.boot button').forEach((button) => {
      if (button instanceof HTMLElement) button.click()
    })
    await expect.poll(() => find('h1').map(textOf).join()).toContain(en.signIn.title)
  })

  test('axe passes, and nothing overflows, at an unknown address', async () => {
    serve(() => SIGNED_IN)
    await mountConsole({ name: 'unknown' }, { path: '/console/nowhere' })
    await expect.poll(() => find('h1').map(textOf).join()).toContain(en.notFound.title)
    await inspectConsole()
  })
})

describe('A member who may only read', () => {
  const forms = [
    [{ name: 'newLink', from: null }, 'create'],
    [{ name: 'editLink', token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y' }, 'create'],
    [{ name: 'embed' }, 'create'],
    [{ name: 'branding' }, 'manage'],
    [{ name: 'payouts' }, 'payouts'],
    [{ name: 'payoutFile' }, 'payouts'],
    [{ name: 'newSchedule' }, 'payouts'],
  ] as const satisfies readonly (readonly [Route, keyof typeof en.rights.scopes])[]

  test.each(forms)(
    'a member who may only read sees the missing right and no form at $0.name',
    async (route, scope) => {
      serveReader()
      await mountConsole(route, { networks: 'mainnet' })
      await expect
        .poll(() => find('.page').map(textOf).join())
        .toContain(en.rights.missing(en.rights.scopes[scope]))
      expect(find('form, input[type="file"]')).toEqual([])
      await inspectConsole()
    },
  )

  test.each([{ name: 'schedules' }, { name: 'auditLog' }] as const satisfies readonly Route[])(
    'a member who may only read sees the missing right and no retry at $name',
    async (route) => {
      const answers = { status: 403, body: problem('scope_missing', 403, { scope: 'manage' }) }
      const reader = { ...accountSession, role: 'read-only', scopes: ['read'] }
      serve((path) => (path === '/v1/auth/session' ? { status: 200, body: reader } : answers))
      await mountConsole(route, { networks: 'mainnet' })
      await expect
        .poll(() => find('[role="alert"]').map(textOf).join())
        .toContain(en.rights.missing(en.rights.scopes.manage))
      expect(find('button').map((one) => textOf(one).trim())).not.toContain(en.common.retry)
    },
  )

  test.each(READING)(
    'a member who may only read sees no button of a form at $name',
    async (route) => {
      serveReader()
      await mountConsole(route, { networks: 'mainnet' })
      await expect.poll(() => find('.page').length).toBeGreaterThan(0)
      await expect.poll(() => find('[aria-busy="true"]')).toEqual([])
      const buttons = find('button, a.button').map((one) => textOf(one).trim())
      expect(buttons.filter((label) => FORBIDDEN.includes(label))).toEqual([])
    },
  )
})

/** The labels of the buttons that change something for the whole account. */
const FORBIDDEN: readonly string[] = [
  en.links.form.create,
  en.links.create,
  en.branding.save,
  en.payouts.add,
  en.payouts.create(1),
  en.schedules.create,
  en.webhooks.add,
  en.apiKeys.create,
  en.clientIds.create,
]

function serveReader(): void {
  const reader = { ...accountSession, role: 'read-only', scopes: ['read'] }
  serve((path) => (path === '/v1/auth/session' ? { status: 200, body: reader } : FAILURE))
}
