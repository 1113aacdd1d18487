import { MAX_UINT256 } from '../amount.ts'
import { encodeApprove } from '../evm/index.ts'
import { direct, InvalidTermsError, type PayerState, type PaymentTerms } from '../kinds/index.ts'
import type { Network } from '../networks/network.ts'
import type { Step } from '../step.ts'
import { abiNetwork } from './abiNetwork.ts'
import { abiPayment } from './abiPayment.ts'
import { toAbiAddress } from './toAbiAddress.ts'
import { tronStep } from './tronStep.ts'

/**
 * Returns the steps that pay one request in a TRC-20 token through ERC20FeeProxy: an approval unless the known allowance suffices, then
 * the payment. Approvals are of the largest amount, because each one burns the payer's energy. A token that refuses to change a non-zero
 * allowance is set to zero first. All addresses, including the keys of the allowances, are Tron's.
 *
 * @throws ContractNotDeployedError when the terms pay in the native coin: Tron has no proxy for it.
 * @throws InvalidTermsError, FeeWithoutAddressError, InvalidAddressError or MalformedValueError when the terms cannot be
 * paid on the network; a conversion never can.
 */
export function tronSteps(network: Network, terms: PaymentTerms, payer: PayerState): Step[] {
  if (network.family !== 'tron') throw new InvalidTermsError(`${network.id} is not Tron`)
  const steps = direct.steps(abiNetwork(network), abiPayment(terms), abiPayer(terms, payer))
  return steps.map((step) => tronStep(step.kind === 'approve' ? withLargestAmount(step) : step))
}

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
