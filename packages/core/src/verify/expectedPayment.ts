import { ArithmeticRangeError } from '../errors.ts'
import { type BatchFee, batchPayStep, NO_BATCH_FEE, type Payment, payStep } from '../evm/index.ts'
import type { Network } from '../networks/network.ts'
import { batchFeeAddress, type TokenNeed, tokenNeeds } from '../routing/index.ts'
import type { Step } from '../step.ts'
import { refuseInvalid } from './refuseInvalid.ts'

/**
 * Derives the only acceptable payment from the displayed one, with its approvals.
 *
 * @throws CalldataMismatchError `invalid_expectation` when it cannot be paid on the network; `cause` is the reason.
 */
export function expectedPayment({ network, items, batchFee }: Expectation): ExpectedPayment {
  return refuseInvalid(() => {
    assertAmounts(items)
    const fee = items.length > 1 ? batchFee : NO_BATCH_FEE
    return { step: expectedStep(network, items, fee), approvals: tokenNeeds(items, fee) }
  })
}

/**
 * The displayed payment, from the API's metadata or the page's own pinned values. `payer` is the connected wallet; no call contains it,
 * because the contracts spend the sender's money. `batchFee` is the batch contract's own fee on several items, as the contract returns
 * it; absent means none. A service that requests more, or less, is rejected.
 */
export type Expectation = {
  network: Network
  items: readonly ExpectedItem[]
  payer: string | null
  batchFee?: BatchFee
}

/**
 * One payment as displayed, in base units. With a conversion, amount and fee are in units of the request's currency, as in the contracts,
 * and `maxToSpendUnits` is the displayed maximum.
 */
export type ExpectedItem = Payment

/** The paying step, and the exact approval that may precede it for each token. */
export type ExpectedPayment = { step: Step; approvals: readonly TokenNeed[] }

function assertAmounts(items: readonly ExpectedItem[]): void {
  for (const { amountUnits: actual } of items) {
    if (actual > 0n) continue
    throw new ArithmeticRangeError({
      operation: 'Paying',
      requirement: 'an amount above 0',
      actual,
    })
  }
}

function expectedStep(
  network: Network,
  items: readonly ExpectedItem[],
  batchFee: BatchFee | undefined,
): Step {
  const [first] = items
  if (first !== undefined && items.length === 1) return payStep(network, first)
  return batchPayStep(network, items, batchFeeAddress(items), batchFee)
}
