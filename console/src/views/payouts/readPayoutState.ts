import { ApiError, createSecurePaymentClient } from '@secure-payment/core/client'
import type { SecurePaymentState, SecurePaymentSummary } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'

/** A link with what it pays. `payment` is null where the payment page alone can say. */
export type PayoutState = {
  readonly summary: SecurePaymentSummary
  readonly payment: Pick<
    SecurePaymentState,
    'items' | 'transactions' | 'network' | 'chain' | 'reference'
  > | null
}

/**
 * Reads the link of a request: its state by the session, which proves whose it is, and what it pays as the payment page reads it.
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
    return { summary, payment: await payments.get({ params }, { signal }) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A payment that is over is told as a problem, with the payment in it.
    return { summary, payment: error.problem?.payment ?? null }
  }
}
