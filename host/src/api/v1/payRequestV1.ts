import type { api, Output } from '@secure-payment/core/api'
import type { Call } from '../../http/implement.ts'
import { type PayContext, payRequest } from '../requests/payRequest.ts'
import { findByReference } from './findByReference.ts'

type Pay = typeof api.v1.pay

/**
 * Returns the transactions that pay a request, as version 2 does.
 *
 * @throws what `payRequest` throws
 */
export async function payRequestV1(
  context: PayContext,
  { params, query, caller }: Call<Pay>,
): Promise<Output<Pay>> {
  const { paymentReference } = params
  const requestId = await findByReference(context, { paymentReference, caller })
  return payRequest(context, { params: { requestId }, query, caller, version: 1 })
}
