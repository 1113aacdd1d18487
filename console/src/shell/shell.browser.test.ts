import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
} from '../testing/consolePage.ts'

/** A laptop's window with its bars: lower than the navigation and the account together. */
const LOW = { width: 1280, height: 560 }

const { serve } = prepareConsole()
afterEach(() => page.viewport(1280, 900))

test('On a low window each link of the navigation can be clicked, and none covers another', async () => {
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

/** Returns the link or button at the middle of the target. */
function findTopmost(target: Element): Element | null {
  const { left, top, width, height } = target.getBoundingClientRect()
  const root = target.getRootNode()
  if (!(root instanceof ShadowRoot)) throw new Error('The navigation has a shadow tree.')
  return root.elementFromPoint(left + width / 2, top + height / 2)?.closest('a, button') ?? null
}
