import { ArithmeticRangeError } from '../errors.ts'
import { type BatchFee, batchPayStep, NO_BATCH_FEE, type Payment, payStep } from '../evm/index.ts'
import type { Network } from '../networks/network.ts'
import { batchFeeAddress, type TokenNeed, tokenNeeds } from '../routing/index.ts'
import type { Step } from '../step.ts'
import { refuseInvalid } from './refuseInvalid.ts'

/**
 * Derives from what the payer was shown the only payment that is acceptable, and what may be approved for it.
 *
 * @throws CalldataMismatchError `invalid_expectation` when it cannot be paid on the network; `cause` says why.
 */
export function expectedPayment({ network, items, batchFee }: Expectation): ExpectedPayment {
  return refuseInvalid(() => {
    assertAmounts(items)
    const fee = items.length > 1 ? batchFee : NO_BATCH_FEE
    return { step: expectedStep(network, items, fee), approvals: tokenNeeds(items, fee) }
  })
}

/**
 * What the payer was shown, from the API's metadata or the page's own pinned values. `payer` is the connected wallet; no
 * call names it, because the contracts take the sender's money. `batchFee` is what the batch contract takes on top of several items,
 * as it answers itself; absent: nothing. A service that asks for more, or for less, is refused.
 */
export type Expectation = {
  network: Network
  items: readonly ExpectedItem[]
  payer: string | null
  batchFee?: BatchFee
}

/**
 * One payment as shown, in base units. With a conversion, amount and fee are in units of the request's currency, as the
 * contracts count it, and `maxToSpendUnits` is the most that the payer was told it may take.
 */
export type ExpectedItem = Payment

/** The paying step, and the exact approval that each token may get before it. */
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
