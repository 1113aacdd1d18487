import type { Network } from '@secure-payment/core/networks'
import {
  type Chain as ChainDefinition,
  createTestClient,
  createWalletClient,
  defineChain,
  http,
  publicActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { TronNode } from '../tron/startTronNode.ts'
import type { DevnetAccount } from './accounts.ts'
import { multicall3 } from './planContracts.ts'

/** A running chain. `definition` is viem's description of the chain. */
export type Chain = {
  network: Network
  /** The URL for hosts and wallets. For a Tron chain, the URL of the Tron node in front of anvil. */
  rpcUrl: string
  /** The URL of anvil itself, for operations that only a devnet has. */
  anvilUrl: string
  /** The node in front of a Tron chain; null for other chains. */
  tronNode: TronNode | null
  /** The initial time between blocks; 0 mines a block per transaction. */
  blockTimeMs: number
  definition: ChainDefinition
  client: ChainClient
}

/** viem's test client with the public actions: reads, mining, snapshots, balances. */
export type ChainClient = ReturnType<typeof createChainClient>

/** viem's wallet client for one account with the public actions and `...Sync`, which waits for the receipt. */
export type AccountClient = ReturnType<typeof createAccountClient>

/** The interval at which clients poll for a missing receipt or block. */
const POLLING_INTERVAL_MS = 50
/** The client does not retry, because a retried call could send a second transaction. A busy machine may respond slowly. */
const TRANSPORT = { retryCount: 0, timeout: 30_000 }

/** Returns the chain of a started anvil. `definition` and `client` reach anvil directly, on Tron too. */
export function createChain(
  network: Network,
  anvilUrl: string,
  blockTimeMs: number,
  tronNode: TronNode | null = null,
): Chain {
  const { name, symbol, decimals } = network.nativeCurrency
  const definition = defineChain({
    id: network.chainId,
    name: network.name,
    nativeCurrency: { name, symbol, decimals },
    rpcUrls: { default: { http: [anvilUrl] } },
    contracts: { multicall3: { address: multicall3(network) } },
  })
  const client = createChainClient(definition, anvilUrl)
  const rpcUrl = tronNode?.rpcUrl ?? anvilUrl
  return { network, rpcUrl, anvilUrl, blockTimeMs, tronNode, definition, client }
}

/** Creates a client that signs with a key. */
export function createAccountClient(chain: Chain, account: DevnetAccount) {
  return createWalletClient({
    account: privateKeyToAccount(account.privateKey),
    chain: chain.definition,
    transport: http(chain.anvilUrl, TRANSPORT),
    pollingInterval: POLLING_INTERVAL_MS,
    cacheTime: 0,
  }).extend(publicActions)
}

function createChainClient(chain: ChainDefinition, rpcUrl: string) {
  return createTestClient({
    mode: 'anvil',
    chain,
    transport: http(rpcUrl, TRANSPORT),
    pollingInterval: POLLING_INTERVAL_MS,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)
}
