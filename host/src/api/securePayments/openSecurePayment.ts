import type { api, Output } from '@secure-payment/core/api'
import { creatorOf } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import type { RateLimit } from '../../http/rateLimit.ts'
import { loadSecurePayment } from '../../paying/loadSecurePayment.ts'
import { openLink } from '../../paying/openLink.ts'

type Open = typeof api.securePayments.open

/**
 * Creates one payer's secure payment for a reusable link.
 *
 * @throws SecurePaymentNotFoundError, RateLimitedError, and what `openLink` throws
 */
export async function openSecurePayment(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random' | 'prices' | 'rates'> & {
    rateLimit: Pick<RateLimit, 'takeOpening'>
  },
  { params: { token }, caller, idempotency }: Call<Open>,
): Promise<Output<Open>> {
  const stored = await loadSecurePayment(context, { token, caller, takesLinks: true })
  const { addressDigest } = creatorOf(caller)
  await context.rateLimit.takeOpening({ token, addressDigest })
  return openLink(context, stored, { addressDigest, key: null, idempotency })
}
