import { type Chains, recurringAbi, startChains, testTokenAbi } from '@secure-payment/devnet'
import { type Hex, keccak256, parseEventLogs, toFunctionSelector, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { erc20FeeProxyAbi } from './contractAbis.ts'
import type { Trigger } from './support/permits.ts'
import {
  accountAt,
  DAY,
  FEE_TAKER,
  openSubscription,
  RECIPIENT,
  REFERENCE,
  type Subscription,
} from './support/subscription.ts'

const NETWORK = 'devnet'
const SUBSCRIBER = 1

let chains: Chains
let sub: Subscription
let snapshot: Hex
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  sub = await openSubscription(chains)
})
afterAll(() => chains?.[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await chains.snapshot('devnet')
  await sub.approve(1_000_000n)
})
afterEach(() => chains.revert('devnet', snapshot))

describe('A payment', () => {
  it('a payment moves the exact amounts from the subscriber to the recipient, the fee address and the relayer', async () => {
    const permit = sub.plan({ relayerFee: 3n })
    const relayer = chains.relayer(NETWORK).account.address
    const owners = [permit.subscriber, RECIPIENT, FEE_TAKER, relayer, sub.proxy]
    const before = await Promise.all(owners.map((owner) => sub.balanceOf(owner)))
    const receipt = await sub.send(await sub.sign(permit), sub.now + DAY)

    expect(receipt.status).toBe('success')
    const after = await Promise.all(owners.map((owner) => sub.balanceOf(owner)))
    expect(after.map((balance, index) => balance - (before[index] ?? 0n))).toEqual([
      -110n,
      100n,
      7n,
      3n,
      0n,
    ])
  })

  it('a payment emits events from the fee proxy and the recurring proxy', async () => {
    const permit = sub.plan({ relayerFee: 3n })
    const { logs } = await sub.send(await sub.sign(permit), sub.now + DAY)

    const [paid] = parseEventLogs({ abi: erc20FeeProxyAbi, logs })
    expect(paid?.address).toBe(chains.contract(NETWORK, 'ERC20FeeProxy').toLowerCase())
    expect(paid?.args).toEqual({
      tokenAddress: sub.usdc,
      to: RECIPIENT,
      amount: 100n,
      paymentReference: keccak256(REFERENCE),
      feeAmount: 7n,
      feeAddress: FEE_TAKER,
    })
    const [triggered] = parseEventLogs({ abi: recurringAbi, logs })
    expect(triggered?.eventName).toBe('RecurringPaymentTriggered')
    expect(triggered?.args).toEqual({
      digest: await sub.digestOf(permit),
      subscriber: permit.subscriber,
      paymentReference: keccak256(REFERENCE),
      index: 1,
      total: 110n,
    })
  })

  it('a payment leaves the fee proxy with no allowance', async () => {
    await sub.send(await sub.sign(sub.plan()), sub.now + DAY)
    const left = await chains.client(NETWORK).readContract({
      address: sub.usdc,
      abi: testTokenAbi,
      functionName: 'allowance',
      args: [sub.proxy, chains.contract(NETWORK, 'ERC20FeeProxy')],
    })
    expect(left).toBe(0n)
  })

  it('a payment without a fee needs no fee address', async () => {
    const trigger = await sub.sign(sub.plan({ feeAmount: 0n, feeAddress: zeroAddress }))
    expect((await sub.send(trigger, sub.now + DAY)).status).toBe('success')
    expect(await sub.balanceOf(RECIPIENT)).toBe(100n)
  })

  it('a payment rejects a fee without an address', async () => {
    const trigger = await sub.sign(sub.plan({ feeAddress: zeroAddress }))
    expect(await sub.attempt(trigger, sub.now + DAY)).toEqual({
      name: 'FeeWithoutAddress',
      args: [],
    })
  })

  it('a payment sums its parts beyond 128 bits without overflow', async () => {
    const half = 2n ** 127n
    const permit = sub.plan({
      token: chains.token(NETWORK, 'DAI').address,
      amount: half,
      feeAmount: half,
    })
    const { token } = permit
    await chains.wallet(NETWORK, SUBSCRIBER).writeContractSync({
      address: token,
      abi: testTokenAbi,
      functionName: 'mint',
      args: [permit.subscriber, 2n * half],
    })
    await sub.approve(2n * half, token)
    const before = await sub.balanceOf(permit.subscriber, token)

    expect((await sub.send(await sub.sign(permit), sub.now + DAY)).status).toBe('success')
    expect(before - (await sub.balanceOf(permit.subscriber, token))).toBe(2n * half)
    expect(await sub.balanceOf(RECIPIENT, token)).toBe(half)
    expect(await sub.balanceOf(FEE_TAKER, token)).toBe(half)
  })

  it('a payment fails completely when the allowance or balance is one unit short', async () => {
    const trigger = await sub.sign(sub.plan())
    await sub.approve(106n)
    expect(await sub.attempt(trigger, sub.now + DAY)).toMatchObject({
      name: toFunctionSelector('ERC20InsufficientAllowance(address,uint256,uint256)'),
    })
    await sub.approve(107n)
    expect(await sub.attempt(trigger, sub.now + DAY)).toBeNull()

    const held = await sub.balanceOf(trigger.permit.subscriber)
    await chains.wallet(NETWORK, SUBSCRIBER).writeContractSync({
      address: sub.usdc,
      abi: testTokenAbi,
      functionName: 'transfer',
      args: [accountAt(2), held - 106n],
    })
    expect(await sub.attempt(trigger, sub.now + DAY)).toMatchObject({
      name: toFunctionSelector('ERC20InsufficientBalance(address,uint256,uint256)'),
    })
    expect((await sub.send(trigger, sub.now + DAY)).status).toBe('reverted')
    expect(await sub.balanceOf(trigger.permit.subscriber)).toBe(106n)
  })
})

