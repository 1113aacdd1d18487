import { isPayerAccepted, parseAccessPolicy } from '../access/accessPolicy.ts'
import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { describeSecurePayment } from './describeSecurePayment.ts'
import { guardNoSafeWaits, guardPayer, type PayerField } from './guardPayment.ts'
import { guardScreened, guardScreenedPayer, isScreened } from './guardScreened.ts'
import type { StoredPayable } from './loadPayable.ts'
import { loadSecurePayment } from './loadSecurePayment.ts'

type PagedRequest = Pick<StoredPayable, 'page_token' | 'access_policy' | 'has_safe'>

/**
 * Applies a payment page's guards to callers that pay its requests by the ids that the page shows. The guards are the page's access
 * policy, a waiting Safe's lock and the host's screening. The caller has verified that the requests are open. Reads a page only if one of its guards may
 * reject the call.
 *
 * @throws PayerNotAllowedError, InvalidInputError without a wallet, PaymentInProgressError; see `guardPayer` and `guardScreened`
 */
export async function guardPages(
  context: Pick<
    Context,
    'config' | 'db' | 'log' | 'now' | 'random' | 'prices' | 'rates' | 'screening'
  >,
  requests: readonly PagedRequest[],
  {
    wallet,
    caller,
    field = 'wallet',
  }: { wallet: string | null; caller: Caller; field?: PayerField },
): Promise<void> {
  const isMerchant = caller.credential !== 'clientId'
  const isUnguarded = ({ access_policy, has_safe }: PagedRequest) => {
    const access = parseAccessPolicy(access_policy)
    if (has_safe !== null || isScreened(context, access)) return false
    return isPayerAccepted({ access, isMerchant }, wallet)
  }
  const tokens = requests.filter((one) => !isUnguarded(one)).map(({ page_token }) => page_token)
  for (const token of new Set(tokens)) {
    if (token === null) {
      await guardScreenedPayer(context, { payer: wallet, caller }, field)
      continue
    }
    const stored = await loadSecurePayment(context, { token, caller })
    guardPayer(context, stored, wallet, field)
    const now = context.now()
    guardNoSafeWaits(describeSecurePayment(context.config, stored, now, wallet), stored, { now })
    await guardScreened(context, stored, wallet, field)
  }
}
