import { encodeApprove, isSameAddress } from '../evm/index.ts'
import type { Network } from '../networks/network.ts'
import type { TokenNeed } from '../routing/index.ts'
import type { Step } from '../step.ts'
import type { PayerState } from './way.ts'

/**
 * Returns the approvals that a paying step still needs, in the order of `needs`. There is none for a token whose allowance suffices;
 * otherwise, the approval is for exactly the needed amount. A non-zero allowance is first set to zero if the token rejects its change
 * (USDT), or might. Returns none for a step without a spender.
 */
export function approvalSteps(
  network: Network,
  needs: readonly TokenNeed[],
  pay: Pick<Step, 'spender'>,
  payer: PayerState,
): Step[] {
  const { spender } = pay
  if (spender === null) return []
  return needs.flatMap(({ token, units }) => {
    const allowance = payer.allowanceUnits?.[token.toLowerCase()]
    if (allowance !== undefined && allowance >= units) return []
    const approve = approvalStep(token, spender, units)
    const hasOldAllowance = allowance !== undefined && allowance > 0n
    if (!hasOldAllowance || !resetsApproval(network, token)) return [approve]
    return [approvalStep(token, spender, 0n), approve]
  })
}

/**
 * Returns whether a token's allowance must be set to zero before it is changed. Returns true for a token outside the registry: an unneeded
 * reset costs gas, but a missing reset makes the payment fail.
 */
export function resetsApproval(network: Network, token: string): boolean {
  const known = network.tokens.find(({ address }) => isSameAddress(address, token))
  return known === undefined || known.resetsApproval === true
}

/** Returns the approval for exactly this amount; for 0, a reset. */
export function approvalStep(token: string, spender: string, amountUnits: bigint): Step {
  const kind = amountUnits === 0n ? 'reset_approval' : 'approve'
  const transaction = encodeApprove({ token, spender, amountUnits })
  return { kind, transaction, token, spender, amountUnits }
}
