import { type Chains, recurringAbi } from '@secure-payment/devnet'
import {
  type Address,
  BaseError,
  type ContractFunctionArgs,
  ContractFunctionRevertedError,
  type Hex,
} from 'viem'
import { SCHEDULE_PERMIT } from '../../support/permits.ts'

/** The permit in the types of the contract's ABI. */
export type Permit = ContractFunctionArgs<typeof recurringAbi, 'nonpayable', 'cancelPermit'>[0]

/** One payment to trigger. */
export type Trigger = { permit: Permit; signature: Hex; index: number; paymentReference: Hex }

/** The reason for a revert: the error's name and arguments, or the node's message. */
export type Revert = { name: string; args: readonly unknown[] }

/** A gas limit that is enough for any payment; set explicitly where a revert must be mined. */
const GAS = 700_000n

/** Signs a permit as accounts[accountIndex] for a network's proxy, or for the proxy of another domain. */
export function signPermit(
  chains: Chains,
  options: {
    network: string
    accountIndex: number
    permit: Permit
    domain?: { name?: string; version?: string; chainId?: number; verifyingContract?: Address }
  },
): Promise<Hex> {
  const { network, accountIndex, permit } = options
  return chains.wallet(network, accountIndex).signTypedData({
    domain: {
      name: 'ERC20RecurringPaymentProxy',
      version: '1',
      chainId: chains.chain(network).network.chainId,
      verifyingContract: chains.contract(network, 'ERC20RecurringPaymentProxy'),
      ...options.domain,
    },
    types: { SchedulePermit: SCHEDULE_PERMIT },
    primaryType: 'SchedulePermit',
    message: permit,
  })
}

/** Simulates triggerRecurringPayment in a block with the given time, by default as the relayer. Resolves with the revert, or null. */
export async function tryTrigger(
  chains: Chains,
  options: { network: string; trigger: Trigger; at: number; from?: Address },
): Promise<Revert | null> {
  const { network, trigger, at } = options
  const { permit, signature, index, paymentReference } = trigger
  try {
    await chains.client(network).simulateContract({
      account: options.from ?? chains.relayer(network).account.address,
      address: chains.contract(network, 'ERC20RecurringPaymentProxy'),
      abi: recurringAbi,
      functionName: 'triggerRecurringPayment',
      args: [permit, signature, index, paymentReference],
      blockOverrides: { time: BigInt(at) },
    })
    return null
  } catch (error) {
    return readRevert(error)
  }
}

/** Sends triggerRecurringPayment as the relayer in a block with the given time; resolves with the receipt, even if the call reverts. */
export async function sendTrigger(
  chains: Chains,
  options: { network: string; trigger: Trigger; at?: number },
) {
  const { network, trigger, at } = options
  const { permit, signature, index, paymentReference } = trigger
  if (at !== undefined) {
    await chains.client(network).setNextBlockTimestamp({ timestamp: BigInt(at) })
  }
  return chains.relayer(network).writeContractSync({
    address: chains.contract(network, 'ERC20RecurringPaymentProxy'),
    abi: recurringAbi,
    functionName: 'triggerRecurringPayment',
    args: [permit, signature, index, paymentReference],
    gas: GAS,
    throwOnReceiptRevert: false,
  })
}

/** Reads a contract's revert from viem's error. Throws any other error. */
export function readRevert(error: unknown): Revert {
  const revert = error instanceof BaseError ? findRevert(error) : null
  if (!revert) throw error
  return {
    name: revert.data?.errorName ?? revert.reason ?? revert.signature ?? 'without a reason',
    args: revert.data?.args ?? [],
  }
}

function findRevert(error: BaseError): ContractFunctionRevertedError | null {
  const found = error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  return found instanceof ContractFunctionRevertedError ? found : null
}
