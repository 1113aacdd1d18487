import type { PayoutBatch } from '@secure-payment/core/api'
import type { NonEmpty } from '../../nonEmpty.ts'
import { guardPayer } from '../../requests/guardPayer.ts'
import { platformFeeOf, toWire } from '../requests/payRequest.ts'
import { describeBatchFee, protocolFeeOf } from '../securePayments/describeBatchFee.ts'
import { describeMeans } from '../securePayments/describeMeans.ts'
import { MixedNetworksError } from '../securePayments/errors.ts'
import type { Payable } from '../securePayments/payable.ts'
import { type PlanContext, planSteps, splitSteps } from '../securePayments/planSteps.ts'

/**
 * Refuses payments that one transaction of a payer cannot make: on more than one network, or to the payer. `fieldsOf` names the
 * fields that an item's network and payee came from.
 *
 * @throws MixedNetworksError, InvalidInputError
 */
export function guardItems(
  items: readonly { network: string; payee: string }[],
  payer: string | null,
  fieldsOf: (index: number) => { network: string; payee: string },
): void {
  const first = items[0]?.network ?? ''
  items.forEach(({ network, payee }, index) => {
    const fields = fieldsOf(index)
    if (network !== first) {
      throw new MixedNetworksError({ first, other: network, field: fields.network })
    }
    guardPayer(payer, payee, fields.payee)
  })
}

/**
 * Returns the one transaction that pays requests of one network, with its approvals.
 *
 * @throws MixedFeeAddressesError, and what `planSteps` throws
 */
export async function payBatch(
  context: PlanContext,
  payables: NonEmpty<Payable>,
  payer: string | null,
): Promise<PayoutBatch> {
  const planned = await planSteps(context, payables, payer)
  const { approvals, payment } = splitSteps(planned)
  return {
    // Existing clients need the number 0 here, and an object below.
    ERC20ApprovalTransactions: approvals.map(({ transaction: { to, data } }) => ({
      to,
      data,
      value: 0,
    })),
    batchPaymentTransaction: toWire(payment, planned.network),
    requestIds: payables.map(({ request }) => request.id),
    ...platformFeeOf(commonFee(payables)),
    ...protocolFeeOf(planned),
    metadata: { ...describeMeans(planned.means), ...describeBatchFee(planned) },
  }
}

/** The fee that every payment carries; null where they differ, because then the batch has no single percentage. */
function commonFee(payables: readonly Payable[]): Payable['fee'] {
  const [first, ...others] = payables.map(({ fee }) => fee)
  if (first === undefined || first === null) return null
  const isCommon = others.every(
    (fee) => fee?.percentage === first.percentage && fee.address === first.address,
  )
  return isCommon ? first : null
}
