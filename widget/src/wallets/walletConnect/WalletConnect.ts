import type { WalletConnectSettings } from '../../accountInfo.ts'
import { findSources } from '../../findSource.ts'
import type { PaymentMetadata } from '../../paymentMetadata.ts'
import { type FoundWallet, MAX_NAME_LENGTH } from '../discoverWallets.ts'
import { readAccounts, readChainId } from '../provider.ts'
import { readWalletFault } from '../walletError.ts'
import { createSessionProvider, METHODS, type SessionProvider } from './createSessionProvider.ts'
import { openWalletApp } from './openWalletApp.ts'
import { readSession } from './readSession.ts'
import { readSessionChains } from './readSessionChains.ts'
import type { OpenSignClient, SignClient, WalletConnectSession } from './signClient.ts'
import { WALLETCONNECT_ID } from './walletConnectId.ts'

/** The progress of the payer’s connection. */
export type Pairing =
  | { readonly kind: 'opening' }
  /** The payer scans `uri`, or opens it in the wallet. */
  | { readonly kind: 'waiting'; readonly uri: string }
  | { readonly kind: 'connected' }
  /** The code expired after five minutes, or the wallet’s response was unreadable. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'rejected' }
  /** Neither the client nor the relay could be reached. */
  | { readonly kind: 'unreachable' }

/** Timeout for a relay that has not returned a code. */
const OPEN_TIMEOUT_MS = 20_000
/** The reason that WalletConnect defines for an application that ends a session. */
const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

/** The page’s connection through WalletConnect, to at most one wallet at a time. */
export class WalletConnect {
  readonly #settings: WalletConnectSettings
  readonly #open: OpenSignClient
  readonly #listeners = new Set<() => void>()
  readonly #provider: SessionProvider
  #client: Promise<SignClient> | null = null
  #session: WalletConnectSession | null = null

  constructor(settings: WalletConnectSettings, open: OpenSignClient) {
    this.#settings = settings
    this.#open = open
    this.#provider = createSessionProvider({ client: () => this.#load(), onAsked: openWalletApp })
  }

  /** The connected wallet; null if there is none. */
  get wallet(): FoundWallet | null {
    if (this.#session === null) return null
    const name = this.#session.peer.metadata.name.trim().slice(0, MAX_NAME_LENGTH)
    const info = {
      id: WALLETCONNECT_ID,
      name: name || 'WalletConnect',
      rdns: WALLETCONNECT_ID,
      // Omits the session’s icon: its remote host could see which payer visits which page.
      icon: null,
      isLegacy: false,
      isLastUsed: false,
      kind: 'walletconnect',
    } as const
    return { info, provider: this.#provider }
  }

  /** Calls back when the wallet connects, changes or disconnects. Returns a function that stops the callbacks. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resumes an earlier visit's session. */
  async restore(): Promise<void> {
    if (this.#session !== null) return
    const client = await this.#load()
    const now = Date.now() / 1000
    const open = client.session
      .getAll()
      .map(readSession)
      .filter((session) => session !== null)
      .filter((session) => session.expiry > now && readSessionChains(session).size > 0)
    const last = open.toSorted((a, b) => b.expiry - a.expiry)[0]
    if (last !== undefined) this.#adopt(last)
  }

  /**
   * Requests a wallet for these chains, the payment’s first, and reports progress until it has a result or the signal
   * aborts. Never rejects.
   */
  async pair(
    chainIds: readonly number[],
    tell: (pairing: Pairing) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const say = (pairing: Pairing): void => {
      if (!signal.aborted) tell(pairing)
    }
    say({ kind: 'opening' })
    const proposal = await this.#propose(chainIds).catch(() => null)
    if (proposal?.uri === undefined) return say({ kind: 'unreachable' })
    say({ kind: 'waiting', uri: proposal.uri })
    try {
      const session = readSession(await proposal.approval())
      if (session === null) return say({ kind: 'rejected' })
      // The payer approved the connection after leaving the screen, so the wallet must not connect silently.
      if (signal.aborted) return this.#end(session)
      if (readSessionChains(session).size === 0) return say({ kind: 'rejected' })
      this.#adopt(session)
      const [wanted] = chainIds
      if (wanted !== undefined) this.#provider.setChain(wanted)
      say({ kind: 'connected' })
    } catch (error) {
      const isDeclined = ['rejected', 'refused'].includes(readWalletFault(error))
      say({ kind: isDeclined ? 'rejected' : 'expired' })
    }
  }

  async #propose(chainIds: readonly number[]): ReturnType<SignClient['connect']> {
    const client = await within(this.#load())
    const chains = chainIds.map((chainId) => `eip155:${chainId}`)
    const events = ['accountsChanged', 'chainChanged']
    return within(
      client.connect({ optionalNamespaces: { eip155: { chains, methods: METHODS, events } } }),
    )
  }

  /** An unused session also ends in the wallet; if the wallet cannot be reached, the session expires within a week. */
  async #end({ topic }: WalletConnectSession): Promise<void> {
    const client = await this.#load()
    await client.disconnect({ topic, reason: USER_DISCONNECTED }).catch(() => undefined)
  }

  #load(): Promise<SignClient> {
    this.#client ??= this.#open(this.#settings).then(
      (client) => {
        this.#follow(client)
        return client
      },
      (error: unknown) => {
        this.#client = null
        throw error
      },
    )
    return this.#client
  }

