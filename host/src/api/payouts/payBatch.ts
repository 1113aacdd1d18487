import type { PayoutBatch } from '@secure-payment/core/api'
import type { NonEmpty } from '../../nonEmpty.ts'
import {
  describeBatchCalldata,
  platformFeeOf,
  protocolFeeOf,
  requestForm,
} from '../../paying/describeCalldata.ts'
import type { Payable } from '../../paying/payable.ts'
import { type PlanContext, planSteps } from '../../paying/planSteps.ts'
import { MixedNetworksError } from '../../requests/errors.ts'
import { refuseOwnPayee } from '../../requests/refuseOwnPayee.ts'

/**
 * Rejects payments that one transaction by a payer cannot make: on several networks, or to the payer. `fieldsOf` names
 * the fields of an item's network and payee.
 *
 * @throws MixedNetworksError, InvalidInputError
 */
export function guardItems(
  items: NonEmpty<{ network: string; payee: string }>,
  payer: string | null,
  fieldsOf: (index: number) => { network: string; payee: string },
): void {
  const first = items[0].network
  items.forEach(({ network, payee }, index) => {
    const fields = fieldsOf(index)
    if (network !== first) {
      throw new MixedNetworksError({ first, other: network, field: fields.network })
    }
    refuseOwnPayee(payer, payee, fields.payee)
  })
}

/**
 * Returns the one transaction that pays requests on one network, with its approvals.
 *
 * @throws MixedFeeAddressesError, and what `planSteps` throws
 */
export async function payBatch(
  context: PlanContext,
  payables: NonEmpty<Payable>,
  payer: string | null,
): Promise<PayoutBatch> {
  const planned = await planSteps(context, payables, payer)
  const { metadata, ...calldata } = describeBatchCalldata(planned, requestForm)
  return {
    ...calldata,
    requestIds: payables.map(({ request }) => request.id),
    ...platformFeeOf(commonFee(payables)),
    ...protocolFeeOf(planned),
    metadata,
  }
}

/** Returns the fee that every payment carries; null without a fee, or if the payments' fees differ. */
function commonFee(payables: readonly Payable[]): Payable['fee'] {
  const [first, ...others] = payables.map(({ fee }) => fee)
  if (first === undefined || first === null) return null
  const isCommon = others.every(
    (fee) => fee?.percentage === first.percentage && fee.address === first.address,
  )
  return isCommon ? first : null
}
