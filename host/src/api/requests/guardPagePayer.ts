import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { guardPayer, type PayerField } from '../securePayments/guardPayer.ts'
import { loadSecurePayment } from '../securePayments/loadSecurePayment.ts'
import type { StoredPayable } from './loadPayable.ts'

/**
 * Holds the access policy of a payment page also against whoever pays one of its requests by the request's own id, which the page tells.
 *
 * @throws PayerNotAllowedError, InvalidInputError without a wallet; see `guardPayer`
 */
export async function guardPagePayer(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random' | 'rates'>,
  { page_token: token, access_policy }: Pick<StoredPayable, 'page_token' | 'access_policy'>,
  {
    wallet,
    caller,
    field = 'wallet',
  }: { wallet: string | null; caller: Caller; field?: PayerField },
): Promise<void> {
  if (token === null || access_policy === null) return
  const stored = await loadSecurePayment(context, { token, caller })
  await guardPayer(context, stored, wallet, field)
}
