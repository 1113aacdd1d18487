import type { Step } from '@secure-payment/core'
import { describeRequest } from '@secure-payment/core/ways'
import type { Payable } from './payable.ts'

/** Upper bounds of the gas of one step, from measurements with cold storage; a wallet estimates the exact amount itself. */
const APPROVAL_GAS = 60_000n
const PAYMENT_GAS = 55_000n

/** The maximum gas of the steps on an EVM chain. */
export function estimateGas(steps: readonly Step[], payables: readonly Payable[]): bigint {
  const approvals = steps.filter((step) => step.kind !== 'pay').length
  const items = payables.map(({ request }) => describeRequest(request.plan).itemsGas)
  return items.reduce((sum, gas) => sum + gas, BigInt(approvals) * APPROVAL_GAS + PAYMENT_GAS)
}
