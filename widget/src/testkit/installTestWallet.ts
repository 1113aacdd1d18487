import { createUuid } from '../effects/createUuid.ts'
import { TestWallet, type TestWalletOptions } from './TestWallet.ts'

declare global {
  interface Window {
    /** The last installed test wallet. */
    __testWallet?: TestWallet
    /** All installed test wallets, by reverse domain name. */
    __testWallets?: Record<string, TestWallet>
  }
}

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%228%22 fill=%22%23e2542b%22/%3E%3Cpath d=%22M16 6c4 5 6 8 6 12a6 6 0 0 1-12 0c0-2 1-4 2-5 0 2 1 3 2 3 2 0 0-5 2-10z%22 fill=%22%23fff%22/%3E%3C/svg%3E'

/**
 * Installs a test wallet in this page: announced by EIP-6963, or injected at `window.ethereum`. Returns its control,
 * which is also at `window.__testWallet`. Options are plain data, so a test can pass them to a page's init script.
 */
export function installTestWallet(options: TestWalletOptions): TestWallet {
  const wallet = new TestWallet(options)
  window.__testWallet = wallet
  window.__testWallets = { ...window.__testWallets, [wallet.rdns]: wallet }
  const { inject = 'announce' } = options
  if (inject !== 'announce') {
    Object.defineProperty(window, 'ethereum', { value: wallet.provider, configurable: true })
  }
  if (inject !== 'legacy') announce(wallet)
  return wallet
}

/** Announces the wallet (EIP-6963): the detail is frozen, and announced again on each later request. */
function announce({ name, rdns, provider }: TestWallet): void {
  const info = Object.freeze({ uuid: createUuid(), name, rdns, icon: ICON })
  const detail = Object.freeze({ info, provider })
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}
