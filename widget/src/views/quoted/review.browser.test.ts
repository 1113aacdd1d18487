import { afterEach, expect, test, vi } from 'vitest'
import { FIXTURE_TIME_MS, findFixture, mountFixture } from '../../testing/mountFixture.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

test('a quote’s countdown has one timer, however often the review renders', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
  const running = new Set<unknown>()
  const { setTimeout: start, clearTimeout: stop } = window
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    const timer = start(run, ms)
    if (ms === 1_000) running.add(timer)
    return timer
  }) as typeof setTimeout)
  vi.spyOn(window, 'clearTimeout').mockImplementation((timer) => {
    running.delete(timer)
    stop(timer)
  })
  const { show, root } = await mountFixture('review-quoted')
  await expect.poll(() => root.querySelector('[part="price-time"]')).not.toBeNull()
  const model = findFixture('review-quoted')
  for (let renders = 0; renders < 5; renders += 1) await show({ ...model })
  expect(running.size).toBe(1)
})
