import { isBridgeable } from '../findSource.ts'
import { isAffordable } from '../machine/attemptReadings.ts'
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
    options,
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

/** Lists the ways to pay. If the account cannot pay an amount that contracts convert, ways from other chains follow. */
const options: Rail['options'] = async (task, payment, batchFee) => {
  const found = await evmOptions(task, payment, batchFee)
  const [direct] = found ?? []
  const { account } = task.session.state()
  if (direct === undefined || isAffordable(direct)) return found
  if (payment.plan.way !== 'converted' || !isBridgeable(payment)) return found
  // The signers of a Safe may approve after a quote has expired.
  if (account === null || account.wallet.kind === 'safe') return found
  const load = () => import('../quotes/convertedOptions.ts')
  const { convertedOptions } = await task.session.loadPart('quotedBridge', load)
  return convertedOptions(task, account.address, direct)
}
