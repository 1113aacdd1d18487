import type { Provider } from '../wallets/provider.ts'
import { readChainId } from '../wallets/provider.ts'

/** Reads one chain through the first source that responds. */
export type ChainReader = {
  /** A JSON-RPC read. Throws ChainUnreachableError when neither wallet nor node responds. */
  read(method: string, params: readonly unknown[]): Promise<unknown>
}

/** Neither the wallet on this network nor the service's public node responded. */
class ChainUnreachableError extends Error {
  override readonly name = 'ChainUnreachableError'
  readonly code = 'chain_unreachable'
  readonly method: string

  constructor(method: string, cause: unknown) {
    super(`No node responded to ${method}. Check again when the wallet or the network is back.`, {
      cause,
    })
    this.method = method
  }
}

/** The sources of a read. */
export type ChainSource = {
  readonly chainId: number
  /** The wallet to read through: looked up at each read, since it may appear late. */
  readonly provider: () => Provider | null
  /** Public JSON-RPC URL; null if there is none. */
  readonly rpcUrl: string | null
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly signal: AbortSignal
}

/** The timeout of a read, because a wallet that hangs must not block the payment. */
const READ_TIMEOUT_MS = 8_000

/**
 * Reads through the wallet while it is on the right network, because its node saw the transaction first. Otherwise, or when that fails,
 * reads through the public node. `read` throws ChainUnreachableError.
 */
export function createChainReader(source: ChainSource): ChainReader {
  return {
    async read(method, params) {
      source.signal.throwIfAborted()
      let fault: unknown
      const provider = source.provider()
      if (provider !== null) {
        try {
          return await bounded(readFromWallet(provider, source.chainId, method, params))
        } catch (error) {
          fault = error
        }
      }
      if (source.rpcUrl !== null) {
        try {
          return await bounded(readFromNode(source, source.rpcUrl, method, params))
        } catch (error) {
          fault = error
        }
      }
      source.signal.throwIfAborted()
      throw new ChainUnreachableError(method, fault)
    },
  }
}

async function readFromWallet(
  provider: Provider,
  chainId: number,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const current = readChainId(await provider.request({ method: 'eth_chainId' }))
  if (current !== chainId) throw new Error(`The wallet is on chain ${current}, not ${chainId}.`)
  return provider.request({ method, params })
}

async function readFromNode(
  source: ChainSource,
  rpcUrl: string,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const response = await source.fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    credentials: 'omit',
    referrerPolicy: 'strict-origin',
    signal: source.signal,
  })
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null || !('result' in body)) {
    throw new Error(`The node returned no result for ${method}.`)
  }
  return body.result
}

function bounded<T>(call: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('Timed out.')), READ_TIMEOUT_MS)
  return Promise.race([call, promise]).finally(() => clearTimeout(timer))
}
