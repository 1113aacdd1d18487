import type { api, Output } from '@secure-payment/core/api'
import { refuseHostedPage } from '../../auth/refuseHostedPage.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { writeCustomer } from '../../requests/customerColumn.ts'
import { decideFee } from '../../requests/decideFee.ts'
import { planFees } from '../../requests/feePlan.ts'
import { guardKnownBatchFee } from '../../requests/findBatchFee.ts'
import { guardDestinations } from '../../requests/guardDestinations.ts'
import { guardPayees } from '../../requests/guardPayees.ts'
import { guardSingleNode } from '../../requests/guardSingleNode.ts'
import { writeOrder } from '../../requests/orderColumn.ts'
import { planItems } from '../../requests/planItems.ts'
import { storeSecurePayment } from '../../requests/storeSecurePayment.ts'

type Create = typeof api.securePayments.create

/**
 * Creates a secure payment with one request per item, and returns once all of them are stored.
 *
 * @throws what `refuseHostedPage`, `planItems`, `writeOrder`, `guardKnownBatchFee`, `guardDestinations`, `guardPayees`, `guardSingleNode`
 *   and `storeSecurePayment` throw
 */
export async function createSecurePayment(
  context: Pick<Context, 'config' | 'contracts' | 'db' | 'now' | 'prices' | 'random' | 'rates'>,
  call: Call<Create>,
): Promise<Output<Create>> {
  const { caller, body } = call
  refuseHostedPage(caller)
  const reference = body.reference ?? null
  const planned = planItems(context.config, body, caller, context.prices)
  const customerInfo = writeCustomer(body.customerInfo)
  const order = writeOrder(body.order, planned)
  guardKnownBatchFee(context, planned)
  await guardDestinations(
    context,
    caller.tenantId,
    planned,
    (index) => `requests[${index}].destinationId`,
  )
  await guardPayees(context, caller, planned, (index) => `requests[${index}].payee`)
  await guardSingleNode(context, planned, 'requests')
  const options = planned.flatMap((one) => one.options ?? [])
  await guardPayees(context, caller, options, () => 'requests[0].payees')
  for (const option of options) await guardSingleNode(context, [option], 'requests[0].accepts')
  const items = planned.map((one) => ({
    planned: one,
    reference,
    recipientIdentifier: null,
    customerInfo,
    order,
  }))
  const payment = {
    items,
    flow: 'get_paid',
    reference,
    payerIdentifier: body.payerIdentifier ?? null,
    creatorWallet: null,
    options: body,
    feePlan: await planFees(context, planned, {
      flow: 'get_paid',
      fee: decideFee(body, caller),
      stated: body,
    }),
  } as const
  return storeSecurePayment(context, call, payment, (created) => created)
}
