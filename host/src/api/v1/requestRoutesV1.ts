import type { api, Output } from '@secure-payment/core/api'
import type { Call } from '../../http/implement.ts'
import type { PayContext } from '../requests/payRequest.ts'
import { requestRoutes } from '../requests/requestRoutes.ts'
import { findByReference } from './findByReference.ts'

type Routes = typeof api.v1.routes

/**
 * Returns the routes to pay a request, as version 2 does.
 *
 * @throws what `requestRoutes` throws
 */
export async function requestRoutesV1(
  context: PayContext,
  { params, query, caller }: Call<Routes>,
): Promise<Output<Routes>> {
  const { paymentReference } = params
  const requestId = await findByReference(context, { paymentReference, caller })
  return requestRoutes(context, { params: { requestId }, query, caller })
}
