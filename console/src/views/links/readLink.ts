import { ApiError } from '@secure-payment/core/client'
import type {
  ReceivedPayment,
  RefundRecord,
  RequestDetail,
  SecurePaymentState,
  SecurePaymentSummary,
} from '../../api.ts'
import type { SignedInContext } from '../../context.ts'

/** A payment link: its page's data, its address, and its first request. Only the request contains the customer. */
export type LinkState = {
  readonly payment: SecurePaymentState
  readonly summary: SecurePaymentSummary
  readonly request: RequestDetail
  /** A reusable link's payments; null for a link that is paid once. */
  readonly payments: LinkPayments | null
  /** An overpaid request's refunds; empty for any other link. */
  readonly refunds: readonly RefundRecord[]
}

/** The number of payments of a reusable link, and the latest of them. */
export type LinkPayments = { readonly total: number; readonly latest: readonly ReceivedPayment[] }

/** The number of payments that a reusable link's page shows. */
const LATEST = 5
const MOST_REFUNDS = '100'

/** Reads a link in any status; null if the merchant has none with this token. */
export async function readLink(
  { client }: Pick<SignedInContext, 'client'>,
  options: { token: string; signal: AbortSignal },
): Promise<LinkState | null> {
  const { token, signal } = options
  const payment = await readPayment(client, token, signal)
  const requestId = payment?.requestIds[0]
  if (payment === null || requestId === undefined) return null
  const [request, summary, payments] = await Promise.all([
    client.requests.get({ params: { requestId } }, { signal }),
    client.securePayments.list({ query: { requestId } }, { signal }),
    payment.isReusable === true ? readPayments(client, token, signal) : null,
  ])
  if ('securePayments' in summary) throw new Error('The service returned a page.')
  const refunds = request.excessAmount === null ? [] : await readRefunds(client, requestId, signal)
  return { payment, summary, request, payments, refunds }
}

async function readRefunds(
  client: SignedInContext['client'],
  requestId: string,
  signal: AbortSignal,
): Promise<readonly RefundRecord[]> {
  const query = { requestId, limit: MOST_REFUNDS }
  return (await client.refunds.list({ query }, { signal })).refunds
}

async function readPayments(
  client: SignedInContext['client'],
  token: string,
  signal: AbortSignal,
): Promise<LinkPayments> {
  const query = { securePaymentToken: token, limit: String(LATEST) }
  const { payments, pagination } = await client.payments.search({ query }, { signal })
  return { total: pagination.total, latest: payments }
}

async function readPayment(
  client: SignedInContext['client'],
  token: string,
  signal: AbortSignal,
): Promise<SecurePaymentState | null> {
  try {
    // Requests a completed payment as a success, because browsers log an error for every 409.
    const query = { completed: 'show' } as const
    return await client.securePayments.get({ params: { token }, query }, { signal })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // An expired or cancelled payment returns a problem, which contains the payment.
    const payment = error.problem?.payment
    if (payment !== undefined) return payment
    if (error.status === 404) return null
    throw error
  }
}
