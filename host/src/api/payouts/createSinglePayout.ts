import type { api, SinglePayout } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { AcceptedAnswer } from '../../http/acceptedAnswer.ts'
import type { Call } from '../../http/implement.ts'
import { planRemainder } from '../../paying/payable.ts'
import { planCalldata } from '../../paying/planCalldata.ts'
import type { PlanContext } from '../../paying/planSteps.ts'
import { createPayoutWith } from '../../requests/createRequest.ts'
import { refuseOwnPayee } from '../../requests/refuseOwnPayee.ts'
import { withPlan } from '../../requests/requestPlan.ts'

/**
 * Creates a request and returns the transactions that pay it; a fee in the call is stored with the request. If no transactions can be
 * built, because a chain does not respond or has no rate, no request is created either. A payout that waits for an approval has no
 * transactions.
 *
 * @throws InvalidInputError when the payer is the payee, and what `createPayoutWith` and `planCalldata` throw
 */
export async function createSinglePayout(
  context: PlanContext & Pick<Context, 'audit' | 'db' | 'random'>,
  { body, caller, idempotency }: Call<typeof api.payouts.create>,
): Promise<SinglePayout | AcceptedAnswer> {
  const { payee, amount, invoiceCurrency, paymentCurrency, payer, customerInfo, reference } = body
  const stated = {
    ...{ payee, amount, invoiceCurrency, paymentCurrency, payer, customerInfo, reference },
    isCryptoToFiatAllowed: false,
  }
  return createPayoutWith(
    context,
    {
      body: stated,
      caller,
      idempotency,
      statedFee: body,
      payerField: body.payerField,
    },
    async (row) => {
      refuseOwnPayee(row.payer, row.payee, 'payee')
      return planCalldata(context, planRemainder(withPlan(row)), row.payer)
    },
  )
}
