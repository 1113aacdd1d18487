import { ApiError, createSecurePaymentClient } from '@secure-payment/core/client'
import type { SecurePaymentState, SecurePaymentSummary } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'

/** A link with its payouts. `payment` is null where only the payment page has them. */
export type PayoutState = {
  readonly summary: SecurePaymentSummary
  readonly payment: Pick<
    SecurePaymentState,
    'items' | 'transactions' | 'network' | 'chain' | 'reference'
  > | null
}

/**
 * Reads the link of a request: its state through the session, which proves ownership, and its payouts as the payment
 * page reads them.
 *
 * @throws ApiError when the request is not the merchant's, or has no link.
 */
export async function readPayoutState(
  { client, settings }: Pick<SignedInContext, 'client' | 'settings'>,
  options: { requestId: string; signal: AbortSignal },
): Promise<PayoutState> {
  const { requestId, signal } = options
  const summary = await client.securePayments.list({ query: { requestId } }, { signal })
  if (settings.previewClientId === '') return { summary, payment: null }
  const payments = createSecurePaymentClient({
    baseUrl: settings.baseUrl,
    clientId: settings.previewClientId,
  })
  try {
    const params = { token: summary.token }
    // A browser logs an error for every 409.
    const query = { completed: 'show' } as const
    return { summary, payment: await payments.get({ params, query }, { signal }) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // An expired payment returns a problem, which contains the payment.
    return { summary, payment: error.problem?.payment ?? null }
  }
}
