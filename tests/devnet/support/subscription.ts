import { accounts, type Chains, recurringAbi, testTokenAbi } from '@secure-payment/devnet'
import { type Address, getAddress, type Hex } from 'viem'
import { type Permit, sendTrigger, signPermit, type Trigger, tryTrigger } from './permits.ts'

export const RECIPIENT = getAddress('0x00000000000000000000000000000000000a11ce')
export const FEE_TAKER = getAddress('0x000000000000000000000000000000000000fee5')
export const REFERENCE = '0x0123456789abcdef'
export const DAY = 86_400
const NETWORK = 'devnet'
const SUBSCRIBER = 1
const ADMIN = 9

/** Returns a devnet account's address. */
export const accountAt = (index: number): Address => accounts[index]?.address ?? '0x'

/** Actions for the recurring proxy's tests, on the chain `devnet`, with accounts[1] as the subscriber. */
export type Subscription = Awaited<ReturnType<typeof openSubscription>>

/** Reads the contracts' addresses, without changing the chain. */
export async function openSubscription(chains: Chains) {
  const client = chains.client(NETWORK)
  const proxy = chains.contract(NETWORK, 'ERC20RecurringPaymentProxy')
  const usdc = chains.token(NETWORK, 'USDC').address
  const now = Number((await client.getBlock()).timestamp)

  /** Returns a permit for three daily payments of 100 units with a fee of 7; the first is due a day after `now`. */
  function plan(changes: Partial<Permit> = {}): Permit {
    return {
      subscriber: accountAt(SUBSCRIBER),
      token: usdc,
      recipient: RECIPIENT,
      feeAddress: FEE_TAKER,
      amount: 100n,
      feeAmount: 7n,
      relayerFee: 0n,
      periodSeconds: DAY,
      firstPayment: now + DAY,
      totalPayments: 3,
      nonce: 1n,
      deadline: BigInt(now + 100 * DAY),
      strictOrder: true,
      ...changes,
    }
  }

  /** Signs payment `index` of a permit as its subscriber. */
  async function sign(permit: Permit, index = 1): Promise<Trigger> {
    const options = { network: NETWORK, accountIndex: SUBSCRIBER, permit }
    const signature = await signPermit(chains, options)
    return { permit, signature, index, paymentReference: REFERENCE }
  }

  return {
    client,
    proxy,
    usdc,
    /** The latest block's time at the start. */
    now,
    plan,
    sign,
    /**
     * Returns a payment's revert in a block with the given time, from the relayer or another account; null if the payment would succeed.
     */
    attempt: (trigger: Trigger, at: number, from?: Address) =>
      tryTrigger(chains, { network: NETWORK, trigger, at, ...(from ? { from } : {}) }),
    /** Makes a payment in a block with the given time, by default one second after the latest block. */
    send: (trigger: Trigger, at?: number) =>
      sendTrigger(chains, { network: NETWORK, trigger, ...(at === undefined ? {} : { at }) }),
    balanceOf: (owner: Address, token = usdc) =>
      client.readContract({
        address: token,
        abi: testTokenAbi,
        functionName: 'balanceOf',
        args: [owner],
      }),
    approve: (amount: bigint, token = usdc) =>
      chains.wallet(NETWORK, SUBSCRIBER).writeContractSync({
        address: token,
        abi: testTokenAbi,
        functionName: 'approve',
        args: [proxy, amount],
      }),
    administer: (functionName: 'pause' | 'unpause') =>
      chains
        .wallet(NETWORK, ADMIN)
        .writeContractSync({ address: proxy, abi: recurringAbi, functionName }),
    cancel: (permit: Permit) =>
      chains.wallet(NETWORK, SUBSCRIBER).writeContractSync({
        address: proxy,
        abi: recurringAbi,
        functionName: 'cancelPermit',
        args: [permit],
      }),
    digestOf: (permit: Permit): Promise<Hex> =>
      client.readContract({
        address: proxy,
        abi: recurringAbi,
        functionName: 'permitDigest',
        args: [permit],
      }),
  }
}
