import { getNetwork, type Network } from '@secure-payment/core/networks'
import {
  type Address,
  createTestClient,
  defineChain,
  erc20Abi,
  type Hex,
  http,
  publicActions,
  walletActions,
} from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { CommandError } from '../errors.ts'

/** The public mnemonic whose accounts every anvil chain funds. */
const LOCAL_WORDS = 'test test test test test test test test test test test junk'
/** The local account that pays: the burner wallet of the demo shop. */
export const PAYER_INDEX = 3
/** The local account that receives: the payee of the demo merchant. */
export const MERCHANT_INDEX = 0

const POLL_MS = 250
const TRANSPORT = { retryCount: 2, timeout: 30_000 }

/** A wallet on a test network. */
export type Wallet = {
  address: Address
  networkName: string
  /** Returns the units of a token that a contract may take from this wallet. */
  readAllowance(token: Address, spender: Address): Promise<bigint>
  /** Sends a transaction, and resolves with its hash at once. */
  send(call: { to: Address; data: Hex; value: bigint }): Promise<Hex>
  /** Resolves once a transaction is mined, with whether it succeeded. */
  isDone(hash: Hex): Promise<boolean>
  /** Mines blocks; works only on an anvil chain. */
  mine(blocks: number): Promise<void>
  /** Returns the number of blocks from the head down to that of a transaction. */
  depthOf(hash: Hex): Promise<number>
  /** Replaces the last blocks with empty ones; works only on an anvil chain. */
  removeBlocks(depth: number): Promise<void>
}

/**
 * Returns a network on which simulations may pay.
 *
 * @throws CommandError for a network where money has value, and for Tron
 */
export function requireTestNetwork(id: string): Network {
  const network = getNetwork(id)
  if (!network.isTestnet && !network.isLocal) {
    throw new CommandError(`simulate does not pay on ${network.name}, where money has value.`, {
      hint: 'Create the link on a test network of the host: secure-payment currencies list.',
    })
  }
  if (network.family === 'evm') return network
  throw new CommandError(`simulate does not pay on ${network.name}.`)
}

/** Returns the address of a local account. */
export function localAddress(index: number): Address {
  return mnemonicToAccount(LOCAL_WORDS, { addressIndex: index }).address
}

/**
 * Opens a wallet with the given key, or on a local network with a funded account. The wallet signs only for the network's chain id.
 *
 * @throws CommandError without a key on a public test network, or if the node serves another chain
 */
export async function openWallet(
  network: Network,
  facts: { rpcUrl: string | null; key: Hex | null; localIndex: number },
): Promise<Wallet> {
  const { key, localIndex } = facts
  const rpcUrl = facts.rpcUrl ?? network.publicRpcUrls[0]
  if (rpcUrl === undefined) {
    throw new CommandError(`No node of ${network.name} is known.`, { hint: 'Add --rpc-url URL.' })
  }
  if (key === null && !network.isLocal) {
    throw new CommandError(`A payment on ${network.name} needs the key of a funded wallet.`, {
      hint: 'Set SECURE_PAYMENT_KEY to the private key of a test wallet.',
    })
  }
  const account =
    key === null
      ? mnemonicToAccount(LOCAL_WORDS, { addressIndex: localIndex })
      : privateKeyToAccount(key)
  const client = createClient(network, rpcUrl, account)
  const chainId = await client.getChainId()
  if (chainId !== network.chainId) {
    throw new CommandError(`The node at ${rpcUrl} serves chain ${chainId}, not ${network.name}.`, {
      hint: `Use a node of chain ${network.chainId}: --rpc-url URL.`,
    })
  }
  const { address } = account
  return {
    address,
    networkName: network.name,
    readAllowance: (token, spender) =>
      client.readContract({
        ...{ address: token, abi: erc20Abi, functionName: 'allowance' },
        args: [address, spender],
      }),
    send: (call) => client.sendTransaction(call),
    isDone: async (hash) => {
      const { status } = await client.waitForTransactionReceipt({ hash })
      return status === 'success'
    },
    mine: (blocks) => client.mine({ blocks }),
    depthOf: async (hash) => {
      const { blockNumber } = await client.getTransactionReceipt({ hash })
      return Number((await client.getBlockNumber()) - blockNumber) + 1
    },
    removeBlocks: async (depth) => {
      await client.request<AnvilReorg>({ method: 'anvil_reorg', params: [depth, []] })
    },
  }
}

type AnvilReorg = { Method: 'anvil_reorg'; Parameters: [number, never[]]; ReturnType: null }

function createClient(
  network: Network,
  rpcUrl: string,
  account: ReturnType<typeof privateKeyToAccount> | ReturnType<typeof mnemonicToAccount>,
) {
  const { name, symbol, decimals } = network.nativeCurrency
  const chain = defineChain({
    id: network.chainId,
    name: network.name,
    nativeCurrency: { name, symbol, decimals },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  // A test client can also mine blocks and reorganise an anvil chain; other nodes reject these calls.
  return createTestClient({
    account,
    mode: 'anvil',
    chain,
    transport: http(rpcUrl, TRANSPORT),
    pollingInterval: POLL_MS,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)
}
