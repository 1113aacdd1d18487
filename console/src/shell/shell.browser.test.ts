import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  textOf,
} from '../testing/consolePage.ts'
import { en } from '../text/en.ts'

/** A laptop's browser window, which is lower than the navigation and the account together. */
const LOW = { width: 1280, height: 560 }
/** A common laptop. */
const LAPTOP = { width: 1280, height: 800 }

const { serve } = prepareConsole()
afterEach(() => page.viewport(1280, 900))

test('In a low window, a person can click each navigation link, and none covers another', async () => {
  serve((path) => (path === '/v1/auth/session' ? { status: 200, body: accountSession } : 'never'))
  await mountConsole({ name: 'account' })
  await expect.poll(() => find('#side a').length).toBeGreaterThan(10)
  await page.viewport(LOW.width, LOW.height)
  const targets = find('#side a, #side button')
  for (const target of targets) {
    target.scrollIntoView({ block: 'nearest' })
    expect(findTopmost(target), target.textContent ?? '').toBe(target)
  }
  await inspectConsole()
})

test('On a laptop, all navigation links are visible, and the button for a new link stays when they scroll', async () => {
  serve((path) => (path === '/v1/auth/session' ? { status: 200, body: accountSession } : 'never'))
  await mountConsole({ name: 'account' })
  await expect.poll(() => find('#side a').length).toBeGreaterThan(10)
  await page.viewport(LAPTOP.width, LAPTOP.height)
  for (const target of find('#side a, #side button')) {
    expect(findTopmost(target), target.textContent ?? '').toBe(target)
  }
  await page.viewport(LOW.width, LOW.height)
  for (const last of find('#side li:last-child a')) last.scrollIntoView({ block: 'nearest' })
  const create = find('#side a.create')
  expect(create.map(findTopmost)).toEqual(create)
  expect(create).toHaveLength(1)
})

test('On a phone, the button for a new link is at the top of each screen, and once in the open menu', async () => {
  serve((path) => (path === '/v1/auth/session' ? { status: 200, body: accountSession } : 'never'))
  await mountConsole({ name: 'account' })
  await expect.poll(() => find('#side a').length).toBeGreaterThan(10)
  await page.viewport(320, 640)
  const shown = () =>
    find('a[href="/console/links/new"]').filter((link) => link.getBoundingClientRect().width > 0)
  expect(shown().map((link) => link.getAttribute('aria-label'))).toEqual([en.nav.newLink])
  await inspectConsole()
  for (const menu of find('button.menu')) if (menu instanceof HTMLElement) menu.click()
  await expect.poll(() => shown().map(textOf)).toEqual([en.nav.newLink])
  await inspectConsole()
})

/** Returns the link or button in the middle of the target. */
function findTopmost(target: Element): Element | null {
  const { left, top, width, height } = target.getBoundingClientRect()
  const root = target.getRootNode()
  if (!(root instanceof ShadowRoot)) throw new Error('The navigation has a shadow tree.')
  return root.elementFromPoint(left + width / 2, top + height / 2)?.closest('a, button') ?? null
}
