import type { Step } from '../step.ts'
import { fromAbiAddress } from './fromAbiAddress.ts'

/** Converts a step from the ABI codec to Tron's addresses; the calldata stays unchanged. */
export function tronStep(step: Step): Step {
  const { transaction, token, spender } = step
  return {
    ...step,
    transaction: { ...transaction, to: fromAbiAddress(transaction.to) },
    token: token === null ? null : fromAbiAddress(token),
    spender: spender === null ? null : fromAbiAddress(spender),
  }
}
