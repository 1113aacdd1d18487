import type { ContractName, Network, Token } from '@secure-payment/core/networks'
import { abiNetwork } from '@secure-payment/core/tron'
import { type Address, getAddress, type Hex, numberToHex } from 'viem'
import { BlockTimeError, NotOnDevnetError } from '../errors.ts'
import type { TronNode } from '../tron/startTronNode.ts'
import { accounts, type DevnetAccount, RELAYER_ACCOUNT } from './accounts.ts'
import { type AccountClient, type Chain, type ChainClient, createAccountClient } from './chain.ts'
import { rpc } from './rpc.ts'

/**
 * Running chains, and the operations on them that tests use. Networks are named by id; an unknown id throws NotOnDevnetError. Automined
 * blocks are at least one second apart in chain time, so chain time may run ahead of the clock.
 */
export type Chains = AsyncDisposable & {
  list: readonly Chain[]
  accounts: readonly DevnetAccount[]
  chain(network: string): Chain
  /** Returns the URL for hosts; `client` and `wallet` reach the chain itself. */
  rpcUrl(network: string): string
  client(network: string): ChainClient
  /** Signs as accounts[accountIndex]. Under automine, use `sendTransactionSync` and `writeContractSync`. */
  wallet(network: string, accountIndex: number): AccountClient
  /** Signs as the relayer. Each transaction uses up a nonce that a running host may have planned to use. */
  relayer(network: string): AccountClient
  /** Returns the node in front of a Tron chain. */
  tronNode(network: string): TronNode
  /** Finds a token by symbol or currency id. On Tron too, the address has the format that contracts use. */
  token(network: string, symbol: string): Token & { address: Address }
  /** Returns a registry contract's address, in the format that contracts use. */
  contract(network: string, name: ContractName): Address
  /** Mines blocks, one by default. */
  mine(network: string, blocks?: number): Promise<void>
  /** Stores a chain's whole state; `revert` restores it, once. */
  snapshot(network: string): Promise<Hex>
  revert(network: string, snapshotId: Hex): Promise<void>
  /** Replaces the newest `depth` blocks with as many empty ones, which have other hashes. `depth` is safe up to 64. */
  reorg(network: string, depth: number): Promise<void>
  /** Mines a block every `blockTimeMs` (whole seconds) from now on; 0 returns to one block per transaction. */
  setBlockTime(network: string, blockTimeMs: number): Promise<void>
}

/**
 * Wraps started chains; disposing the result disposes `resources`. Its methods throw NotOnDevnetError for a name that the devnet does not
 * have.
 */
export function createChains(list: readonly Chain[], resources: AsyncDisposable): Chains {
  function chain(network: string): Chain {
    const found = list.find((candidate) => candidate.network.id === network)
    if (found) return found
    throw new NotOnDevnetError({
      what: 'chain',
      name: network,
      known: list.map((candidate) => candidate.network.id),
    })
  }
  const anvilUrl = (network: string) => chain(network).anvilUrl

  return {
    list,
    accounts,
    chain,
    rpcUrl: (network) => chain(network).rpcUrl,
    client: (network) => chain(network).client,
    wallet: (network, accountIndex) =>
      createAccountClient(chain(network), findAccount(accountIndex)),
    relayer: (network) => createAccountClient(chain(network), RELAYER_ACCOUNT),
    tronNode: (network) => findTronNode(chain(network)),
    token: (network, symbol) => findToken(abiNetwork(chain(network).network), symbol),
    contract: (network, name) => findContract(abiNetwork(chain(network).network), name),
    async mine(network, blocks = 1) {
      await rpc(anvilUrl(network), 'anvil_mine', [numberToHex(blocks)])
    },
    snapshot: (network) => chain(network).client.snapshot(),
    revert: (network, id) => chain(network).client.revert({ id }),
    async reorg(network, depth) {
      await rpc(anvilUrl(network), 'anvil_reorg', [depth, []])
    },
    setBlockTime: (network, blockTimeMs) => setBlockTime(anvilUrl(network), blockTimeMs),
    [Symbol.asyncDispose]: () => Promise.resolve(resources[Symbol.asyncDispose]()),
  }
}

function findAccount(accountIndex: number): DevnetAccount {
  const account = accounts[accountIndex]
  if (account) return account
  throw new NotOnDevnetError({
    what: 'account',
    name: String(accountIndex),
    known: accounts.map((_, index) => String(index)),
  })
}

function findTronNode({ network, tronNode }: Chain): TronNode {
  if (tronNode) return tronNode
  throw new NotOnDevnetError({ what: 'Tron node on', name: network.id, known: ['tron'] })
}

function findToken(network: Network, symbol: string): Token & { address: Address } {
  const token = network.tokens.find(
    (candidate) => candidate.symbol === symbol || candidate.currencyId === symbol,
  )
  if (token) return { ...token, address: getAddress(token.address) }
  throw new NotOnDevnetError({
    what: `token on ${network.id}`,
    name: symbol,
    known: network.tokens.map((candidate) => candidate.symbol),
  })
}

function findContract(network: Network, name: ContractName): Address {
  const contract = network.contracts[name]
  if (contract) return getAddress(contract.address)
  throw new NotOnDevnetError({
    what: `contract on ${network.id}`,
    name,
    known: Object.keys(network.contracts),
  })
}

async function setBlockTime(url: string, blockTimeMs: number): Promise<void> {
  const seconds = blockTimeMs / 1000
  if (!Number.isInteger(seconds) || seconds < 0) throw new BlockTimeError({ blockTimeMs })
  await rpc(url, 'evm_setIntervalMining', [seconds])
  if (seconds === 0) await rpc(url, 'evm_setAutomine', [true])
}
