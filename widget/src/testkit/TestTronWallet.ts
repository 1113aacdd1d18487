import { WalletRpcError } from './TestWallet.ts'

/** The wallet's behaviour from now on; set `mode` at any time. */
export type TestTronWalletMode =
  /** Fulfils every request. */
  | 'accept'
  /** The payer declines: error 4001, or `{ code: 4001 }` from the older interface. */
  | 'reject'
  /** The payer declines, reported as TronLink's `tronWeb` does: with a string and no code. */
  | 'reject-text'
  /** Signs nothing and never responds. */
  | 'swallow'
  /** Signs when `release()` is called. */
  | 'hold'
  /** Locked: no account. */
  | 'lock'
  /** Another request is open: error -32002, or `{ code: 4000 }` from the older interface. */
  | 'busy'
  /** Fails with an error that contains no information. */
  | 'broken'
  /** Signs a transaction other than the requested one. */
  | 'other-bytes'
  /** Signs with a key other than the account's. */
  | 'other-key'

/** The interface that the wallet exposes to pages. */
export type TestTronInjection =
  /** TIP-6963 and TIP-1193. */
  | 'announce'
  /** TIP-1193 at `window.tron`, not announced. */
  | 'tron'
  /** `window.tronLink` and `window.tronWeb`. */
  | 'tronLink'
  /** TronLink's older interface, injected one second after the page has loaded, with the event `tronLink#initialized`. */
  | 'late'
  /** All of these interfaces, as TronLink's extension exposes them. */
  | 'all'

/** Plain data, so that it can be passed to a page. */
export type TestTronWalletOptions = {
  /** The account's address (`T…`); the page's `__signTronTransaction` signs for it. */
  readonly address: string
  readonly name?: string
  readonly rdns?: string
  readonly mode?: TestTronWalletMode
  readonly inject?: TestTronInjection
  /** Tron's main network by default. */
  readonly chainId?: number
}

/** The wallet's request to the holder of the keys: the transaction as JSON, and the address to sign for. */
export type SignTron = (transaction: string, address: string) => Promise<string>

/** Like `SignTron`, for a message (TIP-191, version 2); resolves with the signature. */
export type SignTronMessage = (message: string, address: string) => Promise<string>

type Listener = (value: unknown) => void

const MAINNET = 0x2b6653dc
/** The ids of the first blocks of Tron's networks end with their chain ids. */
const GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d2'
const CONNECTED = 'secure-payment:test-tron-wallet:'

/**
 * A Tron wallet for tests, with accounts and networks as TronLink exposes them. The holder of the keys signs the
 * transactions, so that real signatures need no cryptography in the page. Implements TIP-1193, TIP-3326 and the
 * older `tronLink`.
 */
export class TestTronWallet {
  mode: TestTronWalletMode
  /** The methods that pages called, including `sign` and `signMessageV2`, oldest first. */
  readonly log: { readonly method: string; readonly params: readonly unknown[] }[] = []
  readonly name: string
  readonly rdns: string
  /** TIP-1193. */
  readonly provider: Readonly<Record<string, unknown>>
  /** The older interface. */
  readonly tronLink: Readonly<Record<string, unknown>>
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #sign: SignTron
  readonly #signMessage: SignTronMessage
  #address: string
  #chainId: number
  #isConnected: boolean
  #held: (() => void)[] = []

  constructor(
    options: TestTronWalletOptions,
    sign: SignTron,
    signMessage: SignTronMessage = () =>
      Promise.reject(new Error('The page has no signer for messages.')),
  ) {
    this.mode = options.mode ?? 'accept'
    this.name = options.name ?? 'Test Tron wallet'
    this.rdns = options.rdns ?? 'test.tron.wallet'
    this.#address = options.address
    this.#chainId = options.chainId ?? MAINNET
    this.#sign = sign
    this.#signMessage = signMessage
    this.#isConnected = recall(CONNECTED + this.rdns)
    const wallet = this
    const tronWeb = this.#createTronWeb()
    this.provider = {
      isTronLink: true,
      get tronWeb() {
        return wallet.#isOpen() ? tronWeb : false
      },
      request: (call: unknown) => this.#request(call),
      on: (event: string, listener: Listener) => this.#listenersOf(event).add(listener),
      removeListener: (event: string, listener: Listener) =>
        this.#listenersOf(event).delete(listener),
    }
    this.tronLink = {
      get ready() {
        return wallet.#isOpen()
      },
      get tronWeb() {
        return wallet.#isOpen() ? tronWeb : false
      },
      request: (call: unknown) => this.#requestOld(call),
    }
  }

  get address(): string {
    return this.#address
  }

  get chainId(): number {
    return this.#chainId
  }

