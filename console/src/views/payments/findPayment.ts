import { ApiError } from '@secure-payment/core/client'
import type { SignedInContext } from '../../context.ts'
import type { Route } from '../../routes.ts'
import { formatFilter } from './paymentFilter.ts'
import { type Reading, readPaymentSearch } from './readPaymentSearch.ts'

/** The maximum number of payments that a search reads; if there are more, it shows the list. */
const MOST_PARTS = 10

/**
 * Finds the screen for a search. Tries the text's meanings in order, and stops at the first one with a payment or an
 * unpaid request. Returns a single request's page, or a list of several payments or requests; null for empty text.
 */
export async function findPayment(
  { client }: Pick<SignedInContext, 'client'>,
  typed: string,
): Promise<Route | null> {
  const readings = readPaymentSearch(typed, navigator.language)
  for (const reading of readings) {
    const requestIds = await findRequests(client, reading)
    const [requestId] = requestIds
    if (requestId === undefined) continue
    return requestIds.length === 1 ? { name: 'payment', requestId } : listOf(reading)
  }
  const [first] = readings
  return first === undefined ? null : listOf(first)
}

function listOf({ name, value }: Reading): Route {
  return { name: 'payments', query: formatFilter({ [name]: value }) }
}

/**
 * Returns the ids of the requests whose payments have the value; without such a payment, of the unpaid requests with
 * the value. Adds the entry `more` if there are further payments.
 */
async function findRequests(
  client: SignedInContext['client'],
  { name, value }: Reading,
): Promise<readonly string[]> {
  try {
    const query = { [name]: value, limit: String(MOST_PARTS) }
    const { payments, pagination } = await client.payments.search({ query })
    const ids = [...new Set(payments.map(({ request }) => request.requestId))]
    if (pagination.hasMore) return [...ids, 'more']
    return ids.length > 0 ? ids : await findUnpaid(client, { name, value })
  } catch (error) {
    // The value has no such meaning: for example, the amount's currency is unknown, or the request does not exist.
    if (error instanceof ApiError && (error.status === 400 || error.status === 404)) return []
    throw error
  }
}

async function findUnpaid(
  client: SignedInContext['client'],
  { name, value }: Reading,
): Promise<readonly string[]> {
  switch (name) {
    case 'requestId':
      return [(await client.requests.get({ params: { requestId: value } })).requestId]
    case 'reference':
    case 'paymentReference': {
      const { requests } = await client.requests.list({ query: { [name]: value, limit: '2' } })
      return requests.map(({ requestId }) => requestId)
    }
    default:
      return []
  }
}
