import type { Page } from '@playwright/test'

/** The clock advances in steps of the shortest timer period, so that each step's responses arrive before the next step. */
const STEP_MS = 1_000
const MAX_STEPS = 120

/**
 * Advances the page's clock (`page.clock.install()` first) until the element is in a state or shows a text. Real responses from the host
 * and the chain arrive in between. Throws after two minutes of the page's time.
 */
export async function passTime(
  page: Page,
  end: { untilState: string } | { untilText: string },
): Promise<void> {
  const target =
    'untilState' in end
      ? page.locator(`secure-payment[state="${end.untilState}"]`)
      : page.locator('secure-payment').getByText(end.untilText).first()
  for (let step = 0; step < MAX_STEPS; step++) {
    if (await target.isVisible()) return
    await page.clock.runFor(STEP_MS)
  }
  throw new Error(`Two minutes passed without ${JSON.stringify(end)}.`)
}
