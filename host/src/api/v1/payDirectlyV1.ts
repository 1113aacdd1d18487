import type { api, Output } from '@secure-payment/core/api'
import { atField } from '../../atField.ts'
import { recognizeWallet } from '../../auth/wallet/recognizeWallet.ts'
import type { Context } from '../../context.ts'
import { AcceptedAnswer } from '../../http/acceptedAnswer.ts'
import type { IdempotencyClaim } from '../../http/idempotency.ts'
import type { Call } from '../../http/implement.ts'
import { guardScreenedPayer } from '../../paying/guardScreened.ts'
import { planRemainder } from '../../paying/payable.ts'
import { planCalldata } from '../../paying/planCalldata.ts'
import type { PlanContext } from '../../paying/planSteps.ts'
import { type CreatedRequest, createPayoutWith } from '../../requests/createRequest.ts'
import { withPlan } from '../../requests/requestPlan.ts'

type PayDirectly = typeof api.v1.payDirectly
type Answer = Output<PayDirectly>
type Created = CreatedRequest & Pick<Answer, 'transactions' | 'metadata'>

/**
 * Creates a request and returns the transactions that pay it. If no transactions can be built, because a chain does not respond or has
 * no rate, no request is created either. A payout that needs an approval is not created either, because this version cannot wait
 * for the approval.
 *
 * @throws InvalidInputError naming `payer`, and what `guardScreenedPayer`, `createPayoutWith` and `planCalldata` throw
 */
export async function payDirectlyV1(
  context: PlanContext & Pick<Context, 'audit' | 'db' | 'random' | 'screening'>,
  { body, caller, idempotency }: Call<PayDirectly>,
): Promise<Answer> {
  // Safe: `createPayoutWith` stores the response itself, here with this version's member names.
  const claim: IdempotencyClaim | null = idempotency && {
    row: (status, created) => idempotency.row(status, describe(created as Created)),
  }
  const { payer = null } = body
  if (payer !== null) atField('payer', () => recognizeWallet(payer))
  await guardScreenedPayer(context, { payer, caller }, 'payer')
  const stated = { ...body, isCryptoToFiatAllowed: false }
  const created = await createPayoutWith(
    context,
    { body: stated, caller, idempotency: claim, mayWait: false },
    (row) => planCalldata(context, planRemainder(withPlan(row)), row.payer),
  )
  if (created instanceof AcceptedAnswer)
    throw new TypeError('This operation never waits for an approval.')
  return describe(created)
}

function describe({ requestId, ...created }: Created): Answer {
  return { requestID: requestId, requestId, ...created }
}
