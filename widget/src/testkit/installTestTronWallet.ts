import { createUuid } from '../effects/createUuid.ts'
import {
  type SignTron,
  type SignTronMessage,
  TestTronWallet,
  type TestTronWalletOptions,
} from './TestTronWallet.ts'

declare global {
  interface Window {
    /** The last installed Tron test wallet. */
    __testTronWallet?: TestTronWallet
    /**
     * Signs for a `T…` address: `(transaction, address, mode) => signed`, all as text. The test provides it, with the
     * keys.
     */
    __signTronTransaction?: (transaction: string, address: string, mode: string) => Promise<string>
    /** Like `__signTronTransaction`, for a message; resolves with the signature. */
    __signTronMessage?: SignTronMessage
  }
}

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%228%22 fill=%22%232b54e2%22/%3E%3Cpath d=%22M7 8l18 4-11 14zM7 8l9 8%22 fill=%22none%22 stroke=%22%23fff%22 stroke-width=%222%22/%3E%3C/svg%3E'

/**
 * Installs a Tron test wallet in this page, announced by TIP-6963 or injected as older wallets are. Returns its
 * control, which is also at `window.__testTronWallet`. Options are plain data, so a test can pass them to a page's
 * init script.
 */
export function installTestTronWallet(options: TestTronWalletOptions): TestTronWallet {
  const sign: SignTron = (transaction, address) => {
    if (window.__signTronTransaction === undefined)
      throw new Error('No signer is set for the wallet.')
    return window.__signTronTransaction(transaction, address, wallet.mode)
  }
  const signMessage: SignTronMessage = (message, address) => {
    if (window.__signTronMessage === undefined) throw new Error('No signer is set for the wallet.')
    return window.__signTronMessage(message, address)
  }
  const wallet = new TestTronWallet(options, sign, signMessage)
  window.__testTronWallet = wallet
  const { inject = 'announce' } = options
  if (inject === 'tron' || inject === 'all') put('tron', wallet.provider)
  if (inject === 'tronLink' || inject === 'all') putOld(wallet)
  if (inject === 'late') setTimeout(() => putLate(wallet), LATE_MS)
  if (inject === 'announce' || inject === 'all') announce(wallet)
  return wallet
}

const LATE_MS = 1_000

/** Announces the wallet (TIP-6963): the detail is frozen, and announced again on each later request. */
function announce({ name, rdns, provider }: TestTronWallet): void {
  const info = Object.freeze({ uuid: createUuid(), name, rdns, icon: ICON })
  const detail = Object.freeze({ info, provider })
  const tell = () => window.dispatchEvent(new CustomEvent('TIP6963:announceProvider', { detail }))
  window.addEventListener('TIP6963:requestProvider', tell)
  tell()
}

function putOld({ tronLink }: TestTronWallet): void {
  put('tronLink', tronLink)
  Object.defineProperty(window, 'tronWeb', {
    get: () => tronLink['tronWeb'],
    configurable: true,
  })
}

function putLate(wallet: TestTronWallet): void {
  putOld(wallet)
  window.dispatchEvent(new CustomEvent('tronLink#initialized'))
}

function put(name: 'tron' | 'tronLink', value: unknown): void {
  Object.defineProperty(window, name, { value, configurable: true })
}
