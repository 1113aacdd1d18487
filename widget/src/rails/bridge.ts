import { readBridged } from '../bridge/readBridged.ts'
import { renewPrice } from '../bridge/renewPrice.ts'
import { verifyBridged } from '../bridge/verifyBridged.ts'
import type { BridgedPlan } from '../plan.ts'
import type { PayParts } from '../steps/pay.ts'
import { loadPinCheck } from '../steps/pins.ts'
import type { Rail } from '../steps/rail.ts'
import { createEvm } from './evm.ts'

/** Payments from another EVM network over a bridge: the wallet pays there as on any network. */
export function createBridge(plan: BridgedPlan, parts: PayParts): Rail {
  return {
    ...createEvm({ ...parts, renew: renewPrice }),
    review: (task) => readBridged(task, plan),
    async verify(session, { verified }, payment) {
      const { calldata: transactions } = verified.review
      const sourceAmount = verified.bridge?.sourceAmount ?? null
      const calldata = { transactions, sourceAmount, hasEnoughBalance: null, hasEnoughGas: null }
      return verifyBridged({ payment, calldata, plan, checkPins: await loadPinCheck(session) })
    },
    combine: async (_, verified) => verified,
  }
}
