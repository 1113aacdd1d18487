import { encodeApprove, isSameAddress } from '../evm/index.ts'
import type { Network } from '../networks/network.ts'
import type { Step } from '../step.ts'
import type { PayerState } from './kind.ts'

/**
 * The approvals that a spender still needs for one token: none when the allowance is known to suffice, else exactly
 * `neededUnits`, never more. Tokens that refuse to change a non-zero allowance (USDT) are set to zero first.
 */
export function approvalSteps(network: Network, need: ApprovalNeed, payer: PayerState): Step[] {
  const { token, spender, neededUnits } = need
  const allowance = payer.allowanceUnits?.[token.toLowerCase()]
  if (allowance !== undefined && allowance >= neededUnits) return []

  const approve = approvalStep('approve', token, spender, neededUnits)
  const hasOldAllowance = allowance !== undefined && allowance > 0n
  if (!hasOldAllowance || !resetsApproval(network, token)) return [approve]
  return [approvalStep('reset_approval', token, spender, 0n), approve]
}

/** What one token's approval has to cover, in its base units. */
export type ApprovalNeed = { token: string; spender: string; neededUnits: bigint }

function resetsApproval(network: Network, token: string): boolean {
  return network.tokens.some(
    (known) => known.resetsApproval === true && isSameAddress(known.address, token),
  )
}

function approvalStep(
  kind: 'reset_approval' | 'approve',
  token: string,
  spender: string,
  amountUnits: bigint,
): Step {
  return {
    kind,
    transaction: encodeApprove({ token, spender, amountUnits }),
    token,
    spender,
    amountUnits,
  }
}
