import { readBridged } from '../bridge/readBridged.ts'
import { renewPrice } from '../bridge/renewPrice.ts'
import { reviewedCalldata, verifyBridged } from '../bridge/verifyBridged.ts'
import type { BridgedPlan } from '../plan.ts'
import type { PayParts } from '../steps/pay.ts'
import { loadPinCheck } from '../steps/pins.ts'
import type { Rail } from '../steps/rail.ts'
import { createEvm } from './evm.ts'

/** Payments from another EVM network over a bridge: the wallet pays there as on any network. */
export function createBridge(
  plan: BridgedPlan,
  parts: PayParts,
  review: Rail['review'] = (task) => readBridged(task, plan),
): Rail {
  return {
    ...createEvm({ ...parts, renew: (...input) => renewPrice(review, ...input) }),
    review,
    verify: async (session, { verified }, payment) =>
      verifyBridged({
        payment,
        calldata: reviewedCalldata(verified),
        plan,
        checkPins: await loadPinCheck(session),
        now: session.now(),
      }),
    combine: async (_, verified) => verified,
  }
}