describe('The time of a payment', () => {
  it('a payment is rejected until its due time, to the second', async () => {
    const trigger = await sub.sign(sub.plan())
    const dueAt = sub.now + DAY
    expect(await sub.attempt(trigger, dueAt - 1)).toEqual({
      name: 'PaymentNotDue',
      args: [BigInt(dueAt)],
    })
    expect(await sub.attempt(trigger, dueAt)).toBeNull()
  })

  it('the due time moves by one period with each payment', async () => {
    const permit = sub.plan({
      strictOrder: false,
      totalPayments: 255,
      deadline: 2n ** 255n,
    })
    const dueAt = sub.now + DAY + 254 * DAY
    const trigger = await sub.sign(permit, 255)
    expect(await sub.attempt(trigger, dueAt - 1)).toEqual({
      name: 'PaymentNotDue',
      args: [BigInt(dueAt)],
    })
    expect(await sub.attempt(trigger, dueAt)).toBeNull()
  })

  it('the due time does not overflow with the largest possible period and number', async () => {
    const max = 2 ** 32 - 1
    const permit = sub.plan({
      strictOrder: false,
      totalPayments: 255,
      firstPayment: max,
      periodSeconds: max,
      deadline: 2n ** 255n,
    })
    expect(await sub.attempt(await sub.sign(permit, 255), sub.now)).toEqual({
      name: 'PaymentNotDue',
      args: [255n * BigInt(max)],
    })
  })

  it('a payment is accepted at any time from its due time to the deadline, but not one second later', async () => {
    const permit = sub.plan()
    const trigger = await sub.sign(permit)
    expect(await sub.attempt(trigger, Number(permit.deadline))).toBeNull()
    expect(await sub.attempt(trigger, Number(permit.deadline) + 1)).toEqual({
      name: 'PermitExpired',
      args: [permit.deadline],
    })
  })

  it('missed payments can be made all at once', async () => {
    const permit = sub.plan()
    for (const index of [1, 2, 3]) {
      const trigger = { ...(await sub.sign(permit)), index }
      expect((await sub.send(trigger, sub.now + 10 * DAY + index)).status).toBe('success')
    }
    expect(await sub.balanceOf(RECIPIENT)).toBe(300n)
  })
})

