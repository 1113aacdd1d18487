import { InvalidInputError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { findNetworkByChainId, getNetwork } from '@secure-payment/core/networks'
import { ensureDefined } from '../../ensureDefined.ts'
import type { Call } from '../../http/implement.ts'
import { loadSecurePayment } from '../../paying/loadSecurePayment.ts'
import { paySecurePayment } from './paySecurePayment.ts'

type Refresh = typeof api.securePayments.refreshStep

/**
 * Plans a payment from another chain again, at the current price. Reads only the source of the sent step. The amount and the receiver are
 * those of the payment, so no page can redirect the money with a step.
 *
 * @throws InvalidInputError for a step that does not lead to the payment from another chain, and what `paySecurePayment` throws
 */
export async function refreshStep(
  context: Parameters<typeof paySecurePayment>[0],
  { params, body, caller }: Pick<Call<Refresh>, 'params' | 'body' | 'caller'>,
): Promise<Output<Refresh>> {
  const { option } = body
  const { fromChainId, fromToken, fromAddress, toChainId } = body.step.action
  const { securePayment, requests } = await loadSecurePayment(context, {
    token: params.token,
    caller,
    option,
  })
  const { chainId } = getNetwork(requests[0].network ?? securePayment.network)
  if (toChainId !== chainId) throw invalid('toChainId', `must be the payment’s chain, ${chainId}`)
  if (fromChainId === chainId)
    throw invalid('fromChainId', 'must be a chain other than the payment’s')
  const query = {
    wallet: fromAddress,
    chain: findNetworkByChainId(fromChainId)?.id ?? String(fromChainId),
    token: fromToken.symbol,
    ...(option !== undefined && { option }),
  }
  const planned = await paySecurePayment(context, { params, query, caller })
  if (!('transactions' in planned))
    throw invalid('fromChainId', 'does not lead to a single payment')
  const { transactions, metadata } = planned
  const last = ensureDefined(transactions[metadata.paymentTransactionIndex], 'A payment')
  return { ...planned, transactionRequest: { ...last, from: fromAddress } }
}

function invalid(member: string, message: string): InvalidInputError {
  return new InvalidInputError([{ field: `step.action.${member}`, code: 'invalid_step', message }])
}
