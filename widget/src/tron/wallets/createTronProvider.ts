import type { Provider } from '../../wallets/provider.ts'
import {
  findTronWeb,
  type Injected,
  type InjectedTronWeb,
  isAddress,
  isInjected,
  readAddress,
  SIGN_MESSAGE_METHOD,
  SIGN_METHOD,
  TRON_CHAIN_ID,
} from './injected.ts'
import {
  asWalletError,
  BUSY,
  LOCKED,
  REJECTED,
  TronWalletError,
  UNSUPPORTED,
} from './TronWalletError.ts'

/** A wallet's interface: TIP-1193, TronLink's older `request`, or only a `tronWeb`. */
export type TronDialect = 'tip1193' | 'tronLink' | 'tronWeb'

/** Options for a provider. `find` reads the wallet's object again for each use, because an extension may replace it. */
export type TronProviderOptions = {
  readonly dialect: TronDialect
  readonly find: () => Injected | null
  /** The target that older wallets post their changes to. */
  readonly scope: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
}

/**
 * Adapts a Tron wallet to EIP-1193, the element's interface for all wallets; accounts are `T…` addresses. Adds `tron_signTransaction`
 * and `tron_signMessageV2`, which resolve with the wallet's response. Errors have a code of EIP-1193 if the wallet's code or text
 * matches one.
 */
export function createTronProvider(options: TronProviderOptions): Provider {
  const listeners = createListeners(options)
  return {
    ...listeners,
    async request({ method, params = [] }) {
      try {
        return await answer(options, method, params)
      } catch (error) {
        throw asWalletError(error)
      }
    },
  }
}

function answer(
  options: TronProviderOptions,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  switch (method) {
    case 'eth_requestAccounts':
      return requestAccounts(options)
    case 'eth_accounts':
      return readAccounts(options)
    case 'eth_chainId':
      return readChainId(options)
    case 'wallet_switchEthereumChain':
      return options.dialect === 'tip1193'
        ? ask(options, method, params)
        : Promise.reject(new TronWalletError(UNSUPPORTED))
    case SIGN_METHOD:
      return sign(options, 'sign', params[0])
    case SIGN_MESSAGE_METHOD:
      return sign(options, 'signMessageV2', params[0])
    default:
      return Promise.reject(new TronWalletError(UNSUPPORTED))
  }
}

function requireInjected({ find }: TronProviderOptions): Injected {
  const injected = find()
  if (injected === null) throw new TronWalletError(LOCKED)
  return injected
}

/** Calls the function as a method of the wallet, because extensions read `this`. */
async function ask(
  options: TronProviderOptions,
  method: string,
  params?: readonly unknown[],
): Promise<unknown> {
  const injected = requireInjected(options)
  if (typeof injected.request !== 'function') throw new TronWalletError(UNSUPPORTED)
  const call = params === undefined ? { method } : { method, params }
  const answered: unknown = await injected.request.call(injected, call)
  return answered
}

async function requestAccounts(options: TronProviderOptions): Promise<readonly string[]> {
  if (options.dialect === 'tip1193') {
    const told = await ask(options, 'eth_requestAccounts')
    const [account] = Array.isArray(told) ? told.filter(isAddress) : []
    // Some wallets respond before their tronWeb has the account, or respond without a value.
    const address = account ?? (await readAccounts(options))[0]
    return address === undefined ? [] : [address]
  }
  if (options.dialect === 'tronLink') assertGranted(await ask(options, 'tron_requestAccounts'))
  const accounts = await readAccounts(options)
  if (accounts.length === 0) throw new TronWalletError(LOCKED)
  return accounts
}

/**
 * Throws TronWalletError unless TronLink's older interface granted access. It returns a value even for a rejection, and an empty string
 * while the wallet is locked.
 */
function assertGranted(answered: unknown): void {
  const code = isInjected(answered) ? answered['code'] : answered === '' ? 0 : 200
  if (code === 4001) throw new TronWalletError(REJECTED)
  if (code === 4000) throw new TronWalletError(BUSY)
  if (code !== 200 && code !== undefined) throw new TronWalletError(LOCKED)
}

