import { expect, type Page, type Request } from '@playwright/test'
import type { Checkout } from '../checkout.ts'
import type { Stage } from './stage.ts'

const STEP_MS = 500
/** The maximum number of steps: four minutes of the page's time. */
const MAX_STEPS = 480
/**
 * Acts as a returning payer who wants to complete the payment: presses every offered button until the screen shows that the payment is
 * complete. The page's clock must be installed, because the page waits for a wallet prompt. Returns the states along the way.
 */
export async function payAgain(stage: Stage, checkout: Checkout): Promise<readonly string[]> {
  const seen: string[] = []
  const answers = followAnswers(checkout.page)
  for (let step = 0; step < MAX_STEPS; step++) {
    const state = (await checkout.element.getAttribute('state')) ?? ''
    if (seen.at(-1) !== state) seen.push(state)
    if (state === 'succeeded') return seen
    await act(stage, checkout, state)
    await answers()
    await checkout.page.clock.runFor(STEP_MS)
  }
  throw new Error(`The payment did not finish: ${seen.join(' > ')}.`)
}

/** Waits for the responses to all of the page's requests so far, because the page's clock must not run ahead of real responses. */
function followAnswers(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  // An event stream stays open, so its request never finishes.
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith('/events')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  const options = { intervals: [10] }
  return async () => {
    const asked = [...open]
    const unanswered = () => asked.filter((one) => open.has(one)).map((one) => one.url())
    await expect.poll(unanswered, options).toEqual([])
  }
}

async function act(stage: Stage, checkout: Checkout, state: string): Promise<void> {
  switch (state) {
    case 'confirming':
    case 'settling':
      return stage.advance()
    case 'connect':
      return press(checkout, stage.walletName)
    case 'review':
      return press(checkout, /^Pay /)
    case 'failed':
    case 'unavailable':
      return press(checkout, 'Try again')
    case 'locked':
      return press(checkout, 'Continue here')
    case 'unknown':
      return giveUp(stage, checkout)
  }
}

/**
 * Waits for the network's confirmation unless the payer can see that the wallet has no pending requests, which most payers
 * cannot.
 */
async function giveUp(stage: Stage, checkout: Checkout): Promise<void> {
  if (await checkout.element.getByText(NOTHING_SENT).first().isVisible()) {
    return press(checkout, START_OVER)
  }
  await stage.advance()
  if (!stage.knowsNothingSent()) return
  if (await checkout.button(CONFIRMED).first().isVisible()) return press(checkout, CONFIRMED)
  await press(checkout, START_OVER)
}

const NOTHING_SENT = 'The network shows that nothing was sent.'
const START_OVER = 'It was not sent, start over'
/** The payer's answer to the question whether the wallet has a pending request. */
const CONFIRMED = 'Yes, nothing is waiting'

async function press({ button }: Checkout, label: string | RegExp): Promise<void> {
  const one = button(label).first()
  // A screen may change before the click.
  if (await one.isEnabled({ timeout: 100 }).catch(() => false)) {
    await one.click({ timeout: 1_000 }).catch(() => undefined)
  }
}
