import type { PaymentMetadata } from '../paymentMetadata.ts'
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

/** Lists the ways to pay. An amount that contracts convert is paid at a quote if the service has one; otherwise the contracts convert. */
const options: Rail['options'] = async (task, payment, batchFee) => {
  const { session } = task
  const { account } = session.state()
  // The signers of a Safe may approve after a quote has expired.
  if (account !== null && account.wallet.kind !== 'safe' && isQuotable(payment)) {
    const load = () => import('../quotes/convertedOptions.ts')
    const { convertedOptions } = await session.loadPart('quoted', load)
    const found = await convertedOptions(task, payment, account.address)
    if (found !== null) return found
  }
  return evmOptions(task, payment, batchFee)
}

/** Returns whether the service also quotes the amount of a payment that contracts convert. */
function isQuotable({ plan, raw }: PaymentMetadata): boolean {
  const [item] = Object(raw).items ?? []
  return plan.way === 'converted' && item?.conversion?.isQuotable === true
}
