import { MAX_UINT256 } from '../amount.ts'
import { encodeApprove } from '../evm/index.ts'
import type { Step } from '../step.ts'
import { abiNetwork } from '../tron/abiNetwork.ts'
import { abiPayment } from '../tron/abiPayment.ts'
import { toAbiAddress } from '../tron/toAbiAddress.ts'
import { tronStep } from '../tron/tronStep.ts'
import { verifyTronSteps } from '../verify/index.ts'
import { direct } from './direct.ts'
import type { TronPlan } from './plan.ts'
import { settlePayment } from './settlePayment.ts'
import {
  defineWay,
  InvalidTermsError,
  type PayerState,
  type PaymentTerms,
  type RequestWay,
} from './way.ts'

/**
 * One payment in a TRC-20 token through ERC20FeeProxy on Tron. All addresses of terms, including the keys of the allowances, are Tron's;
 * addresses in logs have the node's `0x` form.
 *
 * `steps` returns an approval unless the known allowance suffices, then the payment. Approvals are for the largest uint256, because each
 * approval burns the payer's energy. A remaining allowance is first set to zero if the token rejects its change. `steps` throws
 * ContractNotDeployedError when the terms pay in the native coin: Tron has no proxy for it. It throws InvalidTermsError,
 * FeeWithoutAddressError, InvalidAddressError or MalformedValueError when the terms cannot be paid on the network. Tron supports no
 * conversions.
 *
 * `settle` throws InvalidAddressError when an address of the terms is not Tron's.
 */
export const tron: RequestWay<TronPlan> = defineWay({
  id: 'tron',
  terms: (_plan, facts) => facts,
  steps: (network, terms, payer) => {
    if (network.family !== 'tron') throw new InvalidTermsError(`${network.id} is not Tron`)
    const steps = direct.steps(abiNetwork(network), abiPayment(terms), abiPayer(terms, payer))
    return steps.map((step) => tronStep(step.kind === 'approve' ? withLargestAmount(step) : step))
  },
  verify: verifyTronSteps,
  settle: (terms, log, network, keccak) =>
    settlePayment(abiPayment(terms), log, abiNetwork(network), keccak),
  describe: () => ({
    ...direct.describe({ way: 'direct' }),
    bridging: 'not_on_tron',
    isBatchable: false,
  }),
})

/** Reads only the allowance of the payment's token. */
function abiPayer({ token }: PaymentTerms, { address, allowanceUnits }: PayerState): PayerState {
  const units = token === null ? undefined : allowanceUnits?.[token]
  if (token === null || units === undefined) return { address, allowanceUnits: null }
  return { address, allowanceUnits: { [toAbiAddress(token)]: units } }
}

function withLargestAmount(step: Step): Step {
  const { token, spender } = step
  if (token === null || spender === null) return step
  const amountUnits = MAX_UINT256
  return { ...step, amountUnits, transaction: encodeApprove({ token, spender, amountUnits }) }
}
