import type { Transaction } from '../step.ts'
import { type BridgeExpectation, verifyBridgeCalls } from '../verify/index.ts'
import { approvalStep, resetsApproval } from './approvalSteps.ts'
import { direct } from './direct.ts'
import type { BridgedPlan } from './plan.ts'
import { settlePayment } from './settlePayment.ts'
import { defineWay, type Way } from './way.ts'

/** A bridge's offer: `units` of a token on the source chain, which `spender` transfers in `transaction`. */
export type BridgedTerms = {
  token: string
  units: bigint
  spender: string
  transaction: Transaction
}

/**
 * A payment from another chain. Its steps are on that chain: an approval for exactly the amount that the bridge spends, then the bridge's
 * own transaction. If the token rejects a change to a non-zero allowance, the allowance is first set to zero, unless it is known to be
 * zero. The payment on arrival is a direct one and settles as such.
 */
export const bridged: Way<BridgedPlan, BridgedTerms, BridgedTerms, BridgeExpectation> = defineWay({
  id: 'bridged',
  terms: (_plan, offer) => offer,
  steps: (network, { token, units, spender, transaction }, payer) => {
    const approve = approvalStep(token, spender, units)
    const mayHaveAllowance = payer.allowanceUnits?.[token.toLowerCase()] !== 0n
    const needsReset = mayHaveAllowance && resetsApproval(network, token)
    const resets = needsReset ? [approvalStep(token, spender, 0n)] : []
    return [...resets, approve, { kind: 'pay', transaction, token, spender, amountUnits: units }]
  },
  verify: verifyBridgeCalls,
  settle: settlePayment,
  describe: ({ arrival }) => ({ ...direct.describe(arrival), isBatchable: false }),
})