  /** Sets another account, as if the payer had switched in the wallet. */
  setAddress(address: string): void {
    this.#address = address
    this.emit('accountsChanged', [address])
    const message = { action: 'accountsChanged', data: { address } }
    window.postMessage({ message }, window.location.origin)
  }

  /** Sets another network, as if the payer had switched in the wallet. */
  setChain(chainId: number): void {
    this.#chainId = chainId
    this.emit('chainChanged', { chainId: `0x${chainId.toString(16)}` })
  }

  emit(event: string, value: unknown): void {
    for (const listener of this.#listenersOf(event)) listener(value)
  }

  /** Returns the number of requests that the mode `hold` keeps pending. */
  get held(): number {
    return this.#held.length
  }

  /** Lets the payer confirm the requests that the mode `hold` kept pending. */
  release(): void {
    const held = this.#held
    this.#held = []
    for (const answer of held) answer()
  }

  #isOpen(): boolean {
    return this.#isConnected && this.mode !== 'lock'
  }

  async #request(call: unknown): Promise<unknown> {
    const { method, params } = this.#note(call)
    switch (method) {
      case 'eth_requestAccounts':
        await this.#interact()
        this.#connect()
        return [this.#address]
      case 'eth_accounts':
        return this.#isOpen() ? [this.#address] : []
      case 'eth_chainId':
        return `0x${this.#chainId.toString(16)}`
      case 'wallet_switchEthereumChain': {
        await this.#interact()
        const [wanted] = params
        const chainId = isRecord(wanted) ? Number(wanted['chainId']) : Number.NaN
        if (!Number.isSafeInteger(chainId)) throw new WalletRpcError(-32602, 'chainId is missing.')
        this.setChain(chainId)
        return null
      }
      default:
        throw new WalletRpcError(4200, `The test wallet does not support ${method}.`)
    }
  }

  /** Responds with a value, regardless of the mode. */
  async #requestOld(call: unknown): Promise<unknown> {
    const { method } = this.#note(call)
    if (method !== 'tron_requestAccounts') return { code: 4200, message: 'Unknown method.' }
    if (this.mode === 'reject') return { code: 4001, message: 'User rejected the request.' }
    if (this.mode === 'busy') return { code: 4000, message: 'A request is pending.' }
    if (this.mode === 'lock') return ''
    this.#connect()
    return { code: 200, message: 'User allowed the request.' }
  }

  #note(call: unknown): { method: string; params: readonly unknown[] } {
    const method = isRecord(call) ? String(call['method']) : ''
    const params = isRecord(call) && Array.isArray(call['params']) ? call['params'] : []
    this.log.push({ method, params })
    return { method, params }
  }

  #connect(): void {
    this.#isConnected = true
    remember(CONNECTED + this.rdns)
  }

  #createTronWeb(): object {
    const wallet = this
    return {
      get defaultAddress() {
        return { base58: wallet.#address }
      },
      trx: {
        sign: (transaction: unknown) => this.#signTransaction(transaction),
        signMessageV2: async (message: unknown) => {
          this.log.push({ method: 'signMessageV2', params: [message] })
          const address = this.#address
          await this.#interact()
          return this.#signMessage(String(message), address)
        },
        getBlockByNumber: async () => ({
          blockID: GENESIS + wallet.#chainId.toString(16).padStart(8, '0'),
        }),
      },
    }
  }

  async #signTransaction(transaction: unknown): Promise<unknown> {
    this.log.push({ method: 'sign', params: [transaction] })
    // Signs a copy, because an extension receives its own copy of the transaction.
    const given: unknown = JSON.parse(JSON.stringify(transaction))
    const address = this.#address
    await this.#interact()
    const signed: unknown = JSON.parse(await this.#sign(JSON.stringify(given), address))
    if (isRecord(transaction) && isRecord(signed)) Object.assign(transaction, signed)
    return signed
  }

  /** Simulates the payer's decision in the wallet's window. */
  async #interact(): Promise<void> {
    switch (this.mode) {
      case 'reject':
        throw new WalletRpcError(4001, 'User rejected the request.')
      case 'reject-text':
        // tronWeb rejects with a string, not with an Error.
        return Promise.reject('Confirmation declined by user')
      case 'busy':
        throw new WalletRpcError(-32002, 'A request is already pending.')
      case 'lock':
        throw new WalletRpcError(4100, 'The wallet is locked.')
      case 'broken':
        throw new Error('Something failed.')
      case 'swallow':
        return new Promise(() => undefined)
      case 'hold':
        return new Promise((resolve) => this.#held.push(resolve))
      case 'accept':
      case 'other-bytes':
      case 'other-key':
        return
    }
  }

  #listenersOf(event: string): Set<Listener> {
    const known = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, known)
    return known
  }
}

function remember(key: string): void {
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // On a page without storage, the wallet prompts again after a reload.
  }
}

function recall(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
