import type {
  DemoPayer,
  DemoRefusal,
  DemoRequest,
  DemoTransactions,
} from '../../server/fiat/serveFiat.ts'

export type { DemoPayer, DemoRequest, DemoTransactions }

/** The demo's backend rejected a call; `fields` has the reasons by field name. `status` is 0 without a response. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly status: number
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, { message, fields }: DemoRefusal) {
    super(message)
    this.status = status
    this.fields = fields
  }
}

/**
 * Submits a new payer, or submits the payer with this `id` again. Rejects with a RefusedError, like all functions in this file.
 */
export function submitPayer(
  form: Readonly<Record<string, string>>,
  id: string | null,
): Promise<DemoPayer> {
  return call('/api/fiat/payers', { ...form, ...(id !== null && { id }) })
}

/** Reads the payer's current state from the service. */
export function loadPayer(id: string): Promise<DemoPayer> {
  return call(`/api/fiat/payers/${encodeURIComponent(id)}`)
}

/** Registers a bank account; resolves with the payer to whom the account belongs. */
export function addAccount(
  payerId: string,
  form: Readonly<Record<string, string>>,
): Promise<DemoPayer> {
  return call(`/api/fiat/payers/${encodeURIComponent(payerId)}/accounts`, form)
}

/** Creates a request for an amount of USDC that goes to a bank account. */
export function createRequest(amount: string): Promise<DemoRequest> {
  return call('/api/fiat/requests', { amount })
}

/** Reads the request's current state from the service. */
export function loadRequest(id: string): Promise<DemoRequest> {
  return call(`/api/fiat/requests/${encodeURIComponent(id)}`)
}

/** Reads the transactions with which a payer's wallet pays a request into a bank account. */
export function loadTransactions(
  requestId: string,
  query: { wallet: string; payer: string; account: string },
): Promise<DemoTransactions> {
  const search = new URLSearchParams(query)
  return call(`/api/fiat/requests/${encodeURIComponent(requestId)}/pay?${search}`)
}

async function call<T>(path: string, body?: object): Promise<T> {
  const init =
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
  let response: Response
  try {
    response = await fetch(path, init)
  } catch {
    throw new RefusedError(0, { message: 'The shop did not respond. Try again.', fields: {} })
  }
  const answer = await response.json().catch(() => null)
  if (response.ok && answer !== null) return answer
  const { message = 'Something went wrong. Try again.', fields = {} } = Object(answer)
  throw new RefusedError(response.status, { message, fields })
}
