import { ApiError } from '@secure-payment/core/client'
import type { RequestDetail } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'

/** A reference names one order, which rarely has more links. */
const MOST_LINKS = '20'

/**
 * Finds the payment link of a request among the links with its reference; null if none of them has the request, and if the service rejects
 * the search, because the page is complete without the link. A search by the request's ID would return an error for a request without a link,
 * which browsers log.
 */
export async function findLinkToken(
  client: SignedInContext['client'],
  { requestId, reference }: Pick<RequestDetail, 'requestId' | 'reference'>,
  signal: AbortSignal,
): Promise<string | null> {
  if (reference === null) return null
  const query = { reference, limit: MOST_LINKS }
  const page = await client.securePayments.list({ query }, { signal }).catch(ignoreRejection)
  if (page === null || !('securePayments' in page)) return null
  const link = page.securePayments.find(
    ({ flow, items }) => flow === 'get_paid' && items.some((item) => item.requestId === requestId),
  )
  return link?.token ?? null
}

function ignoreRejection(error: unknown): null {
  if (error instanceof ApiError) return null
  throw error
}
