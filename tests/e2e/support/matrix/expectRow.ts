import { type BrowserContext, expect } from '@playwright/test'
import type { SecurePayment } from '@secure-payment/widget'
import { findViolations } from '../findViolations.ts'
import type { Events } from '../watchEvents.ts'
import { patternOf, transcriptsOf } from './transcript.ts'

/** What every row of the matrix asserts beside the money: what is asked of the service, what the page hears, and what axe finds. */
export type Ending = {
  /** How often what is to be signed was read: once for each review, and once for each Pay. */
  payCalls: number
  /** As transcript.ts writes it: of the only page, or of each page in the order of opening. */
  transcript: string | readonly string[]
  /** The last state, where it is not `succeeded`. */
  state?: SecurePayment['state']
}

/** Asserts what a row ends with, on all pages that are open. */
export async function expectRow(
  context: BrowserContext,
  events: Events,
  { payCalls, transcript }: Ending,
): Promise<void> {
  const expected = typeof transcript === 'string' ? [transcript] : transcript
  const patterns = expected.map((one) => expect.stringMatching(patternOf(one)))
  // The receipt of `sp-success` is a chunk of its own: the event comes when that is there.
  await expect.poll(() => transcriptsOf(events.all)).toEqual(patterns)
  expect(events.payCalls, 'calls of /pay').toBe(payCalls)
  for (const page of context.pages()) expect(await findViolations(page)).toEqual([])
}
