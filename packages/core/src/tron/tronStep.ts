import type { Step } from '../step.ts'
import { fromAbiAddress } from './fromAbiAddress.ts'

/** A step of the ABI codec with Tron's addresses; the calldata stays as it is. */
export function tronStep(step: Step): Step {
  const { transaction, token, spender } = step
  return {
    ...step,
    transaction: { ...transaction, to: fromAbiAddress(transaction.to) },
    token: token === null ? null : fromAbiAddress(token),
    spender: spender === null ? null : fromAbiAddress(spender),
  }
}
