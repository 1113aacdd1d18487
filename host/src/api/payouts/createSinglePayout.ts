import type { api, SinglePayout } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { guardPayer } from '../../requests/guardPayer.ts'
import { withPlan } from '../../requests/requestPlan.ts'
import { createRequestWith } from '../requests/createRequest.ts'
import { payNewRequest } from '../requests/payRequest.ts'
import type { PlanContext } from '../securePayments/planSteps.ts'

/**
 * Creates a request and returns the transactions that pay it; a fee of the call is stored with it. When no transactions
 * can be built, because a chain does not respond or has no rate, no request is created either.
 *
 * @throws InvalidInputError when the payer is the payee, and what `createRequestWith` and `payNewRequest` throw
 */
export async function createSinglePayout(
  context: PlanContext & Pick<Context, 'db' | 'random'>,
  { body, caller, idempotency }: Call<typeof api.payouts.create>,
): Promise<SinglePayout> {
  const { payee, amount, invoiceCurrency, paymentCurrency, payer, customerInfo, reference } = body
  const stated = {
    ...{ payee, amount, invoiceCurrency, paymentCurrency, payer, customerInfo, reference },
    isCryptoToFiatAllowed: false,
  }
  return createRequestWith(
    context,
    { body: stated, caller, idempotency, statedFee: body, payerField: body.payerField },
    async (row) => {
      guardPayer(row.payer, row.payee, 'payee')
      return payNewRequest(context, withPlan(row))
    },
  )
}