  #follow(client: SignClient): void {
    client.on('session_delete', (said) => this.#onEnd(said))
    client.on('session_expire', (said) => this.#onEnd(said))
    client.on('session_update', (said) => {
      const changed = client.session.getAll().find((one) => topicOf(one) === topicOf(said))
      if (topicOf(said) === this.#session?.topic) this.#adopt(readSession(changed))
    })
    client.on('session_event', (said) => {
      if (topicOf(said) !== this.#session?.topic) return
      const { name, data } = readEvent(said)
      const chainId = name === 'chainChanged' ? readChainId(data) : null
      if (chainId !== null) this.#provider.setChain(chainId)
      const [account] = name === 'accountsChanged' ? readAccounts(withoutChains(data)) : []
      if (account !== undefined) this.#provider.setAccount(account)
    })
  }

  #onEnd(said: unknown): void {
    if (topicOf(said) === this.#session?.topic) this.#adopt(null)
  }

  #adopt(session: WalletConnectSession | null): void {
    this.#session = session
    this.#provider.setSession(session)
    for (const listener of this.#listeners) listener()
  }
}

/** Finds the chains to request from a wallet: the payment's own, and those from which the payer can pay over a bridge. */
export async function findChains(payment: PaymentMetadata): Promise<readonly number[]> {
  const sources = findSources(payment).map(({ chainId }) => chainId)
  return [payment.chain.chainId, ...sources]
}

const known = new Map<string, WalletConnect>()

/** Returns the page’s only connection for a project: WalletConnect’s client must not be created twice. */
export function walletConnectOf(settings: WalletConnectSettings): WalletConnect {
  const key = `${settings.projectId} ${settings.relayUrl ?? ''}`
  const own =
    known.get(key) ??
    new WalletConnect(settings, async (wanted) =>
      (await import('./openSignClient.ts')).openSignClient(wanted),
    )
  known.set(key, own)
  return own
}

function within<T>(call: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('Timed out.')), OPEN_TIMEOUT_MS)
  return Promise.race([call, promise]).finally(() => clearTimeout(timer))
}

function topicOf(said: unknown): string | null {
  return isRecord(said) && typeof said['topic'] === 'string' ? said['topic'] : null
}

function readEvent(said: unknown): { readonly name?: unknown; readonly data?: unknown } {
  const params = isRecord(said) ? said['params'] : null
  const event = isRecord(params) ? params['event'] : null
  return isRecord(event) ? event : {}
}

/** Some wallets return accounts as `eip155:1:0xab…`, others as `0xab…`. */
function withoutChains(accounts: unknown): readonly unknown[] {
  return Array.isArray(accounts) ? accounts.map((account) => String(account).split(':').at(-1)) : []
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
