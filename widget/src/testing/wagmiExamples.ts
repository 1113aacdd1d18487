import {
  type Config,
  type Connector,
  type CreateConnectorFn,
  createConfig,
  createConnector,
  createStorage,
} from '@wagmi/core'
import { defineChain, http } from 'viem'
import type { FoundWallet } from '../wallets/discoverWallets.ts'
import { wagmiWallets } from '../wallets/wagmi/wagmiWallets.ts'

export const ALICE = '0x1111111111111111111111111111111111111111'
export const BOB = '0x2222222222222222222222222222222222222222'
/** The discard port: no request from a test leaves the machine. */
const NODE = 'http://127.0.0.1:9'

const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const rpcUrls = { default: { http: [NODE] } }
const mainnet = defineChain({ id: 1, name: 'Ethereum', nativeCurrency, rpcUrls })
const base = defineChain({ id: 8_453, name: 'Base', nativeCurrency, rpcUrls })

const stops: (() => void)[] = []

/** Stops following all configs; call it after each test. */
export function stopFollowing(): void {
  for (const stop of stops.splice(0)) stop()
}

/** Returns a config of two chains; `storage` keeps its sessions for a later config. */
export function configure(
  connectors: readonly CreateConnectorFn[],
  storage?: Map<string, string>,
): Config {
  return createConfig({
    chains: [mainnet, base],
    connectors,
    transports: { [mainnet.id]: http(NODE), [base.id]: http(NODE) },
    multiInjectedProviderDiscovery: false,
    storage:
      storage === undefined
        ? null
        : createStorage({
            storage: {
              getItem: (key) => storage.get(key) ?? null,
              setItem: (key, value) => void storage.set(key, value),
              removeItem: (key) => void storage.delete(key),
            },
          }),
  })
}

/** Follows a config; the returned function returns its current wallets. */
export function follow(config: Config): () => readonly FoundWallet[] {
  let last: readonly FoundWallet[] = []
  stops.push(
    wagmiWallets(config).follow((wallets) => {
      last = wallets
    }),
  )
  return () => last
}

/** Returns the first wallet; throws if there is none. */
export function first(wallets: readonly FoundWallet[]): FoundWallet {
  const [wallet] = wallets
  if (wallet === undefined) throw new Error('No wallet.')
  return wallet
}

/** Returns a wallet's response to a call; a returned Error is thrown. */
export type Answer = (call: { method: string; params?: readonly unknown[] }) => unknown

/** Returns a wagmi connector whose provider responds as the test decides. */
export function connectorOf(
  facts: {
    id: string
    name?: string
    type?: string
    rdns?: string | readonly string[]
    icon?: string
  },
  provider: object | undefined,
  answer?: Answer,
  more: Partial<Pick<Connector, 'getAccounts' | 'getProvider'>> = {},
): CreateConnectorFn {
  let isOpen = false
  return createConnector((config) => ({
    name: facts.id,
    type: facts.id,
    ...facts,
    async connect() {
      await answer?.({ method: 'connect' })
      isOpen = true
      return { accounts: [ALICE] as never, chainId: mainnet.id }
    },
    async disconnect() {
      await answer?.({ method: 'disconnect' })
      isOpen = false
    },
    getAccounts: async () => [ALICE],
    getChainId: async () => mainnet.id,
    getProvider: async () => provider,
    isAuthorized: async () => isOpen || facts.id === 'resumed',
    onAccountsChanged: (accounts) => config.emitter.emit('change', { accounts: accounts as never }),
    onChainChanged: (chainId) => config.emitter.emit('change', { chainId: Number(chainId) }),
    onDisconnect: () => config.emitter.emit('disconnect'),
    ...more,
  }))
}

/** Creates a provider that records its calls' methods. */
export function createProvider(answer: Answer) {
  const calls: string[] = []
  const provider = {
    async request(call: { method: string; params?: readonly unknown[] }) {
      calls.push(call.method)
      return answer(call)
    },
  }
  return { provider, calls }
}
