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
import type { DevnetAccount } from './accounts.ts'
import { multicall3 } from './planContracts.ts'

/** A running chain. `definition` is viem's description of it. */
export type Chain = {
  network: Network
  rpcUrl: string
  /** Distance of two blocks at the start; 0 means a block for each transaction. */
  blockTimeMs: number
  definition: ChainDefinition
  client: ChainClient
}

/** viem's test client with the public actions: reads, mining, snapshots, balances. */
export type ChainClient = ReturnType<typeof createChainClient>

/** viem's wallet client of one account with the public actions and `...Sync`, which waits for the receipt. */
export type AccountClient = ReturnType<typeof createAccountClient>

/** How often clients ask for a receipt or a block that is not there yet. */
const POLLING_INTERVAL_MS = 50
/** Nothing is asked twice: a repeated transaction is another one. On a busy machine an answer may take a while. */
const TRANSPORT = { retryCount: 0, timeout: 30_000 }

/** Describes a started anvil. */
export function createChain(network: Network, rpcUrl: string, blockTimeMs: number): Chain {
  const { name, symbol, decimals } = network.nativeCurrency
  const definition = defineChain({
    id: network.chainId,
    name: network.name,
    nativeCurrency: { name, symbol, decimals },
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts: { multicall3: { address: multicall3(network) } },
  })
  const client = createChainClient(definition, rpcUrl)
  return { network, rpcUrl, blockTimeMs, definition, client }
}

/** A client that signs with a key. */
export function createAccountClient(chain: Chain, account: DevnetAccount) {
  return createWalletClient({
    account: privateKeyToAccount(account.privateKey),
    chain: chain.definition,
    transport: http(chain.rpcUrl, TRANSPORT),
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
