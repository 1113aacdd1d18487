import type { FoundWallet } from './discoverWallets.ts'
import { isProvider, type Provider } from './provider.ts'

/**
 * The values that a page may pass as its wallet: an EIP-1193 provider, a viem WalletClient, a wagmi Config, or a source of wallets. With a
 * Config, payers connect on the page; with a source, in the element.
 */
export type HostWallet = Provider | ViemWalletClient | WagmiConfig | WalletSource

/** A source of several wallets, as `@secure-payment/widget/wagmi` creates it. */
export type WalletSource = {
  /** Reports all wallets at once and whenever they change, until the returned function is called. */
  follow(tell: (wallets: readonly FoundWallet[]) => void): () => void
}

/** Returns whether a page passed a source of wallets. */
export function isWalletSource(value: unknown): value is WalletSource {
  return isRecord(value) && typeof value['follow'] === 'function'
}

/** The parts of viem's WalletClient that the element uses. Viem types `request` per method; this type accepts any method. */
type ViemWalletClient = {
  readonly request: (...args: never) => Promise<unknown>
  readonly transport: object
  readonly account?: { readonly address: string; readonly type: string } | undefined
}

/** The parts of wagmi's Config that the element uses. */
type WagmiConfig = {
  readonly state: WagmiState
  readonly subscribe: (...args: never) => () => void
}

type WagmiState = {
  readonly current: string | null
  readonly connections: ReadonlyMap<
    string,
    {
      readonly accounts: readonly string[]
      readonly chainId: number
      readonly connector: { getProvider(): Promise<unknown> }
    }
  >
}

/** No payer is connected on the page. */
class HostWalletError extends Error {
  override readonly name = 'HostWalletError'
  /** EIP-1193: unauthorized. */
  readonly code = 4100

  constructor() {
    super('The page has no connected wallet: connect one on the page, then pay.')
  }
}

/** Creates a provider from the page's value; null for anything else. */
export function toProvider(wallet: unknown): Provider | null {
  if (isWagmiConfig(wallet)) return fromWagmi(wallet)
  if (!isProvider(wallet)) return null
  return isViemClient(wallet) ? fromViem(wallet) : wallet
}

/**
 * A client pays from its own account; if it has none, the provider requests one from the wallet behind the client. The provider has no
 * events: when the payer changes the account, the page passes another client.
 */
function fromViem(client: ViemClient): Provider {
  const { account } = client
  return {
    request({ method, params = [] }) {
      const isOfAccount = method === 'eth_accounts' || method === 'eth_requestAccounts'
      if (isOfAccount && account !== undefined) return Promise.resolve([account.address])
      if (method === 'eth_sendTransaction' && account?.type === 'local') {
        return sendLocally(client, params)
      }
      // Disables viem's retries: the wallet may have sent the payment although its request failed.
      return client.request({ method, params }, { retryCount: 0 })
    },
  }
}

/** The page holds the account's key: the client signs, and its node broadcasts. */
function sendLocally(client: ViemClient, [call]: readonly unknown[]): Promise<unknown> {
  const { to, data, value, gas, nonce } = isRecord(call) ? call : {}
  return (
    client.sendTransaction?.({
      account: client.account,
      chain: null,
      to,
      data,
      ...(typeof value === 'string' && { value: BigInt(value) }),
      ...(typeof gas === 'string' && { gas: BigInt(gas) }),
      // A payment that competes with an earlier one must use its nonce.
      ...(typeof nonce === 'string' && { nonce: Number(nonce) }),
    }) ?? Promise.reject(new HostWalletError())
  )
}

/** Reads the current connection for each request, because the payer may connect or switch wallets on the page at any time. */
function fromWagmi(config: WagmiConfig): Provider {
  const stops = new Map<(value: unknown) => void, () => void>()
  // The checks above prove the shape; wagmi's own type is generic over the config's chains.
  const subscribe = config.subscribe as (
    select: (state: WagmiState) => string,
    onChange: (value: string) => void,
  ) => () => void

  return {
    async request(call) {
      const connection = currentOf(config.state)
      if (call.method === 'eth_accounts') return connection?.accounts ?? []
      if (connection === undefined) throw new HostWalletError()
      if (call.method === 'eth_requestAccounts') return connection.accounts
      const provider = await connection.connector.getProvider()
      if (!isProvider(provider)) throw new HostWalletError()
      return provider.request(call)
    },
    on(event, listener) {
      if (event === 'accountsChanged') {
        const accounts = (state: WagmiState): string => currentOf(state)?.accounts.join() ?? ''
        stops.set(
          listener,
          subscribe(accounts, (value) => listener(value.split(',').filter(Boolean))),
        )
      }
      if (event === 'chainChanged') {
        const chain = (state: WagmiState): string => String(currentOf(state)?.chainId ?? '')
        stops.set(listener, subscribe(chain, listener))
      }
    },
    removeListener(_, listener) {
      stops.get(listener)?.()
      stops.delete(listener)
    },
  }
}

function currentOf({ current, connections }: WagmiState) {
  return current === null ? undefined : connections.get(current)
}

type ViemClient = ViemWalletClient & {
  request(
    call: { readonly method: string; readonly params: readonly unknown[] },
    options: { readonly retryCount: number },
  ): Promise<unknown>
  sendTransaction?(call: Readonly<Record<string, unknown>>): Promise<unknown>
}

function isViemClient(wallet: object): wallet is ViemClient {
  return 'transport' in wallet && isRecord(wallet.transport)
}

function isWagmiConfig(wallet: unknown): wallet is WagmiConfig {
  if (!isRecord(wallet) || typeof wallet['subscribe'] !== 'function') return false
  const { state } = wallet
  return isRecord(state) && 'current' in state && state['connections'] instanceof Map
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
