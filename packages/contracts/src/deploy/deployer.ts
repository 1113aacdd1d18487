import { setTimeout as wait } from 'node:timers/promises'
import type { Network } from '@secure-payment/core/networks'
import {
  type Address,
  type Chain,
  createWalletClient,
  defineChain,
  formatEther,
  getAddress,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  BaseError as ViemError,
  type WalletClient,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import {
  DeploymentFailedError,
  NodeUnreachableError,
  NoFeeProxyError,
  NotEnoughGasError,
  WrongChainError,
} from '../errors.ts'
import type { ChainPlan } from './parseDeployFlags.ts'

/** A client that reads the chain and sends the deployer's transactions. */
export type Client = WalletClient<HttpTransport, Chain, PrivateKeyAccount> &
  PublicActions<HttpTransport, Chain, PrivateKeyAccount>

type Call = { to: Address | null; data: Hex }

/** The maximum time to wait until a transaction is mined. */
const MINING_TIMEOUT_MS = 600_000
const POLL_MS = 1_000
/** Code prefix of an account that delegates to a contract (EIP-7702); its key can still sign. */
const DELEGATION = '0xef0100'

/** Creates a client that sends transactions with the deployer's key. */
export function createDeployer({ network, rpcUrl, privateKey }: ChainPlan): Client {
  const { name, symbol, decimals } = network.nativeCurrency
  const chain = defineChain({
    id: network.chainId,
    name: network.name,
    nativeCurrency: { name, symbol, decimals },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const account = privateKeyToAccount(privateKey)
  return createWalletClient({ account, chain, transport: http(rpcUrl) }).extend(publicActions)
}

/** Rejects a node of another chain. Throws WrongChainError, NodeUnreachableError. */
export async function assertChain(client: Client, network: Network): Promise<void> {
  const actual = await ask(client.getChainId())
  if (actual === network.chainId) return
  throw new WrongChainError({ network: network.id, expected: network.chainId, actual })
}

/** Returns the fee proxy to pay through. Throws NoFeeProxyError, NodeUnreachableError. */
export async function findFeeProxy(
  client: Client,
  { network, feeProxy }: ChainPlan,
): Promise<Address> {
  const registered = network.contracts.ERC20FeeProxy?.address
  const address = feeProxy ?? (registered === undefined ? null : getAddress(registered))
  if (address !== null && (await isContract(client, address))) return address
  throw new NoFeeProxyError({ network: network.id, address })
}

/** Returns whether an address has code of its own. Throws NodeUnreachableError. */
export async function isContract(client: Client, address: Address): Promise<boolean> {
  const code = await ask(client.getCode({ address }))
  return code !== undefined && code !== '0x' && !code.startsWith(DELEGATION)
}

/**
 * Returns the gas that the deployment needs. `to` is null for a transaction that creates the contract itself. Throws NotEnoughGasError if
 * the deployer cannot pay for it, DeploymentFailedError or NodeUnreachableError.
 */
export async function estimate(
  client: Client,
  { to, data }: Call,
  network: Network,
): Promise<bigint> {
  const { account } = client
  // The gas price is 0: otherwise, the node would check the balance first and return its own error.
  const gas = await client
    .estimateGas({ account, to, data, gasPrice: 0n })
    .catch((cause: unknown) => {
      throw new DeploymentFailedError({ problem: `it would fail, ${shorten(cause)}`, cause })
    })
  const { maxFeePerGas } = await ask(client.estimateFeesPerGas())
  const needed = gas * maxFeePerGas
  const held = await ask(client.getBalance({ address: account.address }))
  if (held >= needed) return gas
  throw new NotEnoughGasError({
    deployer: account.address,
    needed: formatEther(needed),
    held: formatEther(held),
    symbol: network.nativeCurrency.symbol,
  })
}

/** Sends the deployment. Throws DeploymentFailedError. */
export function send(client: Client, { to, data }: Call, gas: bigint): Promise<Hex> {
  return client.sendTransaction({ to, data, gas }).catch((cause: unknown) => {
    throw new DeploymentFailedError({ problem: `the node rejected it, ${shorten(cause)}`, cause })
  })
}

/**
 * Waits until a transaction succeeded. Returns the address of the contract that it created; null if it created none. Throws
 * DeploymentFailedError.
 */
export async function waitForReceipt(client: Client, transaction: Hex): Promise<Address | null> {
  const deadline = Date.now() + MINING_TIMEOUT_MS
  while (Date.now() < deadline) {
    // If the node has no receipt yet or does not respond, the loop polls again.
    const receipt = await client.getTransactionReceipt({ hash: transaction }).catch(() => null)
    if (receipt?.status === 'success') return receipt.contractAddress ?? null
    if (receipt) throw new DeploymentFailedError({ problem: 'its transaction failed', transaction })
    await wait(POLL_MS)
  }
  const problem = `its transaction was not mined within ${MINING_TIMEOUT_MS / 60_000} minutes`
  throw new DeploymentFailedError({ problem, transaction })
}

/** Returns a node's answer, or throws NodeUnreachableError. */
function ask<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((cause: unknown) => {
    throw new NodeUnreachableError({ problem: shorten(cause), cause })
  })
}

/** Returns a short message of an error. A viem error's message omits the node's URL, which may contain a key. */
export function shorten(error: unknown): string {
  if (error instanceof ViemError) return error.details?.split('\n')[0] || error.shortMessage
  return error instanceof Error ? error.message : String(error)
}
