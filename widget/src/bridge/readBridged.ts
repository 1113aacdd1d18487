import type { BridgedPlan } from '../plan.ts'
import { loadPinCheck } from '../steps/pins.ts'
import { PaymentRefusedError } from '../steps/refusals.ts'
import type { Task } from '../steps/session.ts'
import { isOnItsWay, tellServer } from '../steps/tellServer.ts'
import type { Verified } from '../steps/verifyPayment.ts'
import { verifyBridged } from './verifyBridged.ts'

/**
 * Reads the payment and a fresh quote for a way over a bridge, and verifies them. Reports the failure and returns null if the
 * payment cannot be signed.
 */
export async function readBridged(
  { session, signal, tell }: Task,
  plan: BridgedPlan,
): Promise<Verified | null> {
  const { account } = session.state()
  if (account === null) return null
  const from = { chain: plan.bridge.chain, token: plan.option.symbol }
  const [metadata, answer] = await Promise.all([
    session.api.metadata({ signal }),
    session.api.calldata({ wallet: account.address, from, signal }),
  ])
  if (metadata.kind !== 'payment') {
    tellServer(metadata, tell)
    return null
  }
  if (isOnItsWay(metadata, tell)) return null
  if (answer.kind !== 'calldata') {
    if (answer.kind === 'unavailable' && answer.payment === null) {
      // The bridge has no route or does not respond: the payer can still pay in another way.
      tell({ type: 'request_failed', note: { code: 'service_unavailable' } })
    } else tellServer(answer, tell)
    return null
  }
  const { calldata } = answer
  const { payment } = metadata
  const checkPins = await loadPinCheck(session)
  try {
    const verified = verifyBridged({ payment, calldata, plan, checkPins })
    return { verified, shortOf: calldata.hasEnoughBalance === false ? 'balance' : null }
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error
    tell({ type: 'refused', refusal: error.refusal })
    return null
  }
}
