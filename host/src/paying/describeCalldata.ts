import { formatAmount, type Step } from '@secure-payment/core'
import type { api, BatchFeeAnswer, Output } from '@secure-payment/core/api'
import { findCurrencyByToken } from '@secure-payment/core/catalogue'
import type { Network } from '@secure-payment/core/networks'
import { codecOf } from '../chains/chainCodec.ts'
import type { Payable } from './payable.ts'
import { isApproval, type PlannedBatchFee, type PlannedSteps, splitSteps } from './planSteps.ts'
import type { Means } from './readMeans.ts'
import type { TronReadiness } from './readTronReadiness.ts'

/** Writes the members of a transaction that differ between operations: the format of its value, and its chain. */
type Form<M> = (value: bigint, network: Network) => M

/** Writes the form for payment pages: the number 0 for tokens, and hex for native amounts, which exceed the range of a number. */
export const pageForm = (value: bigint) => ({
  value: value === 0n ? (0 as const) : (`0x${value.toString(16)}` as const),
})

/** Writes the form for versions 1 and 2: existing clients read `value.hex` of each transaction, and require whole bytes. */
export const requestForm = (value: bigint, { chainId }: Network) => {
  const digits = value.toString(16)
  const hex = `0x${digits.padStart(digits.length + (digits.length % 2), '0')}` as const
  return { value: { type: 'BigNumber' as const, hex }, chainId }
}

/** Describes one payment's planned steps, with their transactions in the given form. */
export function describeCalldata<M extends object>(
  { network, steps, quote, means }: PlannedSteps,
  form: Form<M>,
) {
  const needsApproval = steps.some(isApproval)
  return {
    transactions: steps.map((step) => toWire(step, network, form)),
    metadata: {
      stepsRequired: steps.length,
      needsApproval,
      approvalTransactionIndex: needsApproval ? 0 : null,
      paymentTransactionIndex: steps.length - 1,
      ...describeMeans(means),
      ...(quote !== null && { quote }),
    },
  }
}

/** Describes a batch's planned steps, with the paying transaction in the given form. */
export function describeBatchCalldata<M extends object>(planned: PlannedSteps, form: Form<M>) {
  const { network, means } = planned
  const { approvals, payment } = splitSteps(planned)
  return {
    // An approval sends no coins, and existing clients require the number 0.
    ERC20ApprovalTransactions: approvals.map(({ transaction: { to, data } }) => ({
      to,
      data,
      value: 0 as const,
    })),
    batchPaymentTransaction: toWire(payment, network, form),
    metadata: { ...describeMeans(means), ...describeBatchFee(planned) },
  }
}

function toWire<M extends object>(step: Step, network: Network, form: Form<M>) {
  const { to, data, value } = step.transaction
  const members = codecOf(network).transactionMembers(network, step)
  return { to, data, ...form(value, network), ...members }
}

/** Returns the member that describes a platform's fee; absent without a fee. */
export function platformFeeOf(
  fee: Payable['fee'],
): Pick<Output<typeof api.requests.pay>['metadata'], 'platformFee'> {
  if (fee === null || fee.units === 0n) return {}
  return { platformFee: { percentage: fee.percentage, address: fee.address } }
}

/** Describes the batch contract's fee as part of a response; empty if there is none. */
export function describeBatchFee({
  network,
  batchFee,
}: Pick<PlannedSteps, 'network' | 'batchFee'>): { batchFee?: BatchFeeAnswer } {
  if (batchFee === null) return {}
  const amounts = batchFee.shares.flatMap(({ token, units, isMost }) => {
    const found = findCurrencyByToken(network, token)
    if (found === undefined) return []
    const { id, decimals } = found.currency
    return [{ currency: id, amount: formatAmount(units, decimals), isMost }]
  })
  return { batchFee: { ...shareOf(batchFee), amounts } }
}

/** Describes the batch contract's fee under the name that existing clients show. */
export function protocolFeeOf({ batchFee }: Pick<PlannedSteps, 'batchFee'>): {
  protocolFee?: { percentage: string; address: string }
} {
  return batchFee === null ? {} : { protocolFee: shareOf(batchFee) }
}

/** Basis points are a percentage with two decimals. */
function shareOf({ bps, address }: PlannedBatchFee): { percentage: string; address: string } {
  return { percentage: formatAmount(BigInt(bps), 2), address }
}

/**
 * Describes a payer's balances as part of the metadata. Without a wallet, or if no node responds, both balances count as sufficient and
 * `balanceChecked` is false.
 */
function describeMeans(means: Means | null) {
  const tron = means?.tron ?? null
  return {
    hasEnoughBalance: means?.hasEnoughBalance ?? true,
    hasEnoughGas: means?.hasEnoughGas ?? true,
    balanceChecked: means !== null,
    ...(tron !== null && { tron: describeTron(tron) }),
  }
}

function describeTron(readiness: TronReadiness) {
  return {
    trxBalance: String(readiness.trxBalanceSun),
    trxRequired: String(readiness.trxRequiredSun),
    energyRequired: String(readiness.energyRequired),
    energyAvailable: String(readiness.energyAvailable),
    bandwidthRequired: String(readiness.bandwidthRequired),
    bandwidthAvailable: String(readiness.bandwidthAvailable),
  }
}
