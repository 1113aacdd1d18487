import { formatAmount } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { findServedNetwork } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { settlementDecimals } from '../../settlement/settlementDecimals.ts'
import { loadRequest } from './loadRequest.ts'
import { subStatusOf } from './subStatusOf.ts'

type Status = typeof api.requests.status

/**
 * Returns a request's progress, for polling.
 *
 * @throws RequestNotFoundError
 */
export async function getRequestStatus(
  context: Pick<Context, 'config' | 'db'>,
  { params, caller }: Call<Status>,
): Promise<Output<Status>> {
  const request = await loadRequest(context, { requestId: params.requestId, caller })
  const decimals = settlementDecimals(request)
  return {
    requestId: request.id,
    paymentReference: request.payment_reference,
    status: request.status,
    ...subStatusOf(request),
    hasBeenPaid: request.has_been_paid === 1,
    isListening: findServedNetwork(context.config, request.network) !== undefined,
    txHash: request.tx_hash,
    amountPaid: formatAmount(BigInt(request.paid_units), decimals),
    expectedAmount: formatAmount(BigInt(request.expected_units), decimals),
    updatedAt: request.updated_at,
  }
}
