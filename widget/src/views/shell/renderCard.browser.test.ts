import { afterEach, describe, expect, test } from 'vitest'
import { type MountedFixture, mountFixture } from '../../testing/mountFixture.ts'

let mounted: MountedFixture
afterEach(() => mounted?.element.remove())

/** Mounts a payment at a width of 320 px, with the badge of a test network next to the merchant's name. */
async function mountNarrow(name: string): Promise<HTMLElement> {
  mounted = await mountFixture('connect', {
    attributes: { 'merchant-name': name, 'test-mode': '' },
  })
  mounted.element.style.inlineSize = '288px'
  const shown = mounted.root.querySelector<HTMLElement>('.merchant bdi')
  if (!shown) throw new Error('The header shows no name.')
  return shown
}

/** Returns the number of lines that each word in an element occupies. */
function countLines({ firstChild, textContent }: HTMLElement): number[] {
  const node = [firstChild?.nextSibling, firstChild].find((one) => one?.textContent?.trim())
  if (!node) return []
  return [...textContent.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    return range.getClientRects().length
  })
}

describe('The name of the merchant on a phone', () => {
  test.each(['Bookkeeping', 'Nordlicht Bookkeeping', 'Buchhaltungsservice'])(
    'the name of the merchant on a phone breaks between its words only: %s',
    async (name) => {
      const shown = await mountNarrow(name)
      const lines = countLines(shown)
      expect(lines).toEqual(name.split(' ').map(() => 1))
    },
  )

  test('the name of the merchant on a phone with a word longer than the card stays inside the card', async () => {
    const shown = await mountNarrow('W'.repeat(60))
    const header = mounted.root.querySelector('.header')?.getBoundingClientRect()
    expect(shown.getBoundingClientRect().right).toBeLessThanOrEqual(header?.right ?? 0)
  })
})
