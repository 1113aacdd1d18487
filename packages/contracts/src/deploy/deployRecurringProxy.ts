import { setTimeout as wait } from 'node:timers/promises'
import type { Network } from '@secure-payment/core/networks'
import {
  type Address,
  createWalletClient,
  defineChain,
  encodeDeployData,
  formatEther,
  getAddress,
  type Hex,
  http,
  publicActions,
  BaseError as ViemError,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  DeploymentFailedError,
  NodeUnreachableError,
  NoFeeProxyError,
  NotEnoughGasError,
  RelayerIsContractError,
  WrongChainError,
} from '../errors.ts'
import { recurringAbi } from '../recurringAbi.ts'
import { recurringProxyArtifact } from '../recurringProxyArtifact.ts'
import type { DeployPlan } from './parseDeployFlags.ts'

/** A deployed contract that passed the checks. */
export type Deployment = { address: Address; feeProxy: Address; transaction: Hex }

type Client = ReturnType<typeof createDeployer>

/** The maximum time to wait until a transaction is mined. */
const MINING_TIMEOUT_MS = 600_000
const POLL_MS = 1_000
/** Code prefix of an account that delegates to a contract (EIP-7702); its key can still sign. */
const DELEGATION = '0xef0100'

/**
 * Deploys ERC20RecurringPaymentProxy and checks the deployed contract. All checks that need no transaction run before the deployment.
 * `onSent` receives the transaction's hash, so that the operator can find the transaction if the wait fails. Throws NodeUnreachableError,
 * WrongChainError, NoFeeProxyError, RelayerIsContractError, NotEnoughGasError, DeploymentFailedError.
 */
export async function deployRecurringProxy(
  plan: DeployPlan,
  onSent: (transaction: Hex) => void = () => {},
): Promise<Deployment> {
  const { network, admin, relayer } = plan
  const client = createDeployer(plan)
  await assertChain(client, network)
  const feeProxy = await findFeeProxy(client, plan)
  if (await isContract(client, relayer)) {
    throw new RelayerIsContractError({ address: relayer, network: network.id })
  }
  const data = encodeDeployData({ ...recurringProxyArtifact, args: [admin, relayer, feeProxy] })
  const gas = await estimate(client, data, network)

  const transaction = await send(client, data, gas)
  onSent(transaction)
  const address = await waitForContract(client, transaction)
  await verify(client, { address, plan, feeProxy, transaction })
  return { address, feeProxy, transaction }
}

function createDeployer({ network, rpcUrl, privateKey }: DeployPlan) {
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

async function assertChain(client: Client, network: Network): Promise<void> {
  const actual = await ask(client.getChainId())
  if (actual === network.chainId) return
  throw new WrongChainError({ network: network.id, expected: network.chainId, actual })
}

async function findFeeProxy(client: Client, { network, feeProxy }: DeployPlan): Promise<Address> {
  const registered = network.contracts.ERC20FeeProxy?.address
  const address = feeProxy ?? (registered === undefined ? null : getAddress(registered))
  if (address !== null && (await isContract(client, address))) return address
  throw new NoFeeProxyError({ network: network.id, address })
}

async function isContract(client: Client, address: Address): Promise<boolean> {
  const code = await ask(client.getCode({ address }))
  return code !== undefined && code !== '0x' && !code.startsWith(DELEGATION)
}

/** Returns the gas that the deployment needs. Throws if the deployer cannot pay for it. */
async function estimate(client: Client, data: Hex, network: Network): Promise<bigint> {
  const { account } = client
  // The gas price is 0: otherwise, the node would check the balance first and return its own error.
  const gas = await client.estimateGas({ account, data, gasPrice: 0n }).catch((cause: unknown) => {
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

function send(client: Client, data: Hex, gas: bigint): Promise<Hex> {
  return client.sendTransaction({ data, gas }).catch((cause: unknown) => {
    throw new DeploymentFailedError({ problem: `the node rejected it, ${shorten(cause)}`, cause })
  })
}

async function waitForContract(client: Client, transaction: Hex): Promise<Address> {
  const deadline = Date.now() + MINING_TIMEOUT_MS
  while (Date.now() < deadline) {
    // If the node has no receipt yet or does not respond, the loop polls again.
    const receipt = await client.getTransactionReceipt({ hash: transaction }).catch(() => null)
    if (receipt?.status === 'success' && receipt.contractAddress) {
      return getAddress(receipt.contractAddress)
    }
    if (receipt) throw new DeploymentFailedError({ problem: 'its transaction failed', transaction })
    await wait(POLL_MS)
  }
  const problem = `its transaction was not mined within ${MINING_TIMEOUT_MS / 60_000} minutes`
  throw new DeploymentFailedError({ problem, transaction })
}

async function verify(
  client: Client,
  facts: { address: Address; plan: DeployPlan; feeProxy: Address; transaction: Hex },
): Promise<void> {
  const { address, plan, feeProxy, transaction } = facts
  const fail = (problem: string, cause?: unknown): never => {
    throw new DeploymentFailedError({
      problem: `the contract at ${address} ${problem}`,
      transaction,
      cause,
    })
  }
  const answers = await readAnswers(client, address, plan).catch((cause: unknown) =>
    fail(`could not be read, ${shorten(cause)}`, cause),
  )
  const [isAdmin, isRelayer, usedProxy] = answers
  if (!isAdmin || !isRelayer || usedProxy !== feeProxy) fail('does not respond as expected')
}

async function readAnswers(
  client: Client,
  address: Address,
  { admin, relayer }: DeployPlan,
): Promise<[isAdmin: boolean, isRelayer: boolean, feeProxy: Address]> {
  const contract = { address, abi: recurringAbi } as const
  const relayerRole = await client.readContract({ ...contract, functionName: 'RELAYER_ROLE' })
  const adminRole = await client.readContract({ ...contract, functionName: 'DEFAULT_ADMIN_ROLE' })
  const hasRole = (role: Hex, account: Address) =>
    client.readContract({ ...contract, functionName: 'hasRole', args: [role, account] })
  return Promise.all([
    hasRole(adminRole, admin),
    hasRole(relayerRole, relayer),
    client.readContract({ ...contract, functionName: 'erc20FeeProxy' }),
  ])
}

/** Returns a node's answer, or throws NodeUnreachableError. */
function ask<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((cause: unknown) => {
    throw new NodeUnreachableError({ problem: shorten(cause), cause })
  })
}

/** Returns an error's first line, without the node's URL, which may contain a key. */
function shorten(error: unknown): string {
  if (error instanceof ViemError) return error.details?.split('\n')[0] || error.shortMessage
  return error instanceof Error ? error.message : String(error)
}
