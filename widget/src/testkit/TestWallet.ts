import { bytesToHex, hexToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type ConfirmRequest, confirmInPage } from './confirmInPage.ts'
import { createSigner, type Signer } from './signer.ts'
import { signForAccount } from './signForAccount.ts'
import {
  PENDING,
  packCalls,
  readCalls,
  rememberCalls,
  statusOfCalls,
  upgradeAccount,
} from './testCalls.ts'
import type { TestWalletMode } from './testWalletMode.ts'

/** Plain data, so that it can be passed to a page. */
export type TestWalletOptions = {
  /** JSON-RPC URLs by chain id. The wallet starts on the first network. */
  readonly rpcUrls: Readonly<Record<string, string>>
  readonly privateKey: string
  readonly name?: string
  readonly rdns?: string
  readonly mode?: TestWalletMode
  /** The network to start on, if it is not the first of `rpcUrls`. */
  readonly chainId?: number
  readonly delayMs?: number
  /** Shows a prompt in the page before sending, as a wallet's own window would. */
  readonly confirm?: 'auto' | 'dialog'
  /** `announce`: EIP-6963. `legacy`: `window.ethereum` only. `both`. */
  readonly inject?: 'announce' | 'legacy' | 'both'
  /** Accepts batches (EIP-5792) and executes each in one transaction, on a local anvil node. */
  readonly atomic?: boolean
  /**
   * The address of a smart account (ERC-1271) to which the wallet belongs. It signs only typed data, with the page's `__signForAccount`, and
   * sends no transactions.
   */
  readonly account?: string
  /** Flags on the provider, such as `isMetaMask` or `isTronLink`. */
  readonly flags?: readonly string[]
}

/** One call that the page made. */
export type TestWalletCall = {
  readonly method: string
  readonly params: readonly unknown[]
  outcome: 'pending' | 'answered' | 'failed'
}

/** A JSON-RPC error as wallets throw it. */
export class WalletRpcError extends Error {
  override readonly name = 'WalletRpcError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

type Listener = (value: unknown) => void

const APPROVE_SELECTOR = '0x095ea7b3'
const CONNECTED = 'secure-payment:test-wallet:'

/**
 * A working wallet for tests and demos: it signs with a private key and sends raw transactions to the network's node. Implements
 * EIP-1193, EIP-3085 and EIP-3326. Never use the key of an account that holds money.
 */
export class TestWallet {
  mode: TestWalletMode
  delayMs: number
  /** The error to throw in place of sending, wrapped as a wallet might wrap it; null to send. */
  failure: unknown = null
  /** The error code with which the wallet rejects batches, such as 5750; null to accept them. */
  refuseCalls: number | null = null
  /**
   * The reported status of every batch once it has ended, regardless of its result; with 400, the batch is never sent. Null reports the
   * real status.
   */
  callsStatus: number | null = null
  /** The page's calls, oldest first. */
  readonly log: TestWalletCall[] = []
  /** The provider that a page receives. */
  readonly provider: Readonly<Record<string, unknown>>
  readonly name: string
  readonly rdns: string
  readonly #options: TestWalletOptions
  readonly #rpcUrls: Map<number, string>
  readonly #listeners = new Map<string, Set<Listener>>()
  #keys: readonly string[]
  #chainId: number
  #isConnected: boolean

  constructor(options: TestWalletOptions) {
    this.#options = options
    this.mode = options.mode ?? 'accept'
    this.delayMs = options.delayMs ?? 1_000
    this.name = options.name ?? 'Burner wallet'
    this.rdns = options.rdns ?? 'dev.secure-payment.burner'
    this.#keys = [options.privateKey]
    this.#rpcUrls = new Map(Object.entries(options.rpcUrls).map(([id, url]) => [Number(id), url]))
    const [first = 1] = this.#rpcUrls.keys()
    this.#chainId = options.chainId ?? first
    this.#isConnected = this.#wasConnected()
    const flags = Object.fromEntries((options.flags ?? []).map((flag) => [flag, true]))
    this.provider = Object.freeze({
      ...flags,
      request: (call: unknown) => this.#request(call),
      on: (event: string, listener: Listener) => this.#listenersOf(event).add(listener),
      removeListener: (event: string, listener: Listener) =>
        this.#listenersOf(event).delete(listener),
    })
  }

  get chainId(): number {
    return this.#chainId
  }

