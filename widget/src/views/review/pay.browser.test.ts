import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
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
})
