import { afterEach, describe, expect, test } from 'vitest'
import { type MountedFixture, mountFixture } from '../../testing/mountFixture.ts'

afterEach(() => document.body.replaceChildren())

/** Reads the text of the buttons in reading order; the first stands out. */
function readButtons({ root }: Pick<MountedFixture, 'root'>): readonly (string | undefined)[] {
  const buttons = [...root.querySelectorAll('.actions .button')]
  const [first, ...others] = buttons.map((button) => button.classList.contains('primary'))
  expect([first, others.includes(true)]).toEqual([true, false])
  return buttons.map((button) => button.textContent?.trim())
}

describe('A payment without a response from the wallet', () => {
  test('the screen of a payment without a response warns against paying again, and offers to check again first', async () => {
    const mounted = await mountFixture('unknown')
    expect(mounted.root.querySelector('.lead')?.textContent).toContain('Do not pay again')
    expect(readButtons(mounted)).toEqual(['Check again', 'It was not sent, start over'])
  })

  test('the screen of a payment without a response offers to start over once the network shows that nothing was sent', async () => {
    const mounted = await mountFixture('unknown-unused')
    const { root, pressed } = mounted
    expect(root.textContent).not.toContain('Do not pay again')
    expect(root.textContent).toContain('You can safely start over.')
    expect(readButtons(mounted)).toEqual(['It was not sent, start over'])
    root.querySelector<HTMLButtonElement>('.actions .primary')?.click()
    expect(pressed).toEqual(['discardAttempt'])
  })
})
