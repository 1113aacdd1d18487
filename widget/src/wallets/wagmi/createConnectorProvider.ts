import { type Config, type Connector, connect } from '@wagmi/core'
import { isProvider, type Provider, readAccounts } from '../provider.ts'

/** The error for a call that a connector cannot forward, with an EIP-1193 code. */
class ConnectorCallError extends Error {
  override readonly name = 'ConnectorCallError'
  /** 4100: the connector has no open session. 4900: its wallet is not in this browser. */
  readonly code: 4100 | 4900

  constructor(code: 4100 | 4900, connector: string) {
    super(`The connector ${connector} has no ${code === 4100 ? 'open session' : 'wallet'}.`)
    this.code = code
  }
}

/**
 * Creates an EIP-1193 provider for a connector. Wagmi opens and stores the session, and reports its changes. The connector's own provider
 * receives every other call once, unchanged. The first call reaches the wallet's prompt without waiting for anything else. A call without a
 * session or a wallet rejects with ConnectorCallError.
 */
export function createConnectorProvider(config: Config, connector: Connector): Provider {
  const stops = new Map<(value: unknown) => void, () => void>()
  const findConnection = ({ connections }: Config['state']) => connections.get(connector.uid)

  async function open(): Promise<readonly string[]> {
    const connection = findConnection(config.state)
    if (connection !== undefined) return connection.accounts
    return (await connect(config, { connector })).accounts
  }

  return {
    async request(call) {
      if (call.method === 'eth_requestAccounts') return open()
      const connection = findConnection(config.state)
      // Reads the accounts from the wallet, because wagmi's state may miss a change without an event.
      if (call.method === 'eth_accounts') return connection ? connector.getAccounts() : []
      if (connection === undefined) throw new ConnectorCallError(4100, connector.name)
      const provider = await connector.getProvider()
      if (!isProvider(provider)) throw new ConnectorCallError(4900, connector.name)
      return provider.request(call)
    },
    on(event, listener) {
      if (event === 'accountsChanged') {
        // The provider reads the state outside the selector, because a selector that throws would also end the page's own
        // subscriptions.
        const read = (state: Config['state']): string =>
          readAccounts(findConnection(state)?.accounts).join()
        const tell = (accounts: string): void => listener(accounts.split(',').filter(Boolean))
        stops.set(listener, config.subscribe(read, tell))
      }
      if (event === 'chainChanged') {
        const read = (state: Config['state']): number | undefined => findConnection(state)?.chainId
        stops.set(listener, config.subscribe(read, listener))
      }
    },
    removeListener(_, listener) {
      stops.get(listener)?.()
      stops.delete(listener)
    },
  }
}
