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
  verify: async ({ pinnedDestinations }, { verified, from: account }, payment) => {
    const calldata = { transactions: verified.review.calldata }
    return verifyTron({ payment, calldata, account, pinnedDestinations, converter: null })
  },
  combine: async (_, verified) => verified,
  approve: approveTron,
  pay: (task, attemptId) => payTron(task, attemptId),
  watch: watchTron,
  reconcile: reconcileTron,
  isRelayed: true,
}
