import { type Config, type Connector, reconnect, watchConnectors } from '@wagmi/core'
import { type FoundWallet, isTronLink, MAX_WALLETS } from '../discoverWallets.ts'
import { isProvider } from '../provider.ts'
import type { WalletSource } from '../toProvider.ts'
import { toWallet } from './toWallet.ts'

const sources = new WeakMap<Config, WalletSource>()

/**
 * Returns the connectors of a page's wagmi config as wallets of the element: `element.wallet = wagmiWallets(config)`.
 *
 * The element lists them next to the wallets that it discovers, each once. It opens a session with the chosen wallet, resumes an
 * earlier visit's session, and ends it when the payer switches wallets. Payments do not pass through wagmi: the element verifies
 * them and sends them to the connector's EIP-1193 provider. Each config has one source, so a page may call this function on every
 * render.
 */
export function wagmiWallets<config extends Config>(config: config): WalletSource {
  const known = sources.get(config) ?? { follow: (tell) => follow(config, tell) }
  sources.set(config, known)
  return known
}

function follow(config: Config, tell: (wallets: readonly FoundWallet[]) => void): () => void {
  /** The injected object behind each connector, once it has been read. */
  const injected = new Map<Connector, unknown>()
  const wallets = new Map<Connector, FoundWallet>()
  let isOver = false

  function show(): void {
    if (isOver) return
    const listed = config.connectors
      .filter((connector) => isListed(config, connector, injected))
      .slice(0, MAX_WALLETS)
    tell(
      listed.map((connector) => {
        const fresh = toWallet(config, connector, injected.get(connector) ?? null)
        // Keeps the provider, because a payment in progress may use it.
        const wallet = { ...fresh, provider: wallets.get(connector)?.provider ?? fresh.provider }
        wallets.set(connector, wallet)
        return wallet
      }),
    )
  }
  function find(): void {
    show()
    for (const connector of config.connectors) {
      if (!isInjected(connector) || injected.has(connector)) continue
      readProvider(connector).then(
        (provider) => {
          injected.set(connector, provider ?? null)
          show()
        },
        () => {}, // A connector that fails here has no wallet in this browser.
      )
    }
  }

  let isResumed = false
  function onConnections(): void {
    show()
    if (!isResumed) isResumed = resume(config)
  }

  const stops = [
    config.subscribe(
      ({ current, connections }) => [current, ...connections.keys()].join(),
      onConnections,
    ),
    watchConnectors(config, { onChange: find }),
  ]
  find()
  onConnections()
  return () => {
    isOver = true
    for (const stop of stops) stop()
  }
}

/** Rejects if a connector throws synchronously. */
async function readProvider(connector: Connector): Promise<unknown> {
  return connector.getProvider()
}

/**
 * Returns whether the list contains a connector. It omits wallets that are not in this browser, TronLink's substitute, and a second
 * connector of the same wallet. The element finds the Safe around the page automatically, and reads its proposals in its own way.
 */
function isListed(
  { connectors, state }: Config,
  connector: Connector,
  injected: ReadonlyMap<Connector, unknown>,
): boolean {
  if (connector.type === 'safe') return false
  if (!isInjected(connector)) return true
  const own = injected.get(connector) ?? null
  if (!isProvider(own) || isTronLink(own)) return false
  const same = connectors.filter((other) => injected.get(other) === own)
  const connected = same.find(({ uid }) => state.connections.has(uid))
  // `injected()` without a target does not name its wallet: another connector of that wallet does.
  return connector === (connected ?? same.find(({ id }) => id !== 'injected') ?? same[0])
}

function isInjected({ type }: Connector): boolean {
  return type === 'injected'
}

/**
 * Resumes an earlier visit's session that wagmi has read from storage, unless the page resumes it. Loads no
 * other connectors. Returns whether it resumed a session.
 */
function resume(config: Config): boolean {
  const { status, connections } = config.state
  if (status !== 'disconnected') return false
  const ids = [...connections.values()].map(({ connector }) => connector.id)
  const connectors = config.connectors.filter(({ id }) => ids.includes(id))
  if (connectors.length === 0) return false
  // A wallet that cannot be reached is still listed, so that the payer can connect it.
  reconnect(config, { connectors }).catch(() => undefined)
  return true
}
