import { expect, test } from 'vitest'
import {
  accountSession,
  find,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../testing/consolePage.ts'
import { en } from '../text/en.ts'

const { serve } = prepareConsole()

test('An announcement disappears as soon as the person acts, because it may cover a row', async () => {
  serve((path, { method }) => {
    if (method !== 'GET') return { status: 500, body: problem('internal', 500) }
    return path === '/v1/auth/session' ? { status: 200, body: accountSession } : 'never'
  })
  await mountConsole({ name: 'account' })
  const signOut = () => find('button').find((one) => textOf(one).trim() === en.common.signOut)
  await expect.poll(signOut).toBeDefined()
  const button = signOut()
  if (button instanceof HTMLElement) button.click()
  const announced = () => find('.announcement p').map(textOf)
  await expect.poll(announced).toEqual([en.errors.internal])
  window.dispatchEvent(new WheelEvent('wheel'))
  // Its own time would end it only seconds later.
  for (const console of document.querySelectorAll('merchant-console')) await console.updateComplete
  expect(announced()).toEqual([])
})