  /** Returns addresses in lower case, as most wallets do. */
  get accounts(): readonly string[] {
    if (this.#options.account !== undefined) return [this.#options.account.toLowerCase()]
    return this.#keys.map((key) => privateKeyToAccount(hex(key)).address.toLowerCase())
  }

  /** Sets another account, or none, as if the payer had switched in the wallet. */
  setAccounts(privateKeys: readonly string[]): void {
    this.#keys = privateKeys
    this.emit('accountsChanged', this.#isConnected ? this.accounts : [])
  }

  /** Sets another network, as if the payer had switched in the wallet. */
  setChain(chainId: number): void {
    this.#chainId = chainId
    this.emit('chainChanged', toHex(chainId))
  }

  emit(event: string, value: unknown): void {
    for (const listener of this.#listenersOf(event)) listener(value)
  }

  /** Returns the page's calls of one method, oldest first. */
  calls(method: string): readonly TestWalletCall[] {
    return this.log.filter((call) => call.method === method)
  }

  async #request(call: unknown): Promise<unknown> {
    const { method, params } = readCall(call)
    const entry: TestWalletCall = { method, params, outcome: 'pending' }
    this.log.push(entry)
    try {
      const answer = await this.#answer(method, params)
      entry.outcome = 'answered'
      return answer
    } catch (error) {
      entry.outcome = 'failed'
      throw error
    }
  }

  async #answer(method: string, params: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        await this.#interact()
        this.#isConnected = true
        remember(CONNECTED + this.rdns)
        return this.accounts
      case 'eth_accounts':
        return this.#isConnected && this.mode !== 'lock' ? this.accounts : []
      case 'eth_chainId':
        return toHex(this.#chainId)
      case 'net_version':
        return String(this.#chainId)
      case 'wallet_switchEthereumChain':
        return this.#switch(params)
      case 'wallet_addEthereumChain':
        return this.#add(params)
      case 'eth_sendTransaction':
        return this.#send(params)
      case 'personal_sign':
        return this.#signMessage(params)
      case 'eth_signTypedData_v4':
        return this.#signTypedData(params)
      case 'wallet_getCapabilities':
        return this.#capabilities()
      case 'wallet_sendCalls':
        return this.#sendCalls(params)
      case 'wallet_getCallsStatus':
        return this.#callsStatus(params)
      case 'eth_sign':
      case 'eth_signTransaction':
        throw new WalletRpcError(4200, `The test wallet does not support ${method}.`)
      default:
        if (method.startsWith('wallet_')) {
          throw new WalletRpcError(4200, `The test wallet does not support ${method}.`)
        }
        return this.#signer().rpc(method, params)
    }
  }

  /** Simulates the payer's decision in the wallet's window. */
  async #interact(request: ConfirmRequest | null = null): Promise<void> {
    if (this.mode === 'busy') throw new WalletRpcError(-32002, 'A request is already pending.')
    if (this.mode === 'lock') throw new WalletRpcError(4100, 'The wallet is locked.')
    if (this.mode === 'reject') throw rejection()
    if (this.mode === 'delay') await delay(this.delayMs)
    if (request === null || this.#options.confirm !== 'dialog') return
    if (!(await confirmInPage(this.name, request))) throw rejection()
  }

  async #switch(params: readonly unknown[]): Promise<null> {
    const chainId = readChain(params)
    if (this.mode === 'hang-switch') return never()
    await this.#interact()
    if (!this.#rpcUrls.has(chainId)) throw new WalletRpcError(4902, 'Unknown chain.')
    if (this.mode !== 'wrong-chain') this.setChain(chainId)
    return null
  }

  async #add(params: readonly unknown[]): Promise<null> {
    const chainId = readChain(params)
    await this.#interact()
    const [chain] = params
    const urls = isRecord(chain) ? chain['rpcUrls'] : null
    const url: unknown = Array.isArray(urls) ? urls[0] : null
    if (typeof url !== 'string') throw new WalletRpcError(-32602, 'rpcUrls is missing.')
    this.#rpcUrls.set(chainId, url)
    return null
  }

  async #send(params: readonly unknown[]): Promise<unknown> {
    const [transaction] = params
    if (!isRecord(transaction)) throw new WalletRpcError(-32602, 'The transaction is missing.')
    const from = String(transaction['from']).toLowerCase()
    if (!this.accounts.includes(from)) throw new WalletRpcError(4100, 'Not a connected account.')
    const named = transaction['chainId']
    if (named !== undefined && Number(named) !== this.#chainId) {
      throw new WalletRpcError(-32602, 'The transaction is for another chain.')
    }
    if (this.failure !== null) throw this.failure
    if (this.#options.account !== undefined) throw new WalletRpcError(4200, 'It only signs.')
    const signer = this.#signer(from)
    const data = String(transaction['data'] ?? '0x')
    await this.#interact({
      to: String(transaction['to'] ?? ''),
      value: BigInt(String(transaction['value'] ?? '0x0')),
      selector: data.slice(0, 10),
      chainId: this.#chainId,
    })
    const signed = await signer.sign(transaction)
    const isApproval = data.startsWith(APPROVE_SELECTOR)
    if (isApproval || (this.mode !== 'replace' && this.mode !== 'cancel')) {
      await signer.sendRaw(signed.raw)
      return this.mode === 'swallow' && !isApproval ? never() : signed.hash
    }
    // The wallet never sends the first transaction: a test node could mine it at once and leave nothing to replace.
    const other =
      this.mode === 'replace'
        ? await signer.sign(transaction, { nonce: signed.nonce, isUrgent: true })
        : await signer.sign(
            { from, to: from, value: '0x0' },
            { nonce: signed.nonce, isUrgent: true },
          )
    await signer.sendRaw(other.raw)
    return signed.hash
  }

