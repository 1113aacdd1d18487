import type { AccountInfo } from './accountInfo.ts'
import type { ControllerOptions } from './controllerOptions.ts'
import type { Fact, NoteFact } from './machine/fact.ts'
import { pageRailOf } from './rails/pageRailOf.ts'
import type { Page, Run } from './steps/session.ts'
import type { PageRail } from './views/pageRail.ts'
import { connectWallet } from './wallets/connectWallet.ts'
import {
  type Discovery,
  type DiscoveryOptions,
  discoverWallets,
  type FoundWallet,
  OWN_ID,
} from './wallets/discoverWallets.ts'
import { isForeign, isProvider } from './wallets/provider.ts'
import { WALLETCONNECT_ID } from './wallets/walletConnect/walletConnectId.ts'

type Dependencies = {
  readonly options: ControllerOptions
  readonly page: Page
  /** Reports a fact; one that carries the number of an operation is dropped once that operation is over. */
  readonly dispatch: (fact: Fact, run?: number) => void
  /** Maps a wallet's error to its meaning for the payer. */
  readonly explain: (error: unknown) => Promise<NoteFact>
}

/** The `reason` of aborted signals. Created once: an error holds the stack of its creation, and wallets may keep a signal indefinitely. */
export const OVER = new DOMException('Ended.', 'AbortError')

const LAST_WALLET = 'secure-payment:wallet'

/** Finds the wallets of a page, and connects the one that the payer chooses. */
export class PageWallets {
  readonly #dependencies: Dependencies
  readonly #search: DiscoveryOptions
  #discovery: Discovery
  readonly #lifetime = new AbortController()
  /** Ends with the connection to a wallet. */
  #connection = new AbortController()
  #close: FoundWallet['close']
  #resumeRdns: string | null = null
  /** Wallets that do not announce themselves; null before the search. */
  #more: readonly FoundWallet[] | null = null
  #isSilentDone = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    const { options } = dependencies
    const { provider = null } = options
    this.#search = {
      scope: window,
      lastUsed: () => readLastWallet(),
      only: options.wallets ?? [],
      except: options.excludeWallets ?? [],
      filter: options.walletFilter ?? null,
      own: isProvider(provider) && !isForeign(provider) ? provider : null,
      more: () => this.#more ?? [],
      onChange: () => this.#show(),
    }
    this.#discovery = discoverWallets(this.#search)
  }

  /**
   * Reports the wallets that announced themselves. Searches for the others if the page passes its own, another page embeds this one, or the
   * payer last used WalletConnect.
   */
  start(): void {
    this.#show()
    const last = readLastWallet()
    const { provider = null } = this.#dependencies.options
    if (isForeign(provider) || window.parent !== window || last === WALLETCONNECT_ID)
      this.#findMore(last)
  }

  /** Loads the connection to WalletConnect if the page offers it. */
  preload(): void {
    if (!this.#more && this.#dependencies.options.walletConnect) this.#findMore(null)
  }

  /** Replaces the browser's EVM wallets with the rail's own, if it has any. */
  async search(rail: PageRail): Promise<void> {
    const found = await rail.search?.(this.#search, this.#dependencies.options)
    if (found === undefined) return
    this.#discovery.dispose()
    this.#discovery = found
    this.#show()
  }

  /** Runs once, when the payer could choose a wallet: connects the page's own, or with `autoConnect` the last used one. */
  connectSilently(): void {
    const { options, page, dispatch } = this.#dependencies
    const { autoConnect } = options
    const { name, payment, run } = page.state()
    if (name !== 'connect' || this.#isSilentDone) return
    const own = pageRailOf(payment).ownWallet(options)
    const wallet = this.#discovery.find(own ? OWN_ID : (autoConnect && readLastWallet()) || '')
    if (!wallet) return
    this.#isSilentDone = true
    import('./wallets/isConnected.ts')
      .then(({ isConnected }) => isConnected(wallet))
      .then(
        // The connection is dropped if the payer has chosen in the meantime.
        (is) => is && dispatch({ type: 'connect', walletId: wallet.info.id }, run),
        () => undefined, // The payer chooses it in the list.
      )
  }

  /** Uses the wallet of an earlier attempt to read the chain before a wallet is connected. */
  adopt(rdns: string | null): void {
    if (rdns === WALLETCONNECT_ID && rdns !== this.#resumeRdns) this.#findMore(rdns)
    this.#resumeRdns = rdns
    const { page } = this.#dependencies
    if (rdns !== null) page.provider ??= this.#discovery.find(rdns)?.provider ?? null
  }

  /** Requests an account from a wallet: -> connected or connect_failed. */
  async connect(walletId: string, { signal, tell }: Run): Promise<void> {
    this.#isSilentDone = true // From now on, the payer chooses.
    const wallet = this.#discovery.find(walletId)
    if (wallet === undefined) return tell({ type: 'connect_failed', note: { code: 'wallet_gone' } })
    const fact = await connectWallet(wallet, this.#dependencies.explain)
    // A response that arrives after the payer chose another wallet is dropped.
    if (fact.type === 'connected' && !signal.aborted) {
      this.#dependencies.page.provider = wallet.provider
      this.#close = wallet.close
      if (wallet.info.rdns !== null) writeLastWallet(wallet.info.rdns)
      this.#connection.abort(OVER)
      this.#connection = new AbortController()
      this.#follow(wallet, fact.account, this.#connection.signal)
    }
    tell(fact)
  }

  /** Forgets the connected wallet. */
  disconnect(): void {
    this.#connection.abort(OVER)
    this.#dependencies.page.provider = null
    this.#close?.()
  }

  /** Ends the search, and the connection's events. */
  dispose(): void {
    this.#lifetime.abort(OVER)
    this.#connection.abort(OVER)
    this.#discovery.dispose()
  }

  /** Finds the wallets that do not announce themselves; the search is in a separate chunk. */
  #findMore(wanted: string | null): void {
    const { walletConnect = null, provider: host = null } = this.#dependencies.options
    const search = { walletConnect, host, wanted, signal: this.#lifetime.signal }
    this.#more ??= []
    import('./wallets/moreWallets.ts').then(
      ({ findMoreWallets }) =>
        findMoreWallets(search, (wallets) => {
          this.#more = wallets
          this.#show()
        }),
      () => {
        this.#more = null // The wallets of the browser are still there.
      },
    )
  }

  #show(): void {
    const wallets = this.#discovery.list().map(({ info }) => info)
    this.#dependencies.dispatch({ type: 'wallets', wallets })
    if (this.#resumeRdns !== null) this.adopt(this.#resumeRdns)
    this.connectSilently()
  }

  #follow(wallet: FoundWallet, account: AccountInfo, signal: AbortSignal): void {
    import('./effects/evm.ts').then(
      ({ followAccount }) =>
        followAccount(
          wallet,
          account,
          (next) => this.#dependencies.dispatch({ type: 'account_changed', account: next }),
          signal,
        ),
      () => {}, // Without this chunk, nothing can be read or paid either.
    )
  }
}

function readLastWallet(): string | null {
  try {
    return window.localStorage.getItem(LAST_WALLET)
  } catch {
    return null
  }
}

function writeLastWallet(rdns: string): void {
  try {
    window.localStorage.setItem(LAST_WALLET, rdns)
  } catch {
    // Only the order of the wallets is lost.
  }
}
