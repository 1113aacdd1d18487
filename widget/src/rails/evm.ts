import { approve } from '../steps/approve.ts'
import { type PayParts, pay } from '../steps/pay.ts'
import { loadPinCheck } from '../steps/pins.ts'
import { combine } from '../steps/prepare.ts'
import type { Rail } from '../steps/rail.ts'
import { evmOptions, readEvm } from '../steps/readPayment.ts'
import { reconcileAttempt } from '../steps/reconcile.ts'
import { verifyPayment } from '../steps/verifyPayment.ts'
import { watchTransaction } from '../steps/watch.ts'

/** Creates the rail of payments on the payment's own EVM network. */
export function createEvm(parts: PayParts): Rail {
  return {
    options: evmOptions,
    review: (task) => readEvm(task, parts.canPermit ?? true),
    verify: async (session, { verified, from: account }, payment) =>
      verifyPayment({
        payment,
        calldata: { transactions: verified.review.calldata },
        account,
        checkPins: await loadPinCheck(session),
        converter: verified.converter,
        // The rate may have changed since; the limit is the most that the payer was shown.
        limits: verified.limits,
        ...(verified.batchFee && { batchFee: verified.batchFee }),
      }),
    combine,
    approve,
    pay: (task, attemptId) => pay(task, attemptId, parts),
    watch: watchTransaction,
    reconcile: reconcileAttempt,
    isRelayed: false,
  }
}
