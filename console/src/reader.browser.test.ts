import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Route } from './routes.ts'
import {
  accountSession,
  find,
  mountConsole,
  prepareConsole,
  textOf,
} from './testing/consolePage.ts'
import { serveExamples } from './testing/serveExamples.ts'
import { en } from './text/en.ts'

const REQUEST = `01${'a'.repeat(64)}`
const ULID = '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'

/** The screens with records. */
const SCREENS: readonly Route[] = [
  { name: 'start' },
  { name: 'payments', query: '' },
  { name: 'payment', requestId: REQUEST },
  { name: 'links', query: '' },
  { name: 'link', token: ULID },
  { name: 'destinations' },
  { name: 'clientIds' },
  { name: 'apiKeys' },
  { name: 'webhooks' },
  { name: 'webhook', webhookId: ULID },
  { name: 'delivery', webhookId: ULID, deliveryId: ULID },
  { name: 'payoutList' },
  { name: 'payoutCombined' },
  { name: 'payoutLink', requestId: REQUEST },
  { name: 'approvals' },
  { name: 'schedules' },
  { name: 'schedule', scheduleId: ULID },
  { name: 'payers' },
  { name: 'offramps' },
  { name: 'offramp', requestId: REQUEST },
  { name: 'refunds' },
  { name: 'refundLink', token: ULID },
  { name: 'unmatched' },
  { name: 'account' },
  { name: 'auditLog' },
]

/** The calls that concern only the member, which every role may make: the own sign-in, and leaving the team. */
const OWN = /^[A-Z]+ \/v1\/auth\/|^DELETE \/v1\/members\//

const READER = { ...accountSession, role: 'read-only', scopes: ['read'] }

const { serve, calls } = prepareConsole()

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(window, 'print').mockReturnValue()
})

async function open(route: Route, session: object): Promise<void> {
  serve(serveExamples(session))
  await mountConsole(route, { networks: 'mainnet,base' })
  await expect.poll(() => find('.page').length).toBeGreaterThan(0)
  await expect.poll(() => find('[aria-busy="true"]')).toEqual([])
}

const buttons = () =>
  find('button').filter(
    (one): one is HTMLButtonElement =>
      one instanceof HTMLButtonElement &&
      one.checkVisibility() &&
      !one.disabled &&
      textOf(one).trim() !== en.common.signOut,
  )

/** Presses every button of a screen, and every button of the dialogs that it opens. Returns the calls that write, other than `OWN`. */
async function pressAll(): Promise<string[]> {
  calls.splice(0)
  const count = buttons().length
  for (let index = 0; index < count; index += 1) {
    buttons()[index]?.click()
    await settle()
    for (const one of find('dialog[open] button').toReversed()) {
      if (one instanceof HTMLButtonElement && !one.disabled) one.click()
      await settle()
    }
  }
  return calls
    .map(({ method, url }) => `${method} ${url.pathname}`)
    .filter((call) => !call.startsWith('GET ') && !OWN.test(call))
}

/** Waits until the presses' calls have been answered and rendered. */
const settle = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

describe('A member who may only read', () => {
  test.each(SCREENS)('no button of $name makes a call that changes the account', async (route) => {
    await open(route, READER)
    expect(find('[role="alert"]').map(textOf)).toEqual([])
    expect(await pressAll()).toEqual([])
  })
})

test.each([{ name: 'clientIds' }, { name: 'apiKeys' }, { name: 'webhooks' }] as const)(
  'the same presses of an owner at $name make such calls',
  async (route) => {
    await open(route, accountSession)
    expect(await pressAll()).not.toEqual([])
  },
)
