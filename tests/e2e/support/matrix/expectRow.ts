import { type BrowserContext, expect } from '@playwright/test'
import type { SecurePayment } from '@secure-payment/widget'
import { findViolations } from '../findViolations.ts'
import type { Events } from '../watchEvents.ts'
import { patternOf, transcriptsOf } from './transcript.ts'

/** A matrix row's expected end, apart from the payments on chain. */
export type Ending = {
  /** The number of times that the page requested the calldata: once per review, and once per Pay. */
  payCalls: number
  /** The transcript, in the format of transcript.ts, of the only page, or of each page in the order in which it was opened. */
  transcript: string | readonly string[]
  /** The page's last state, if it is not `succeeded`. */
  state?: SecurePayment['state']
}

/** Asserts a row's end, on all open pages. */
export async function expectRow(
  context: BrowserContext,
  events: Events,
  { payCalls, transcript }: Ending,
): Promise<void> {
  const expected = typeof transcript === 'string' ? [transcript] : transcript
  const patterns = expected.map((one) => expect.stringMatching(patternOf(one)))
  // The page emits `sp-success` only after the receipt's chunk has loaded.
  await expect.poll(() => transcriptsOf(events.all)).toEqual(patterns)
  expect(events.payCalls, 'calls of /pay').toBe(payCalls)
  for (const page of context.pages()) expect(await findViolations(page)).toEqual([])
}
