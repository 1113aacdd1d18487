import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ensureDefined } from '../../ensureDefined.ts'
import { FIXTURE_TIME_MS, mountFixture } from '../../testing/mountFixture.ts'
import { fixtures } from '../fixtures.ts'

const reviews = Object.keys(fixtures).filter((name) => fixtures[name]?.state === 'review')

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
})

afterEach(async () => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
  await page.viewport(480, 900)
})

describe('Pay', () => {
  test.each([
    ['a laptop', 1_366, 768],
    ['a phone', 390, 700],
    ['a small phone', 320, 568],
  ])('Pay is in sight on %s in every review', async (_, width, height) => {
    await page.viewport(width, height)
    const hidden: string[] = []
    for (const name of reviews) {
      const { element, root } = await mountFixture(name)
      const main = root.querySelector('.dock .button')?.getBoundingClientRect()
      if (main === undefined || main.bottom > window.innerHeight) hidden.push(name)
      element.remove()
    }
    expect(reviews.length).toBeGreaterThan(10)
    expect(hidden).toEqual([])
  })

  test('Pay is below the total of every payment over a bridge on a laptop, and both are in sight', async () => {
    await page.viewport(1_366, 768)
    const hidden: string[] = []
    const bridged = reviews.filter((name) => fixtures[name]?.review?.bridge?.costs)
    for (const name of bridged) {
      const { element, root } = await mountFixture(name)
      const rows = [...root.querySelectorAll('.summary-row')]
      const total = rows.find((row) => row.querySelector('dt')?.textContent === 'Total')
      const dock = root.querySelector('.dock')?.getBoundingClientRect()
      const { bottom } = total?.getBoundingClientRect() ?? {}
      if (!(bottom && dock && bottom <= dock.top)) hidden.push(name)
      element.remove()
    }
    expect(bridged.length).toBeGreaterThan(2)
    expect(hidden).toEqual([])
  })

  test.each([
    ['a laptop', 1_366, 768],
    ['a phone', 390, 700],
    ['a small phone', 320, 568],
  ])('Pay covers nothing on %s at the end of the page in any review', async (_, width, height) => {
    await page.viewport(width, height)
    const covered: string[] = []
    for (const name of reviews) {
      const { element, root } = await mountFixture(name)
      window.scrollTo(0, document.documentElement.scrollHeight)
      const dock = root.querySelector('.dock')
      const box = dock?.getBoundingClientRect()
      const texts = [...root.querySelectorAll<HTMLElement>('.card *')].filter(
        (one) => one.childElementCount === 0 && one.checkVisibility() && !dock?.contains(one),
      )
      for (const one of texts) {
        const { top, bottom, height: own } = one.getBoundingClientRect()
        const isUnder = box !== undefined && own > 0 && top < box.bottom && bottom > box.top
        if (isUnder && one.textContent.trim()) covered.push(`${name}: ${one.textContent.trim()}`)
      }
      element.remove()
    }
    expect(covered).toEqual([])
  })

  test.each(['review-quoted', 'bridge-review', 'tron-review-quoted'])(
    'the price’s remaining time stays in sight with Pay: %s',
    async (name) => {
      await page.viewport(320, 568)
      const { root } = await mountFixture(name)
      await expect
        .poll(() => root.querySelector('.dock')?.textContent)
        .toContain('This price is valid for another')
      expect(root.querySelector('.dock')?.getBoundingClientRect().bottom).toBeLessThanOrEqual(568)
    },
  )

  test.each([
    ['a laptop', 1_366, 768],
    ['a phone', 390, 844],
    ['a small phone', 320, 568],
  ])(
    'rows fade out above Pay on %s while they continue beneath it, and not at the end',
    async (_, width, height) => {
      await page.viewport(width, height)
      const { root } = await mountFixture('review-quoted')
      document.body.style.paddingBlockStart = '10rem'
      const dock = ensureDefined(root.querySelector('.dock'), 'The main action')
      const fade = () => getComputedStyle(dock, '::before').content
      await expect.poll(fade).toBe('""')
      window.scrollTo(0, document.documentElement.scrollHeight)
      await expect.poll(fade).toBe('none')
      document.body.style.paddingBlockStart = ''
    },
  )
})
