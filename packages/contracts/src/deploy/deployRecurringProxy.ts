import { type Address, encodeDeployData, getAddress, type Hex, zeroAddress } from 'viem'
import { DeploymentFailedError, RelayerIsContractError } from '../errors.ts'
import { recurringAbi } from '../recurringAbi.ts'
import { recurringProxyArtifact } from '../recurringProxyArtifact.ts'
import {
  assertChain,
  type Client,
  createDeployer,
  estimate,
  findFeeProxy,
  isContract,
  send,
  shorten,
  waitForReceipt,
} from './deployer.ts'
import type { RecurringPlan } from './parseDeployFlags.ts'

/** A deployed contract that passed the checks. */
export type Deployment = { address: Address; feeProxy: Address; transaction: Hex }

/**
 * Deploys ERC20RecurringPaymentProxy and checks the deployed contract. All checks that need no transaction run before the deployment.
 * `onSent` receives the transaction's hash, so that the operator can find the transaction if the wait fails. Throws NodeUnreachableError,
 * WrongChainError, NoFeeProxyError, RelayerIsContractError, NotEnoughGasError, DeploymentFailedError.
 */
export async function deployRecurringProxy(
  plan: RecurringPlan,
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
  const call = { to: null, data }
  const gas = await estimate(client, call, network)

  const transaction = await send(client, call, gas)
  onSent(transaction)
  const created = await waitForReceipt(client, transaction)
  const address = getAddress(created ?? zeroAddress)
  await verify(client, { address, plan, feeProxy, transaction })
  return { address, feeProxy, transaction }
}

async function verify(
  client: Client,
  facts: { address: Address; plan: RecurringPlan; feeProxy: Address; transaction: Hex },
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
  { admin, relayer }: RecurringPlan,
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