describe.each([true, false])('Payments with strictOrder %s', (strictOrder) => {
  const late = () => sub.now + 50 * DAY

  it('recurring payments are never made twice', async () => {
    const permit = sub.plan({ strictOrder })
    const trigger = await sub.sign(permit)
    expect((await sub.send(trigger, late())).status).toBe('success')

    expect(await sub.attempt(trigger, late() + 1)).toEqual(
      strictOrder
        ? { name: 'PaymentOutOfOrder', args: [1, 2n] }
        : { name: 'PaymentAlreadyTriggered', args: [await sub.digestOf(permit), 1] },
    )
    const other: Trigger = { ...trigger, paymentReference: '0xfedcba9876543210' }
    expect((await sub.send(other, late() + 2)).status).toBe('reverted')
    expect(await sub.balanceOf(RECIPIENT)).toBe(100n)
  })

  it('recurring payments count from 1 to the total', async () => {
    const trigger = await sub.sign(sub.plan({ strictOrder }))
    expect(await sub.attempt({ ...trigger, index: 0 }, late())).toEqual(
      strictOrder
        ? { name: 'PaymentOutOfOrder', args: [0, 1n] }
        : { name: 'PaymentIndexOutOfRange', args: [0, 3] },
    )
    for (const index of [1, 2, 3]) await sub.send({ ...trigger, index }, late() + index)
    expect(await sub.attempt({ ...trigger, index: 4 }, late() + 9)).toEqual({
      name: 'PaymentIndexOutOfRange',
      args: [4, 3],
    })
    expect(await sub.balanceOf(RECIPIENT)).toBe(300n)
  })

  it(strictOrder ? 'refuses to pass a payment over' : 'takes payments in any order', async () => {
    const permit = sub.plan({ strictOrder })
    const trigger = await sub.sign(permit, 3)
    expect(await sub.attempt(trigger, late())).toEqual(
      strictOrder ? { name: 'PaymentOutOfOrder', args: [3, 1n] } : null,
    )
  })

  it('recurring payments stay recorded once made', async () => {
    const permit = sub.plan({ strictOrder })
    const trigger = await sub.sign(permit)
    await sub.send(trigger, late())
    await sub.send({ ...trigger, index: 2 }, late() + 1)
    const read = (functionName: 'triggeredPaymentsBitmap' | 'lastPaymentIndex', args: [Hex]) =>
      chains
        .client(NETWORK)
        .readContract({ address: sub.proxy, abi: recurringAbi, functionName, args })
    const digest = await sub.digestOf(permit)
    expect(await read('triggeredPaymentsBitmap', [digest])).toBe(0b110n)
    expect(await read('lastPaymentIndex', [digest])).toBe(strictOrder ? 2 : 0)
  })

  it('recurring payments are possible up to the 255th, but no further', {
    timeout: 120_000,
  }, async () => {
    const permit = sub.plan({
      strictOrder,
      totalPayments: 255,
      periodSeconds: 0,
      feeAmount: 0n,
    })
    const trigger = await sub.sign(permit)
    await sub.send(trigger, late())
    for (let index = 2; index <= 255; index += 1) {
      expect((await sub.send({ ...trigger, index })).status, String(index)).toBe('success')
    }
    expect(await sub.balanceOf(RECIPIENT)).toBe(25_500n)
    const refusals = await Promise.all(
      [0, 1, 255].map((index) => sub.attempt({ ...trigger, index }, late() + 10_000)),
    )
    expect(refusals.map((revert) => revert?.name)).toEqual(
      strictOrder
        ? ['PaymentOutOfOrder', 'PaymentOutOfOrder', 'PaymentOutOfOrder']
        : ['PaymentIndexOutOfRange', 'PaymentAlreadyTriggered', 'PaymentAlreadyTriggered'],
    )
  })
})
