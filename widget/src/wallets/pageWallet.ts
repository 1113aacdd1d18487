import { defineWallet } from './defineWallet.ts'
import { ownWallet } from './discoverWallets.ts'
import { isWalletSource, toProvider } from './toProvider.ts'

/**
 * The wallets that the page passes as `wallet`: viem's client, wagmi's current connection, or a source of several. An
 * EIP-1193 provider needs no conversion, and is listed by the discovery.
 */
export const pageWallet = defineWallet({
  id: 'page',
  find({ host, signal }, tell) {
    if (isWalletSource(host)) {
      signal.addEventListener('abort', host.follow(tell), { once: true })
      return
    }
    const provider = toProvider(host)
    if (provider !== null && provider !== host) tell([ownWallet(provider)])
  },
})
