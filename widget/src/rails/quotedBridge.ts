import { readBridged } from '../bridge/readBridged.ts'
import { type BridgedInput, reviewedCalldata, verifyBridged } from '../bridge/verifyBridged.ts'
import type { Converter, VerifiedPayment } from '../machine/verifiedPayment.ts'
import type { BridgedPlan } from '../plan.ts'
import { atQuote } from '../quotes/atQuote.ts'
import { readQuoted, verifyQuoted } from '../quotes/readQuoted.ts'
import type { PayParts } from '../steps/pay.ts'
import { loadPinCheck } from '../steps/pins.ts'
import type { Rail } from '../steps/rail.ts'
import { createBridge } from './bridge.ts'

/** Payments from another EVM network whose amount the host fixes on arrival, at par or at a quote. */
export function createQuotedBridge(plan: BridgedPlan, parts: PayParts): Rail {
  const review: Rail['review'] = async (task) => {
    const found = await readQuoted(task, (run, { readConverter }) => {
      const verify = async (input: BridgedInput) =>
        verifyArrival(input, await readConverter(run.session, input.payment, input.calldata))
      return readBridged(run, plan, verify)
    })
    return found && { ...found, verified: endWithQuote(found.verified) }
  }
  return {
    ...createBridge(plan, parts, review),
    async verify(session, prepared, payment) {
      const { verified } = prepared
      const checkPins = await loadPinCheck(session)
      const calldata = reviewedCalldata(verified)
      const input = { payment, calldata, plan, checkPins, now: session.now() }
      return verifyQuoted(session, prepared, (quoter) => verifyArrival(input, quoter))
    },
  }
}

/** Verifies a payment from another chain whose exact amount on arrival `quoter` returns. Throws PaymentRefusedError. */
function verifyArrival(input: BridgedInput, quoter: Converter | null): VerifiedPayment {
  const { payment } = input
  return { ...verifyBridged({ ...input, payment: atQuote(payment) }, quoter), payment }
}

/** Returns a payment whose bridge's price expires no later than the quote. */
function endWithQuote(verified: VerifiedPayment): VerifiedPayment {
  const { review } = verified
  const { bridge, quote } = review
  if (!bridge || typeof quote?.expiresAt !== 'number') return verified
  const expiresAt = Math.min(bridge.expiresAt, quote.expiresAt)
  return { ...verified, review: { ...review, bridge: { ...bridge, expiresAt } } }
}
