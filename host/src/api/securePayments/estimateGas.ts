import type { Step } from '@secure-payment/core'
import type { Payable } from './payable.ts'

/** Upper bounds of the gas of one step, from measurements with cold storage; a wallet estimates the exact amount itself. */
const APPROVAL_GAS = 60_000n
const PAYMENT_GAS = 55_000n
const DIRECT_ITEM_GAS = 75_000n
const CONVERTED_ITEM_GAS = 160_000n

/** The maximum gas of the steps on an EVM chain. */
export function estimateGas(steps: readonly Step[], payables: readonly Payable[]): bigint {
  const approvals = steps.filter((step) => step.kind !== 'pay').length
  const converted = payables.filter(({ request }) => request.conversion_path !== null).length
  return (
    BigInt(approvals) * APPROVAL_GAS +
    PAYMENT_GAS +
    BigInt(payables.length - converted) * DIRECT_ITEM_GAS +
    BigInt(converted) * CONVERTED_ITEM_GAS
  )
}
