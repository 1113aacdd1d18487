import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { guardOpen } from '../../paying/guardOpen.ts'
import { guardPages } from '../../paying/guardPages.ts'
import { guardQuotable } from '../../paying/guardQuotable.ts'
import { loadChosen } from '../../paying/loadChosen.ts'
import { quotable } from '../../paying/payable.ts'
import { readWallet } from '../../paying/readWallet.ts'
import { describeQuote } from '../../quotes/describeQuote.ts'
import { issueQuote } from '../../quotes/issueQuote.ts'

type Create = typeof api.requests.quote

/**
 * Returns the current quote for the unpaid amount of a request, or creates one at the current market price.
 *
 * @throws what `loadChosen`, `guardOpen`, `guardPages`, `guardQuotable` and `issueQuote` throw
 */
export async function createRequestQuote(
  context: Pick<
    Context,
    'bridge' | 'config' | 'db' | 'log' | 'now' | 'prices' | 'random' | 'rates' | 'screening'
  >,
  { params, body, caller }: Call<Create>,
): Promise<Output<Create>> {
  const request = await loadChosen(context, {
    requestId: params.requestId,
    caller,
    option: body.option,
  })
  const wallet = readWallet(body.wallet, request.network)
  guardOpen(request)
  await guardPages(context, [request], { wallet, caller })
  guardQuotable(request)
  const quote = await issueQuote(context, {
    request: { ...request, tenant_id: caller.tenantId },
    ...quotable(request),
  })
  return describeQuote(request, quote)
}
