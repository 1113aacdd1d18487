import { type Address, getAddress, type Hex, zeroAddress } from 'viem'
import { DeploymentFailedError, NoPermit2Error } from '../errors.ts'
import { signedPaymentAbi } from '../signedPaymentAbi.ts'
import {
  DEPLOYMENT_PROXY,
  deploymentData,
  type SignedPaymentParts,
  signedPaymentAddress,
} from '../signedPaymentAddress.ts'
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
import type { SignedPlan } from './parseDeployFlags.ts'

/** A deployed contract that passed the checks. `transaction` is null if the contract was already deployed. */
export type SignedDeployment = SignedPaymentParts & { address: Address; transaction: Hex | null }

/**
 * Deploys ERC20SignedPayment through the deterministic deployment proxy, and checks the deployed contract. The contract's address is a hash
 * of its creation code, so any code there is this contract's. If it has code already, the command only checks it. `onSent` receives the
 * transaction's hash. Throws NodeUnreachableError, WrongChainError, NoFeeProxyError, NoPermit2Error, NotEnoughGasError,
 * DeploymentFailedError.
 */
export async function deploySignedPayment(
  plan: SignedPlan,
  onSent: (transaction: Hex) => void = () => {},
): Promise<SignedDeployment> {
  const client = createDeployer(plan)
  await assertChain(client, plan.network)
  const parts = {
    feeProxy: await findFeeProxy(client, plan),
    permit2: await findPermit2(client, plan),
  }
  const address = signedPaymentAddress(parts)
  const transaction = (await isContract(client, address))
    ? null
    : await deploy(client, plan, { parts, onSent })
  await verify(client, address, parts)
  return { ...parts, address, transaction }
}

async function findPermit2(client: Client, { network, permit2 }: SignedPlan): Promise<Address> {
  const registered = network.contracts.Permit2?.address
  const address = permit2 ?? (registered === undefined ? zeroAddress : getAddress(registered))
  if (address === zeroAddress || (await isContract(client, address))) return address
  throw new NoPermit2Error({ network: network.id, address })
}

async function deploy(
  client: Client,
  { network }: SignedPlan,
  { parts, onSent }: { parts: SignedPaymentParts; onSent: (transaction: Hex) => void },
): Promise<Hex> {
  if (!(await isContract(client, DEPLOYMENT_PROXY)))
    throw new DeploymentFailedError({
      problem: `${network.id} has no deterministic deployment proxy at ${DEPLOYMENT_PROXY}`,
    })
  const call = { to: DEPLOYMENT_PROXY, data: deploymentData(parts) }
  const transaction = await send(client, call, await estimate(client, call, network))
  onSent(transaction)
  await waitForReceipt(client, transaction)
  return transaction
}

async function verify(client: Client, address: Address, parts: SignedPaymentParts): Promise<void> {
  const read = (functionName: 'erc20FeeProxy' | 'permit2') =>
    client.readContract({ address, abi: signedPaymentAbi, functionName })
  const [feeProxy, permit2] = await Promise.all([read('erc20FeeProxy'), read('permit2')]).catch(
    (cause: unknown) => {
      const problem = `the contract at ${address} could not be read, ${shorten(cause)}`
      throw new DeploymentFailedError({ problem, cause })
    },
  )
  if (feeProxy === parts.feeProxy && permit2 === parts.permit2) return
  const problem = `the contract at ${address} does not respond as expected`
  throw new DeploymentFailedError({ problem })
}
