import { quotedOptions } from '../quotes/quotedOptions.ts'
import { readQuoted, verifyQuoted } from '../quotes/readQuoted.ts'
import { renewQuote } from '../quotes/renewQuote.ts'
import { findListing } from '../steps/pins.ts'
import type { Rail } from '../steps/rail.ts'
import { payTron } from '../tron/steps/payTron.ts'
import { readTron, tronOptions } from '../tron/steps/readTron.ts'
import { verifyTron } from '../tron/steps/verifyTron.ts'
import { tron } from './tron.ts'

/** Payments on Tron whose amount the host fixes, at par or at a quote. */
export const tronQuoted: Rail = {
  ...tron,
  options: (task, payment) => quotedOptions(task, payment, tronOptions),
  review: (task) => readQuoted(task, readTron),
  async verify(session, prepared, payment) {
    const { pinnedDestinations } = session
    const calldata = { transactions: prepared.verified.review.calldata }
    const listed = findListing(session)
    const facts = { payment, calldata, account: prepared.from, pinnedDestinations, listed }
    return verifyQuoted(session, prepared, (converter) => verifyTron({ ...facts, converter }))
  },
  pay: (task, attemptId) => payTron(task, attemptId, (...call) => renewQuote(...call, readTron)),
}
