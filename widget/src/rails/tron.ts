import { findListing } from '../steps/pins.ts'
import type { Rail } from '../steps/rail.ts'
import { approveTron } from '../tron/steps/approveTron.ts'
import { payTron } from '../tron/steps/payTron.ts'
import { readTron, tronOptions } from '../tron/steps/readTron.ts'
import { reconcileTron } from '../tron/steps/reconcileTron.ts'
import { verifyTron } from '../tron/steps/verifyTron.ts'
import { watchTron } from '../tron/steps/watchTron.ts'

/** Payments on Tron. */
export const tron: Rail = {
  options: async (_, payment) => tronOptions(payment, null),
  review: (task) => readTron(task),
  async verify(session, { verified, from: account }, payment) {
    const { pinnedDestinations } = session
    const calldata = { transactions: verified.review.calldata }
    const facts = { payment, calldata, account, pinnedDestinations, listed: findListing(session) }
    return verifyTron({ ...facts, converter: null })
  },
  combine: async (_, verified) => verified,
  approve: approveTron,
  pay: (task, attemptId) => payTron(task, attemptId),
  watch: watchTron,
  reconcile: reconcileTron,
  isRelayed: true,
}
