import { ApiError, createClient } from '@secure-payment/core/client'
import type { ApprovalRecord, SecurePaymentState, SecurePaymentSummary } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import { readRequestApproval } from '../approvals/readRequestApproval.ts'

/** A link with its payouts. `payment` is null if only the payment page can read the payouts, and while the link waits for an approval. */
export type PayoutState = {
  readonly summary: SecurePaymentSummary
  readonly payment: Pick<
    SecurePaymentState,
    'items' | 'transactions' | 'network' | 'chain' | 'reference'
  > | null
  /** The link's approval; null if the link needs none. */
  readonly approval: ApprovalRecord | null
}

/**
 * Reads a request's link: its state through the session, which proves ownership, and its payouts as the payment
 * page reads them.
 *
 * @throws ApiError when the request is not the merchant's, or has no link.
 */
export async function readPayoutState(
  { client, settings }: Pick<SignedInContext, 'client' | 'settings'>,
  options: { requestId: string; signal: AbortSignal },
): Promise<PayoutState> {
  const { requestId, signal } = options
  const [summary, approval] = await Promise.all([
    client.securePayments.list({ query: { requestId } }, { signal }),
    readRequestApproval({ client }, requestId, signal),
  ])
  if ('securePayments' in summary) throw new Error('The service returned a page.')
  // Without its approval, the service does not return the payment to any page.
  const isHeld = approval?.status === 'waiting' || approval?.status === 'expired'
  if (isHeld || settings.previewClientId === '') return { summary, payment: null, approval }
  const { securePayments } = createClient({
    baseUrl: settings.baseUrl,
    clientId: settings.previewClientId,
  })
  try {
    const params = { token: summary.token }
    // Requests a completed payment as a success, because browsers log an error for every 409.
    const query = { completed: 'show', preview: 'true' } as const
    return { summary, payment: await securePayments.get({ params, query }, { signal }), approval }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // An expired payment returns a problem, which contains the payment.
    return { summary, payment: error.problem?.payment ?? null, approval }
  }
}
