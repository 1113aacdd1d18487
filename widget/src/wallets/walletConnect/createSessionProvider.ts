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
  /**
   * 4100: no account is shared. 4200: the wallet does not have the method. 4902: the wallet does not have the chain.
   */
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
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  let session: WalletConnectSession | null = null
  let chainId: number | null = null
  let preferred: string | null = null

  function emit(event: string, value: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  function accounts(): readonly string[] {
    const all = chainId === null ? [] : (readSessionChains(session).get(chainId) ?? [])
    const first = all.find((address) => address.toLowerCase() === preferred)
    return first === undefined ? all : [first, ...all.filter((address) => address !== first)]
  }
  function stand(next: number | null): void {
    if (next === chainId) return
    chainId = next
    if (next !== null) emit('chainChanged', toHex(next))
  }
  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const client = await options.client()
    if (session === null || chainId === null) throw noAccount()
    const { topic } = session
    const call = { topic, chainId: `eip155:${chainId}`, request: { method, params } }
    const answer = client.request(call)
    options.onAsked(session)
    return answer
  }
  async function switchTo(method: string, params: readonly unknown[]): Promise<unknown> {
    const wanted = readWantedChain(params)
    if (wanted !== null && readSessionChains(session).has(wanted)) {
      stand(wanted)
      return null
    }
    if (!hasMethod(session, method)) {
      throw new ProviderCallError(4902, 'This WalletConnect session does not have the network.')
    }
    return ask(method, params)
  }

  return {
    async request({ method, params = [] }) {
      switch (method) {
        case 'eth_requestAccounts':
          if (accounts().length === 0) throw noAccount()
          return accounts()
        case 'eth_accounts':
          return accounts()
        case 'eth_chainId':
          if (chainId === null) throw noAccount()
          return toHex(chainId)
        case 'wallet_switchEthereumChain':
        case 'wallet_addEthereumChain':
          return switchTo(method, params)
        default:
          if (session === null) throw noAccount()
          if (!METHODS.includes(method) || !hasMethod(session, method)) {
            throw new ProviderCallError(4200, `This WalletConnect session does not have ${method}.`)
          }
          return ask(method, params)
      }
    },
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
    setSession(next) {
      const before = accounts().join()
      const wasOpen = session !== null
      session = next
      const chains = readSessionChains(next)
      if (chainId === null || !chains.has(chainId)) stand(chains.keys().next().value ?? null)
      if (accounts().join() !== before) emit('accountsChanged', accounts())
      if (wasOpen && next === null) emit('disconnect', { code: 4900 })
    },
    setChain(next) {
      if (readSessionChains(session).has(next)) stand(next)
    },
    setAccount(address) {
      const [before] = accounts()
      preferred = address.toLowerCase()
      if (accounts()[0] !== before) emit('accountsChanged', accounts())
    },
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
