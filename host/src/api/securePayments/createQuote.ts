import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describeSecurePayment } from '../../paying/describeSecurePayment.ts'
import { guardPayer, guardPayment } from '../../paying/guardPayment.ts'
import { guardQuotable } from '../../paying/guardQuotable.ts'
import { loadSecurePayment } from '../../paying/loadSecurePayment.ts'
import { quotable } from '../../paying/payable.ts'
import { readWallet } from '../../paying/readWallet.ts'
import { describeQuote } from '../../quotes/describeQuote.ts'
import { QuoteNotNeededError } from '../../quotes/errors.ts'
import { issueQuote } from '../../quotes/issueQuote.ts'

type Create = typeof api.securePayments.quote

/**
 * Returns the current quote for the unpaid amount of a secure payment, or creates one at the current market price.
 *
 * @throws QuoteNotNeededError, and what `loadSecurePayment`, `guardPayer`, `guardPayment`, `guardQuotable` and `issueQuote` throw
 */
export async function createQuote(
  context: Pick<
    Context,
    'bridge' | 'config' | 'db' | 'log' | 'now' | 'prices' | 'random' | 'rates'
  >,
  { params, body, caller }: Call<Create>,
): Promise<Output<Create>> {
  const stored = await loadSecurePayment(context, {
    token: params.token,
    caller,
    option: body.option,
  })
  const { securePayment, requests } = stored
  const wallet = readWallet(body.wallet, securePayment.network)
  guardPayer(context, stored, wallet)
  const now = context.now()
  guardPayment(describeSecurePayment(context.config, stored, now, wallet), stored, { now })
  const [request, ...others] = requests
  if (others.length > 0) throw new QuoteNotNeededError()
  guardQuotable(request)
  const quote = await issueQuote(context, {
    request: { ...request, tenant_id: securePayment.tenant_id },
    ...quotable(request),
  })
  return describeQuote(request, quote)
}
