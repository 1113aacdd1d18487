import {
  accounts,
  type Chains,
  RELAYER_ACCOUNT,
  recurringAbi,
  startChains,
  testTokenAbi,
} from '@secure-payment/devnet'
import { type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Permit,
  sendTrigger,
  signPermit,
  type Trigger,
  tryTrigger,
} from './support/permits.ts'
import { deployQuirkyToken, type QuirkyToken } from './support/quirkyToken.ts'

const NETWORK = 'devnet'
const SUBSCRIBER = 1
const RECIPIENT = getAddress('0x00000000000000000000000000000000000a11ce')
const FEE_TAKER = getAddress('0x000000000000000000000000000000000000fee5')
const REFERENCE = '0x0123456789abcdef'
/** The sum that the subscriber signs per payment: amount, fee and relayer's fee. */
const TOTAL = 10_000n + 500n + 25n
/** A balance of the proxy that belongs to no payment; higher than any payment. */
const STRAY = 1_000_000n

let chains: Chains
let proxy: Address
let now: number
let quirky: QuirkyToken
let snapshot: Hex
beforeAll(async () => {
  chains = await startChains({ networks: [NETWORK] })
  proxy = chains.contract(NETWORK, 'ERC20RecurringPaymentProxy')
  quirky = await deployQuirkyToken(chains, NETWORK)
  await quirky.mint(accountAt(SUBSCRIBER), 1_000_000n)
  now = Number((await chains.client(NETWORK).getBlock()).timestamp)
})
afterAll(() => chains?.[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await chains.snapshot(NETWORK)
})
afterEach(() => chains.revert(NETWORK, snapshot))

const accountAt = (index: number): Address => accounts[index]?.address ?? '0x'
const tokenAt = (symbol: string) => chains.token(NETWORK, symbol).address

const balanceOf = (token: Address, owner: Address) =>
  chains.client(NETWORK).readContract({
    address: token,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [owner],
  })

/** Returns the addresses that may gain or lose from a payment. */
const OWNERS = () => [accountAt(SUBSCRIBER), RECIPIENT, FEE_TAKER, RELAYER_ACCOUNT.address, proxy]

/** Signs a permit for a token, with two due payments, and approves the proxy for both. */
async function prepare(token: Address, changes: Partial<Permit> = {}): Promise<Trigger> {
  const permit: Permit = {
    subscriber: accountAt(SUBSCRIBER),
    token,
    recipient: RECIPIENT,
    feeAddress: FEE_TAKER,
    amount: 10_000n,
    feeAmount: 500n,
    relayerFee: 25n,
    periodSeconds: 0,
    firstPayment: now,
    totalPayments: 2,
    nonce: 1n,
    deadline: 2n ** 64n,
    strictOrder: true,
    ...changes,
  }
  await chains.wallet(NETWORK, SUBSCRIBER).writeContractSync({
    address: token,
    abi: testTokenAbi,
    functionName: 'approve',
    args: [proxy, 2n * TOTAL],
  })
  const signature = await signPermit(chains, { network: NETWORK, accountIndex: SUBSCRIBER, permit })
  return { permit, signature, index: 1, paymentReference: REFERENCE }
}

/** Adds tokens that belong to no payment to the proxy. */
const leaveStray = (token: Address) =>
  chains.wallet(NETWORK, 8).writeContractSync({
    address: token,
    abi: testTokenAbi,
    functionName: 'mint',
    args: [proxy, STRAY],
  })

/** Sends a payment; resolves with its outcome and with the gains of all `OWNERS`. */
async function pay(trigger: Trigger) {
  const { token } = trigger.permit
  const before = await Promise.all(OWNERS().map((owner) => balanceOf(token, owner)))
  const { status } = await sendTrigger(chains, { network: NETWORK, trigger })
  const after = await Promise.all(OWNERS().map((owner) => balanceOf(token, owner)))
  return { status, gains: after.map((balance, index) => balance - (before[index] ?? 0n)) }
}

const attempt = (trigger: Trigger) =>
  tryTrigger(chains, { network: NETWORK, trigger, at: now + 1_000 })

const NOTHING = { status: 'reverted', gains: [0n, 0n, 0n, 0n, 0n] }
const PAID = { status: 'success', gains: [-TOTAL, 10_000n, 500n, 25n, 0n] }

