import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { IdempotencyClaim } from '../../http/idempotency.ts'
import type { Call } from '../../http/implement.ts'
import { type CreatedRequest, createRequest } from '../../requests/createRequest.ts'

type Create = typeof api.v1.create

/**
 * Creates a request as version 2 does; the response names the id `requestID`.
 *
 * @throws what `createRequest` throws
 */
export async function createRequestV1(
  context: Pick<Context, 'config' | 'db' | 'now' | 'offramp' | 'random' | 'prices' | 'rates'>,
  { body, caller, idempotency }: Call<Create>,
): Promise<Output<Create>> {
  // Safe: createRequest stores the response itself, here with this version's member names.
  const claim: IdempotencyClaim | null = idempotency && {
    row: (status, created) => idempotency.row(status, describe(created as CreatedRequest)),
  }
  const stated = { ...body, isCryptoToFiatAllowed: false }
  return describe(await createRequest(context, { body: stated, caller, idempotency: claim }))
}

function describe({ requestId, paymentReference }: CreatedRequest): Output<Create> {
  return { paymentReference, requestID: requestId }
}
