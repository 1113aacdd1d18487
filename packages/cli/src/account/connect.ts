import { ApiError, type Client, createClient } from '@secure-payment/core/client'
import type { Io } from '../io.ts'
import type { Account } from './findAccount.ts'

/** An account, the origin of its operations for accounts and webhooks, and a client for its host. */
export type Connection = { account: Account; authUrl: string; client: Client }

/** The account of an API key, and the service that the host runs. */
export type Caller = Awaited<ReturnType<Client['caller']['get']>>

/** A call without a response for this long fails; a test event waits up to 20 s for its receivers. */
const CALL_TIMEOUT_MS = 40_000

/** Creates the client for a host. The command's end aborts its calls. */
function createHostClient(
  { fetch, signal }: Pick<Io, 'fetch' | 'signal'>,
  { url, authUrl, apiKey }: { url: string; authUrl: string; apiKey: string },
): Client {
  return createClient({
    baseUrl: url,
    authUrl,
    apiKey,
    fetch: async (target, init) => {
      try {
        const answer = await fetch(target, {
          ...init,
          // An API key must not follow a redirect to another host.
          redirect: 'error',
          signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
        })
        const text = await answer.text()
        return { status: answer.status, headers: answer.headers, text: async () => text }
      } catch (cause) {
        throw init.method === 'GET' ? unansweredRead(target, cause) : cause
      }
    },
  })
}

/** A read has no effect, so its failure does not mention one. */
function unansweredRead(target: string, cause: unknown): ApiError {
  const message = `No response from ${new URL(target).origin}.`
  return new ApiError({ message, status: 0, code: 'network_error', cause })
}

/** Reads the account of a key from its host. @throws ApiError */
export async function readCaller(
  io: Pick<Io, 'fetch' | 'signal'>,
  { url, apiKey }: { url: string; apiKey: string },
): Promise<Caller> {
  return createHostClient(io, { url, authUrl: url, apiKey }).caller.get()
}

/**
 * Returns the origin of the host's operations for accounts and webhooks. If the host has one origin for all operations, returns the URL in
 * use, which may lead through a tunnel.
 */
export function authUrlOf(url: string, { service }: Pick<Caller, 'service'>): string {
  return service.authUrl === service.apiUrl ? url : service.authUrl
}

/**
 * Connects to an account's host. Reads `authUrl` from the host if the account has none.
 *
 * @throws ApiError if that call fails
 */
export async function connect(
  io: Pick<Io, 'fetch' | 'signal'>,
  account: Account,
): Promise<Connection> {
  const authUrl = account.authUrl ?? (await findAuthUrl(io, account))
  return { account, authUrl, client: createHostClient(io, { ...account, authUrl }) }
}

/**
 * Returns the origin of the operations for accounts and webhooks, from the caller's account. A host of an earlier release has no such
 * operation and responds with 404; then the function returns `url`.
 *
 * @throws ApiError
 */
async function findAuthUrl(
  io: Pick<Io, 'fetch' | 'signal'>,
  { url, apiKey }: Account,
): Promise<string> {
  try {
    return authUrlOf(url, await readCaller(io, { url, apiKey }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return url
    throw error
  }
}