describe.each(['without', 'with'])('The recurring proxy %s tokens left on it', (stray) => {
  const place = async (token: Address) => {
    if (stray === 'with') await leaveStray(token)
  }
  const held = stray === 'with' ? STRAY : 0n

  it.each(['USDC', 'USDT', 'DAI'])(
    'A recurring payout pays %s exactly, repeatedly',
    async (symbol) => {
      await place(tokenAt(symbol))
      const trigger = await prepare(tokenAt(symbol))
      expect(await pay(trigger)).toEqual(PAID)
      expect(await pay({ ...trigger, index: 2 })).toEqual(PAID)
      expect(await balanceOf(tokenAt(symbol), proxy)).toBe(held)
    },
  )

  it('the recurring proxy rejects a token that deducts a fee from the received amount', async () => {
    await place(tokenAt('FEE'))
    const trigger = await prepare(tokenAt('FEE'))
    // FEE burns 1 % of each transfer.
    expect(await attempt(trigger)).toEqual({
      name: 'InexactTransfer',
      args: [tokenAt('FEE'), held + TOTAL, held + TOTAL - TOTAL / 100n],
    })
    expect(await pay(trigger)).toEqual(NOTHING)
  })

  it('the recurring proxy rejects a token that reports a transfer without making it', async () => {
    await place(quirky.address)
    await quirky.behave('only reports transfers')
    const trigger = await prepare(quirky.address)
    expect(await attempt(trigger)).toEqual({
      name: 'InexactTransfer',
      args: [quirky.address, held + TOTAL, held],
    })
    expect(await pay(trigger)).toEqual(NOTHING)
  })

  it('the recurring proxy rejects a token that deducts more from the sender than the sent amount', async () => {
    await place(quirky.address)
    await quirky.behave('charges the sender')
    const trigger = await prepare(quirky.address, { relayerFee: 0n })
    expect(await attempt(trigger)).not.toBeNull()
    expect(await pay(trigger)).toEqual(NOTHING)
  })

  it('the recurring proxy rejects a token whose transferFrom returns false', async () => {
    await place(quirky.address)
    await quirky.behave('refuses pulls')
    const trigger = await prepare(quirky.address)
    expect(await attempt(trigger)).toEqual({
      name: 'SafeERC20FailedOperation',
      args: [quirky.address],
    })
    expect(await pay(trigger)).toEqual(NOTHING)
  })

  it('the recurring proxy reverts everything when the relayer cannot be paid', async () => {
    await place(quirky.address)
    await quirky.behave('refuses sends')
    const trigger = await prepare(quirky.address)
    expect(await attempt(trigger)).toEqual({
      name: 'SafeERC20FailedOperation',
      args: [quirky.address],
    })
    expect(await pay(trigger)).toEqual(NOTHING)
    const free = await prepare(quirky.address, { relayerFee: 0n })
    expect((await pay(free)).status).toBe('success')
  })

  it('the recurring proxy passes on the net amounts of a token that exempts only the proxy from its fee', async () => {
    await place(quirky.address)
    await quirky.behave('charges the receiver')
    await quirky.aim(proxy)
    const { status, gains } = await pay(await prepare(quirky.address))
    expect({ status, gains }).toEqual({
      status: 'success',
      gains: [-TOTAL, 9_900n, 495n, 25n, 0n],
    })
  })
})

describe('A token that calls back', () => {
  const call = ({ permit, signature, index, paymentReference }: Trigger) =>
    encodeFunctionData({
      abi: recurringAbi,
      functionName: 'triggerRecurringPayment',
      args: [permit, signature, index, paymentReference],
    })

  it('a token that calls back cannot trigger a payment inside another payment, even as a relayer', async () => {
    const role = await chains.client(NETWORK).readContract({
      address: proxy,
      abi: recurringAbi,
      functionName: 'RELAYER_ROLE',
    })
    await chains.wallet(NETWORK, 9).writeContractSync({
      address: proxy,
      abi: recurringAbi,
      functionName: 'grantRole',
      args: [role, quirky.address],
    })
    const trigger = await prepare(quirky.address)
    await quirky.behave('calls back')
    await quirky.aim(proxy, call({ ...trigger, index: 2 }))
    expect(await attempt(trigger)).toEqual({ name: 'ReentrancyGuardReentrantCall', args: [] })
    expect(await pay(trigger)).toEqual(NOTHING)
  })

  it('a token that calls back cannot add tokens from other sources to a payment', async () => {
    await leaveStray(quirky.address)
    const trigger = await prepare(quirky.address)
    await quirky.behave('calls back')
    const gift = encodeFunctionData({
      abi: testTokenAbi,
      functionName: 'mint',
      args: [proxy, 1n],
    })
    await quirky.aim(quirky.address, gift)
    expect(await attempt(trigger)).toEqual({
      name: 'InexactTransfer',
      args: [quirky.address, STRAY + TOTAL, STRAY + TOTAL + 1n],
    })
  })
})

describe('A permit for an address that is not a token', () => {
  const signFor = async (token: Address): Promise<Trigger> => {
    const { permit: sample, ...rest } = await prepare(tokenAt('USDC'))
    const permit: Permit = { ...sample, token }
    const options = { network: NETWORK, accountIndex: SUBSCRIBER, permit }
    return { ...rest, permit, signature: await signPermit(chains, options) }
  }

  it('a permit for an address that is not a token is rejected if the address has no code, and the error contains the address', async () => {
    const trigger = await signFor(accountAt(5))
    expect(await attempt(trigger)).toEqual({ name: 'NotAContract', args: [accountAt(5)] })
  })

  it('a permit for an address that is not a token is rejected if it is another contract', async () => {
    const trigger = await signFor(chains.contract(NETWORK, 'ERC20FeeProxy'))
    const { status } = await sendTrigger(chains, { network: NETWORK, trigger })
    expect(status).toBe('reverted')
  })
})
