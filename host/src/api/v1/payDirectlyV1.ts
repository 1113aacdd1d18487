import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { IdempotencyClaim } from '../../http/idempotency.ts'
import type { Call } from '../../http/implement.ts'
import { withPlan } from '../../requests/requestPlan.ts'
import { type CreatedRequest, createRequestWith } from '../requests/createRequest.ts'
import { payNewRequest } from '../requests/payRequest.ts'
import type { PlanContext } from '../securePayments/planSteps.ts'

type PayDirectly = typeof api.v1.payDirectly
type Answer = Output<PayDirectly>
type Created = CreatedRequest & Pick<Answer, 'transactions' | 'metadata'>

/**
 * Creates a request and returns the transactions that pay it. When none can be built, because a chain does not respond
 * or has no rate, no request is created either.
 */
export async function payDirectlyV1(
  context: PlanContext & Pick<Context, 'db' | 'random'>,
  { body, caller, idempotency }: Call<PayDirectly>,
): Promise<Answer> {
  // Proven: the created request is stored, here in the spelling of this version.
  const claim: IdempotencyClaim | null = idempotency && {
    row: (status, created) => idempotency.row(status, describe(created as Created)),
  }
  const stated = { ...body, isCryptoToFiatAllowed: false }
  const created = await createRequestWith(
    context,
    { body: stated, caller, idempotency: claim },
    (row) => payNewRequest(context, withPlan(row)),
  )
  return describe(created)
}

function describe({ requestId, ...created }: Created): Answer {
  return { requestID: requestId, requestId, ...created }
}
