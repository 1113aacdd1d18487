import type { WalletSearch } from './defineWallet.ts'
import type { FoundWallet } from './discoverWallets.ts'
import { pageWallet } from './pageWallet.ts'
import { safeWallet } from './safe/safeWallet.ts'
import { walletConnectWallet } from './walletConnect/walletConnectWallet.ts'

/** Every way to wallets that do not announce themselves, in the order in which payers see them. */
const wallets = [safeWallet, pageWallet, walletConnectWallet] as const

/** Searches in each way, and reports all known wallets whenever they change. */
export function findMoreWallets(
  search: WalletSearch,
  onChange: (wallets: readonly FoundWallet[]) => void,
): void {
  // The element may be gone before this chunk arrives; the signal has then already aborted and fires no event.
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
