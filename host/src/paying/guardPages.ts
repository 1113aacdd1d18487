import { isPayerAccepted, parseAccessPolicy } from '../access/accessPolicy.ts'
import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { describeSecurePayment } from './describeSecurePayment.ts'
import { guardNoSafeWaits, guardPayer, type PayerField } from './guardPayment.ts'
import type { StoredPayable } from './loadPayable.ts'
import { loadSecurePayment } from './loadSecurePayment.ts'

type PagedRequest = Pick<StoredPayable, 'page_token' | 'access_policy' | 'has_safe'>

/**
 * Applies a payment page's guards to callers that pay its requests by the ids that the page shows. The guards are the page's access
 * policy and a waiting Safe's lock. The caller has verified that the requests are open. Reads a page only if one of its guards may
 * reject the call.
 *
 * @throws PayerNotAllowedError, InvalidInputError without a wallet, PaymentInProgressError; see `guardPayer`
 */
export async function guardPages(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now' | 'random' | 'rates'>,
  requests: readonly PagedRequest[],
  {
    wallet,
    caller,
    field = 'wallet',
  }: { wallet: string | null; caller: Caller; field?: PayerField },
): Promise<void> {
  const isMerchant = caller.credential !== 'clientId'
  const isUnguarded = ({ access_policy, has_safe }: PagedRequest) =>
    has_safe === null &&
    isPayerAccepted({ access: parseAccessPolicy(access_policy), isMerchant }, wallet)
  const tokens = requests.filter((one) => !isUnguarded(one)).map(({ page_token }) => page_token)
  for (const token of new Set(tokens)) {
    if (token === null) continue
    const stored = await loadSecurePayment(context, { token, caller })
    guardPayer(context, stored, wallet, field)
    const now = context.now()
    guardNoSafeWaits(describeSecurePayment(context.config, stored, now, wallet), stored, { now })
  }
}
