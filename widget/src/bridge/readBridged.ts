import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import type { BridgedPlan } from '../plan.ts'
import { loadPinCheck } from '../steps/pins.ts'
import { PaymentRefusedError } from '../steps/refusals.ts'
import type { Task } from '../steps/session.ts'
import { isOnItsWay, tellServer } from '../steps/tellServer.ts'
import type { Verified } from '../steps/verifyPayment.ts'
import { type BridgedInput, verifyBridged } from './verifyBridged.ts'

/** Throws PaymentRefusedError. */
type Verify = (input: BridgedInput) => VerifiedPayment | Promise<VerifiedPayment>

/**
 * Reads the payment and a fresh quote for a way over a bridge, and verifies them with `verify`. Reports the failure and returns null if
 * the payment cannot be signed.
 */
export async function readBridged(
  { session, signal, tell }: Task,
  plan: BridgedPlan,
  verify: Verify = verifyBridged,
): Promise<Verified | null> {
  const { account } = session.state()
  if (account === null) return null
  const from = { chain: plan.bridge.chain, token: plan.option.symbol }
  const [metadata, answer] = await Promise.all([
    // The time that the price has left depends on the service's current time.
    session.api.metadata({ isFresh: true, signal }),
    session.api.calldata({ wallet: account.address, from, signal }),
  ])
  if (metadata.kind !== 'payment') {
    tellServer(metadata, tell)
    return null
  }
  if (isOnItsWay(metadata, tell)) return null
  if (answer.kind !== 'calldata') {
    const isOfBridge = answer.kind === 'unavailable' && answer.payment === null
    if (isOfBridge && answer.reason !== 'no_rate') {
      // The bridge has no route or does not respond: the payer can still pay in another way.
      tell({ type: 'request_failed', note: { code: 'service_unavailable' } })
    } else tellServer(answer, tell)
    return null
  }
  const { calldata } = answer
  const { payment } = metadata
  const checkPins = await loadPinCheck(session)
  try {
    const verified = await verify({ payment, calldata, plan, checkPins, now: session.now() })
    return { verified, shortOf: calldata.hasEnoughBalance === false ? 'balance' : null }
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error
    tell({ type: 'refused', refusal: error.refusal })
    return null
  }
}
