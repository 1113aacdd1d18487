import type { Provider } from '../provider.ts'
import { readChainId } from '../provider.ts'
import { readSessionChains } from './readSessionChains.ts'
import type { SignClient, WalletConnectSession } from './signClient.ts'

/** The methods to request from a wallet; all are optional, because few wallets have all of them. */
export const METHODS = [
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
]

/** The error for a call that this wallet cannot handle, with an EIP-1193 code. */
class ProviderCallError extends Error {
  override readonly name = 'ProviderCallError'
  /** 4100: no account is shared. 4200: the wallet does not support the method. 4902: the wallet does not have the chain. */
  readonly code: 4100 | 4200 | 4902

  constructor(code: 4100 | 4200 | 4902, message: string) {
    super(message)
    this.code = code
  }
}

/** The provider for a session's wallet; the session's owner calls these methods when the session changes. */
export type SessionProvider = Provider & {
  /** The session, or null after it ended. */
  setSession(session: WalletConnectSession | null): void
  /** Called when the wallet has switched to a chain. */
  setChain(chainId: number): void
  /** Called when the wallet has put another of the session's accounts first. */
  setAccount(address: string): void
}

/** The provider's dependencies. */
export type SessionProviderOptions = {
  readonly client: () => Promise<SignClient>
  /** Called after each request to the wallet, to bring the wallet's app to the front. */
  readonly onAsked: (session: WalletConnectSession) => void
}

/**
 * Creates an EIP-1193 provider for a WalletConnect session. It uses the chain that the page requested last, and switches to
 * any other chain of the session. It rejects reads with 4200, because the payment’s node serves them.
 */
export function createSessionProvider(options: SessionProviderOptions): SessionProvider {
  return new WalletConnectProvider(options)
}

class WalletConnectProvider implements SessionProvider {
  readonly #options: SessionProviderOptions
  readonly #listeners = new Map<string, Set<(value: unknown) => void>>()
  #session: WalletConnectSession | null = null
  #chainId: number | null = null
  #preferred: string | null = null

  constructor(options: SessionProviderOptions) {
    this.#options = options
  }

  async request({ method, params = [] }: Parameters<Provider['request']>[0]): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        if (this.#accounts().length === 0) throw noAccount()
        return this.#accounts()
      case 'eth_accounts':
        return this.#accounts()
      case 'eth_chainId':
        if (this.#chainId === null) throw noAccount()
        return toHex(this.#chainId)
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        return this.#switchTo(method, params)
      default:
        if (this.#session === null) throw noAccount()
        if (!METHODS.includes(method) || !hasMethod(this.#session, method)) {
          throw new ProviderCallError(
            4200,
            `This WalletConnect session does not support ${method}.`,
          )
        }
        return this.#ask(method, params)
    }
  }

  on(event: string, listener: (value: unknown) => void): void {
    const known = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, known.add(listener))
  }

  removeListener(event: string, listener: (value: unknown) => void): void {
    this.#listeners.get(event)?.delete(listener)
  }

  setSession(next: WalletConnectSession | null): void {
    const before = this.#accounts().join()
    const wasOpen = this.#session !== null
    this.#session = next
    const chains = readSessionChains(next)
    const isServed = this.#chainId !== null && chains.has(this.#chainId)
    if (!isServed) this.#stand(chains.keys().next().value ?? null)
    if (this.#accounts().join() !== before) this.#emit('accountsChanged', this.#accounts())
    if (wasOpen && next === null) this.#emit('disconnect', { code: 4900 })
  }

  setChain(next: number): void {
    if (readSessionChains(this.#session).has(next)) this.#stand(next)
  }

  setAccount(address: string): void {
    const [before] = this.#accounts()
    this.#preferred = address.toLowerCase()
    if (this.#accounts()[0] !== before) this.#emit('accountsChanged', this.#accounts())
  }

  #emit(event: string, value: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(value)
  }

  #accounts(): readonly string[] {
    const chains = readSessionChains(this.#session)
    const all = this.#chainId === null ? [] : (chains.get(this.#chainId) ?? [])
    const first = all.find((address) => address.toLowerCase() === this.#preferred)
    return first === undefined ? all : [first, ...all.filter((address) => address !== first)]
  }

  #stand(next: number | null): void {
    if (next === this.#chainId) return
    this.#chainId = next
    if (next !== null) this.#emit('chainChanged', toHex(next))
  }

  async #ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const client = await this.#options.client()
    if (this.#session === null || this.#chainId === null) throw noAccount()
    const session = this.#session
    const chainId = `eip155:${this.#chainId}`
    const answer = client.request({ topic: session.topic, chainId, request: { method, params } })
    this.#options.onAsked(session)
    return answer
  }

  async #switchTo(method: string, params: readonly unknown[]): Promise<unknown> {
    const wanted = readWantedChain(params)
    if (wanted !== null && readSessionChains(this.#session).has(wanted)) {
      this.#stand(wanted)
      return null
    }
    if (!hasMethod(this.#session, method)) {
      throw new ProviderCallError(4902, 'This WalletConnect session does not support the network.')
    }
    return this.#ask(method, params)
  }
}

function noAccount(): ProviderCallError {
  return new ProviderCallError(4100, 'No wallet is connected through WalletConnect.')
}

function hasMethod(session: WalletConnectSession | null, method: string): boolean {
  return Object.values(session?.namespaces ?? {}).some(({ methods }) => methods.includes(method))
}

function toHex(chainId: number): string {
  return `0x${chainId.toString(16)}`
}

function readWantedChain([first]: readonly unknown[]): number | null {
  return typeof first === 'object' && first !== null && 'chainId' in first
    ? readChainId(first.chainId)
    : null
}
