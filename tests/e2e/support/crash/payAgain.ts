import { expect, type Page, type Request } from '@playwright/test'
import type { Checkout } from '../checkout.ts'
import type { World } from '../world.ts'

const STEP_MS = 500
/** Four minutes of the page's time. */
const MAX_STEPS = 480
const ANSWERS_TIMEOUT_MS = 5_000

/**
 * What a payer does who comes back and wants to have paid: presses whatever the screen offers, until it says that the payment is
 * complete. The page's clock has to be installed, since a prompt of the wallet is waited for. Answers the states that were seen.
 */
export async function payAgain(world: World, checkout: Checkout): Promise<readonly string[]> {
  const seen: string[] = []
  const answers = followAnswers(checkout.page)
  for (let step = 0; step < MAX_STEPS; step++) {
    const state = (await checkout.element.getAttribute('state')) ?? ''
    if (seen.at(-1) !== state) seen.push(state)
    if (state === 'succeeded') return seen
    await press(world, checkout, state)
    await answers()
    await checkout.page.clock.runFor(STEP_MS)
  }
  throw new Error(`The payment did not come to its end: ${seen.join(' > ')}.`)
}

/** Waits until all that the page has asked for is answered: its clock must not run ahead of the world. */
function followAnswers(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  // A stream of events stays open.
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith('/events')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  const options = { timeout: ANSWERS_TIMEOUT_MS, intervals: [10] }
  return () => expect.poll(() => open.size, options).toBe(0)
}

async function press(world: World, { button, element }: Checkout, state: string): Promise<void> {
  const offered = OFFERS[state]
  if (offered === undefined) return
  if (offered === 'a block') return world.devnet.mine('devnet')
  // What only the wallet knows, the payer does not: they wait for the network's word.
  if (state === 'unknown' && !(await element.getByText(NOTHING_SENT).first().isVisible())) return
  const one = button(offered).first()
  // A screen may change under the finger.
  if (await one.isEnabled({ timeout: 100 }).catch(() => false)) {
    await one.click({ timeout: 1_000 }).catch(() => undefined)
  }
}

const NOTHING_SENT = 'The network shows that nothing was sent.'

/** The button that a payer presses in a state who wants to have paid; where there is only to wait, the chain goes on. */
const OFFERS: Readonly<Record<string, string | RegExp>> = {
  connect: 'Test wallet',
  review: /^Pay /,
  failed: 'Try again',
  unavailable: 'Try again',
  unknown: 'It was not sent, start over',
  locked: 'Continue here',
  confirming: 'a block',
  settling: 'a block',
}
