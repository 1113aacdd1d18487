import type { api, Output } from '@secure-payment/core/api'
import { findServedNetwork } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { loadRequest } from '../requests/loadRequest.ts'
import { findByReference } from './findByReference.ts'

type Get = typeof api.v1.get

/**
 * Returns whether a request has been paid, with its ids and its transaction, for version 1 of the API.
 *
 * @throws RequestNotFoundError
 */
export async function getRequestV1(
  context: Pick<Context, 'config' | 'db'>,
  { params, caller }: Pick<Call<Get>, 'params' | 'caller'>,
): Promise<Output<Get>> {
  const { paymentReference } = params
  const requestId = await findByReference(context, { paymentReference, caller })
  const request = await loadRequest(context, { requestId, caller })
  return {
    hasBeenPaid: request.has_been_paid === 1,
    paymentReference: request.payment_reference,
    requestId: request.id,
    isListening: findServedNetwork(context.config, request.network) !== undefined,
    txHash: request.tx_hash,
  }
}