  #capabilities(): object {
    if (this.#options.atomic !== true) throw new WalletRpcError(4200, 'No batches here.')
    return { [toHex(this.#chainId)]: { atomic: { status: 'ready' } } }
  }

  async #sendCalls(params: readonly unknown[]): Promise<unknown> {
    const batch = readCalls(params)
    if (this.#options.atomic !== true || batch === null) throw new WalletRpcError(4200, 'No batch.')
    if (this.refuseCalls !== null) throw new WalletRpcError(this.refuseCalls, 'Not this batch.')
    const { id, from, chainId, calls } = batch
    if (chainId !== this.#chainId) throw new WalletRpcError(5710, 'Another chain.')
    if (!this.accounts.includes(from)) throw new WalletRpcError(4100, 'Not a connected account.')
    const value = calls.reduce((sum, call) => sum + call.value, 0n)
    await this.#interact({ to: from, value, selector: '0x', chainId })
    const signer = this.#signer(from)
    if (this.callsStatus !== 400) {
      await upgradeAccount(signer, from)
      const { raw, hash } = await signer.sign({ from, to: from, data: packCalls(calls) })
      await signer.sendRaw(raw)
      rememberCalls(id, hash)
    }
    return this.mode === 'swallow' ? never() : { id }
  }

  async #callsStatus([id]: readonly unknown[]): Promise<unknown> {
    const status = await statusOfCalls(this.#signer(), String(id))
    // The false status applies only to a batch that has ended; a batch without a block stays pending.
    if (this.callsStatus !== null && status?.status !== PENDING) {
      return { id, version: '2.0.0', status: this.callsStatus }
    }
    if (status === null) throw new WalletRpcError(5730, 'Unknown bundle id.')
    return status
  }

  async #signMessage([data, account]: readonly unknown[]): Promise<string> {
    const address = String(account).toLowerCase()
    if (!this.accounts.includes(address)) throw new WalletRpcError(4100, 'Not a connected account.')
    const bytes = readBytes(data)
    await this.#interact({ message: new TextDecoder().decode(hexToBytes(hex(bytes))) })
    return this.#signer(address).signMessage(bytes)
  }

  async #signTypedData([account, data]: readonly unknown[]): Promise<string> {
    const address = String(account).toLowerCase()
    if (!this.accounts.includes(address)) throw new WalletRpcError(4100, 'Not a connected account.')
    if (typeof data !== 'string') throw new WalletRpcError(-32602, 'The typed data is missing.')
    await this.#interact({ message: JSON.stringify(JSON.parse(data), null, 2) })
    if (this.#options.account !== undefined) return signForAccount(data)
    return this.#signer(address).signTypedData(data)
  }

  #signer(address?: string): Signer {
    const key = this.#keys.find(
      (one) => privateKeyToAccount(hex(one)).address.toLowerCase() === address,
    )
    const rpcUrl = this.#rpcUrls.get(this.#chainId)
    if (rpcUrl === undefined) throw new WalletRpcError(4901, 'No node for this chain.')
    return createSigner({
      rpcUrl,
      privateKey: key ?? this.#options.privateKey,
      chainId: this.#chainId,
    })
  }

  #listenersOf(event: string): Set<Listener> {
    const known = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, known)
    return known
  }

  #wasConnected(): boolean {
    try {
      return sessionStorage.getItem(CONNECTED + this.rdns) !== null
    } catch {
      return false
    }
  }
}

function remember(key: string): void {
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // On a page without storage, the wallet prompts again after a reload.
  }
}

function rejection(): WalletRpcError {
  return new WalletRpcError(4001, 'User rejected the request.')
}

function readCall(call: unknown): { method: string; params: readonly unknown[] } {
  if (!isRecord(call) || typeof call['method'] !== 'string') {
    throw new WalletRpcError(-32600, 'Not a request.')
  }
  const { method, params } = call
  return { method, params: Array.isArray(params) ? params : [] }
}

/** Reads the bytes of a message given in hex; plain text is encoded as UTF-8. */
function readBytes(data: unknown): string {
  if (typeof data !== 'string') throw new WalletRpcError(-32602, 'The message is missing.')
  return /^0x([0-9a-f]{2})*$/i.test(data) ? data : bytesToHex(new TextEncoder().encode(data))
}

function readChain([first]: readonly unknown[]): number {
  const chainId = isRecord(first) ? Number(first['chainId']) : Number.NaN
  if (!Number.isSafeInteger(chainId)) throw new WalletRpcError(-32602, 'chainId is missing.')
  return chainId
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function hex(text: string): `0x${string}` {
  return `0x${text.replace(/^0x/, '')}`
}

function toHex(number: number): string {
  return `0x${number.toString(16)}`
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function never(): Promise<never> {
  return new Promise(() => undefined)
}
