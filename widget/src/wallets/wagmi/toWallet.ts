import { type Config, type Connector, disconnect } from '@wagmi/core'
import { type FoundWallet, safeIcon, safeName } from '../discoverWallets.ts'
import { WALLETCONNECT_ID } from '../walletConnect/walletConnectId.ts'
import { createConnectorProvider } from './createConnectorProvider.ts'

/** Returns the wallet that a connector reaches. `injected` is the object in the page behind it; null for other transports. */
export function toWallet(config: Config, connector: Connector, injected: unknown): FoundWallet {
  const { connections, current } = config.state
  const isWalletConnect = connector.type === 'walletConnect'
  const names = [connector.rdns ?? (isWalletConnect ? WALLETCONNECT_ID : connector.id)].flat()
  return {
    info: {
      id: connector.uid,
      name: safeName(connector.name),
      rdns: names[0] ?? connector.id,
      icon: safeIcon(connector.icon),
      isLegacy: false,
      isLastUsed: false,
      kind: isWalletConnect ? 'walletconnect' : undefined,
    },
    provider: createConnectorProvider(config, connector),
    isLive: current === connector.uid && connections.has(connector.uid),
    covers: ({ info, provider }) =>
      (info.rdns !== null && names.includes(info.rdns)) || provider === injected,
    close() {
      // The session no longer exists if the wallet itself ended it.
      if (!config.state.connections.has(connector.uid)) return
      // The payer has disconnected from the wallet, even if the wallet cannot be reached.
      disconnect(config, { connector }).catch(() => undefined)
    },
  }
}
