import type { WalletSearch } from './defineWallet.ts'
import type { FoundWallet } from './discoverWallets.ts'
import { pageWallet } from './pageWallet.ts'
import { safeWallet } from './safe/safeWallet.ts'
import { walletConnectWallet } from './walletConnect/walletConnectWallet.ts'

/** The sources of wallets that do not announce themselves, in display order. */
const wallets = [safeWallet, pageWallet, walletConnectWallet] as const

/** Searches each source, and reports all found wallets whenever they change. */
export function findMoreWallets(
  search: WalletSearch,
  onChange: (wallets: readonly FoundWallet[]) => void,
): void {
  // If the element is removed before this chunk arrives, the signal has already aborted and fires no event.
  if (search.signal.aborted) return
  const found = new Map<string, readonly FoundWallet[]>()
  for (const { id, find } of wallets) {
    find(search, (known) => {
      if (search.signal.aborted) return
      found.set(id, known)
      onChange(wallets.flatMap((wallet) => found.get(wallet.id) ?? []))
    })
  }
}