/** Reads the accounts without a prompt. */
async function readAccounts(options: TronProviderOptions): Promise<readonly string[]> {
  const injected = options.find()
  const address = injected === null ? null : readAddress(findTronWeb(injected))
  return address === null ? [] : [address]
}

/**
 * Reads the wallet's network; Tron's main network if the wallet does not report one. That default is safe: the transaction references a
 * block of the main network, so no other network can execute it.
 */
async function readChainId(options: TronProviderOptions): Promise<unknown> {
  if (options.dialect === 'tip1193') {
    const told = await ask(options, 'eth_chainId').catch(() => null)
    if (told !== null && told !== undefined) return told
  }
  const injected = options.find()
  const tronWeb = injected === null ? null : findTronWeb(injected)
  return (tronWeb && (await readGenesis(tronWeb))) ?? TRON_CHAIN_ID
}

const GENESIS_TIMEOUT_MS = 2_000

/** Reads the chain id, which is the end of the first block's id; null if the wallet's node times out. */
async function readGenesis(tronWeb: InjectedTronWeb): Promise<string | null> {
  const trx = tronWeb['trx']
  const read = isInjected(trx) ? trx['getBlockByNumber'] : null
  if (typeof read !== 'function') return null
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), GENESIS_TIMEOUT_MS)
  try {
    const block: unknown = await Promise.race([read.call(trx, 0), promise])
    const id = isInjected(block) ? block['blockID'] : null
    return typeof id === 'string' && /^[0-9a-f]{64}$/i.test(id) ? `0x${id.slice(-8)}` : null
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Requests a signature from the wallet's `tronWeb`. Returns the response, which the caller verifies. Throws TronWalletError if the wallet
 * is locked.
 */
async function sign(
  options: TronProviderOptions,
  method: 'sign' | 'signMessageV2',
  content: unknown,
): Promise<unknown> {
  const tronWeb = findTronWeb(requireInjected(options))
  const trx = tronWeb?.['trx']
  const signer = isInjected(trx) ? trx[method] : null
  if (typeof signer !== 'function') throw new TronWalletError(LOCKED)
  const signed: unknown = await signer.call(trx, content)
  return signed
}

type Listener = (value: unknown) => void

/** Listens to a wallet's changes: TIP-1193 events, or window messages from older wallets. */
function createListeners({
  dialect,
  find,
  scope,
}: TronProviderOptions): Required<Pick<Provider, 'on' | 'removeListener'>> {
  const wrapped = new Map<Listener, Listener>()
  return {
    on(event, listener) {
      const injected = find()
      if (dialect === 'tip1193' && typeof injected?.on === 'function') {
        const own: Listener = (value) => listener(event === 'chainChanged' ? chainOf(value) : value)
        wrapped.set(listener, own)
        return injected.on.call(injected, event, own)
      }
      const own = (message: unknown): void => {
        // Wallets post from the page's own window; the listener ignores other frames, which can post to it too.
        if (isInjected(message) && message['source'] === scope) onMessage(event, message, listener)
      }
      wrapped.set(listener, own)
      return scope.addEventListener('message', own)
    },
    removeListener(event, listener) {
      const own = wrapped.get(listener)
      if (own === undefined) return undefined
      wrapped.delete(listener)
      scope.removeEventListener('message', own)
      const injected = find()
      return typeof injected?.removeListener === 'function'
        ? injected.removeListener.call(injected, event, own)
        : undefined
    },
  }
}

/** TIP-1193 sends `{ chainId }`; some wallets send the id itself. */
function chainOf(value: unknown): unknown {
  return isInjected(value) && 'chainId' in value ? value['chainId'] : value
}

/** Handles TronLink's messages: `{ message: { action: 'accountsChanged' | 'setAccount' | 'disconnect', data: { address } } }`. */
function onMessage(event: string, message: unknown, listener: Listener): void {
  if (event !== 'accountsChanged' || !isInjected(message) || !isInjected(message['data'])) return
  const said = message['data']['message']
  if (!isInjected(said)) return
  const { action, data } = said
  if (action !== 'disconnect' && action !== 'accountsChanged' && action !== 'setAccount') return
  const address = action !== 'disconnect' && isInjected(data) ? data['address'] : null
  listener(isAddress(address) ? [address] : [])
}
