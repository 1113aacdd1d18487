import { atQuote } from '../quotes/atQuote.ts'
import { quotedOptions } from '../quotes/quotedOptions.ts'
import { type ReadPriced, readQuoted, verifyQuoted } from '../quotes/readQuoted.ts'
import { renewQuote } from '../quotes/renewQuote.ts'
import type { PayParts } from '../steps/pay.ts'
import { loadPinCheck } from '../steps/pins.ts'
import type { Rail } from '../steps/rail.ts'
import { readEvm } from '../steps/readPayment.ts'
import { verifyPayment } from '../steps/verifyPayment.ts'
import { createEvm } from './evm.ts'

/** Payments on an EVM network whose amount the host fixes: a plain payment, at par or at a quote. */
export function createQuoted(parts: PayParts): Rail {
  const { canPermit = true } = parts
  const readWith =
    (isPermitted: boolean): ReadPriced =>
    (task, reading) =>
      readEvm(task, isPermitted, reading)
  return {
    ...createEvm({ ...parts, renew: (...call) => renewQuote(...call, readWith(false)) }),
    options: (task, payment) => quotedOptions(task, payment),
    review: (task) => readQuoted(task, readWith(canPermit)),
    async verify(session, prepared, payment) {
      const { verified, from: account } = prepared
      const checkPins = await loadPinCheck(session)
      const calldata = { transactions: verified.review.calldata }
      return verifyQuoted(session, prepared, (converter) =>
        verifyPayment({
          payment: atQuote(payment),
          calldata,
          account,
          checkPins,
          converter,
          limits: verified.limits,
        }),
      )
    },
  }
}
