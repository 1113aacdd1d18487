import {
  type Discovery,
  type DiscoveryOptions,
  discoverWallets,
  type FoundWallet,
} from '../../wallets/discoverWallets.ts'
import { discoverTronWallets } from './discoverTronWallets.ts'

/** Distinguishes a wallet's two providers: a wallet may announce itself on EVM networks and on Tron with the same id. */
const PREFIX = 'tron:'

/**
 * Finds the wallets of EVM networks, then those of Tron. A wallet that can pay on both is listed twice, and its second name contains the
 * network. `tronProvider` is the wallet that the page passes for Tron.
 */
export function discoverAllWallets(
  options: DiscoveryOptions,
  tronProvider: DiscoveryOptions['own'],
): Discovery {
  const evm = discoverWallets(options)
  const tron = discoverTronWallets({ ...options, own: tronProvider })
  const list = (): readonly FoundWallet[] => {
    const first = evm.list()
    const names = new Set(first.map(({ info }) => info.name))
    const second = tron.list().map((wallet) => {
      const { id, name } = wallet.info
      const shown = names.has(name) ? `${name} (Tron)` : name
      return { ...wallet, info: { ...wallet.info, id: PREFIX + id, name: shown } }
    })
    return [...first, ...second]
  }
  return {
    list,
    find: (id) =>
      id.startsWith(PREFIX)
        ? list().find(({ info }) => info.id === id)
        : (evm.find(id) ?? tron.find(id)),
    dispose() {
      evm.dispose()
      tron.dispose()
    },
  }
}
