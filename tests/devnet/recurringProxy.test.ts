import {
  accounts,
  type Chains,
  recurringAbi,
  startChains,
  testTokenAbi,
} from '@secure-payment/devnet'
import {
  type Address,
  getAddress,
  type Hex,
  keccak256,
  parseEventLogs,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { erc20FeeProxyAbi } from './contractAbis.ts'
import {
  type Permit,
  sendTrigger,
  signPermit,
  type Trigger,
  tryTrigger,
} from './support/permits.ts'

const NETWORK = 'devnet'
const SUBSCRIBER = 1
const RECIPIENT = getAddress('0x00000000000000000000000000000000000a11ce')
const FEE_TAKER = getAddress('0x000000000000000000000000000000000000fee5')
const REFERENCE = '0x0123456789abcdef'
const DAY = 86_400
/** Order of the curve's group (SEC 2, secp256k1). */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let chains: Chains
let proxy: Address
let usdc: Address
/** Time of the newest block, and when the first payment of `plan` is due. */
let now: number
let snapshot: Hex
beforeAll(async () => {
  chains = await startChains({ networks: [NETWORK] })
  proxy = chains.contract(NETWORK, 'ERC20RecurringPaymentProxy')
  usdc = chains.token(NETWORK, 'USDC').address
  now = Number((await chains.client(NETWORK).getBlock()).timestamp)
})
afterAll(() => chains?.[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await chains.snapshot(NETWORK)
  await approve(1_000_000n)
})
afterEach(() => chains.revert(NETWORK, snapshot))

const accountAt = (index: number): Address => accounts[index]?.address ?? '0x'

/** A permit of three daily payments of 100 units with a fee of 7; due a day after `now`. */
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

/** Payment `index` of a permit, signed by its subscriber. */
async function sign(permit: Permit, index = 1): Promise<Trigger> {
  const signature = await signPermit(chains, { network: NETWORK, accountIndex: SUBSCRIBER, permit })
  return { permit, signature, index, paymentReference: REFERENCE }
}

const attempt = (trigger: Trigger, at: number, from?: Address) =>
  tryTrigger(chains, { network: NETWORK, trigger, at, ...(from ? { from } : {}) })
const send = (trigger: Trigger, at?: number) =>
  sendTrigger(chains, { network: NETWORK, trigger, ...(at === undefined ? {} : { at }) })

const balanceOf = (owner: Address, token = usdc) =>
  chains.client(NETWORK).readContract({
    address: token,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [owner],
  })
const approve = (amount: bigint, token = usdc) =>
  chains.wallet(NETWORK, SUBSCRIBER).writeContractSync({
    address: token,
    abi: testTokenAbi,
    functionName: 'approve',
    args: [proxy, amount],
  })
const administer = (functionName: 'pause' | 'unpause') =>
  chains.wallet(NETWORK, 9).writeContractSync({ address: proxy, abi: recurringAbi, functionName })
const cancel = (permit: Permit, accountIndex = SUBSCRIBER) =>
  chains.wallet(NETWORK, accountIndex).writeContractSync({
    address: proxy,
    abi: recurringAbi,
    functionName: 'cancelPermit',
    args: [permit],
  })
const digestOf = (permit: Permit) =>
  chains.client(NETWORK).readContract({
    address: proxy,
    abi: recurringAbi,
    functionName: 'permitDigest',
    args: [permit],
  })

describe('a payment', () => {
  it('pays recipient, fee address and relayer exactly, all on top and from the subscriber', async () => {
    const permit = plan({ relayerFee: 3n })
    const relayer = chains.relayer(NETWORK).account.address
    const owners = [permit.subscriber, RECIPIENT, FEE_TAKER, relayer, proxy]
    const before = await Promise.all(owners.map((owner) => balanceOf(owner)))
    const receipt = await send(await sign(permit), now + DAY)

    expect(receipt.status).toBe('success')
    const after = await Promise.all(owners.map((owner) => balanceOf(owner)))
    expect(after.map((balance, index) => balance - (before[index] ?? 0n))).toEqual([
      -110n,
      100n,
      7n,
      3n,
      0n,
    ])
  })

  it('is seen by the event of the fee proxy, and by one of its own', async () => {
    const permit = plan({ relayerFee: 3n })
    const { logs } = await send(await sign(permit), now + DAY)

    const [paid] = parseEventLogs({ abi: erc20FeeProxyAbi, logs })
    expect(paid?.address).toBe(chains.contract(NETWORK, 'ERC20FeeProxy').toLowerCase())
    expect(paid?.args).toEqual({
      tokenAddress: usdc,
      to: RECIPIENT,
      amount: 100n,
      paymentReference: keccak256(REFERENCE),
      feeAmount: 7n,
      feeAddress: FEE_TAKER,
    })
    const [triggered] = parseEventLogs({ abi: recurringAbi, logs })
    expect(triggered?.eventName).toBe('RecurringPaymentTriggered')
    expect(triggered?.args).toEqual({
      digest: await digestOf(permit),
      subscriber: permit.subscriber,
      paymentReference: keccak256(REFERENCE),
      index: 1,
      total: 110n,
    })
  })

  it('leaves the fee proxy no allowance', async () => {
    await send(await sign(plan()), now + DAY)
    const left = await chains.client(NETWORK).readContract({
      address: usdc,
      abi: testTokenAbi,
      functionName: 'allowance',
      args: [proxy, chains.contract(NETWORK, 'ERC20FeeProxy')],
    })
    expect(left).toBe(0n)
  })

  it('needs no fee, and no address for it then', async () => {
    const trigger = await sign(plan({ feeAmount: 0n, feeAddress: zeroAddress }))
    expect((await send(trigger, now + DAY)).status).toBe('success')
    expect(await balanceOf(RECIPIENT)).toBe(100n)
  })

  it('refuses a fee that nobody would get', async () => {
    const trigger = await sign(plan({ feeAddress: zeroAddress }))
    expect(await attempt(trigger, now + DAY)).toEqual({ name: 'FeeWithoutAddress', args: [] })
  })

  it('adds its parts up beyond 128 bits without wrapping', async () => {
    const half = 2n ** 127n
    const permit = plan({
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
    await approve(2n * half, token)
    const before = await balanceOf(permit.subscriber, token)

    expect((await send(await sign(permit), now + DAY)).status).toBe('success')
    expect(before - (await balanceOf(permit.subscriber, token))).toBe(2n * half)
    expect(await balanceOf(RECIPIENT, token)).toBe(half)
    expect(await balanceOf(FEE_TAKER, token)).toBe(half)
  })

  it('fails as a whole when allowance or balance is one unit short', async () => {
    const trigger = await sign(plan())
    await approve(106n)
    expect(await attempt(trigger, now + DAY)).toMatchObject({
      name: toFunctionSelector('ERC20InsufficientAllowance(address,uint256,uint256)'),
    })
    await approve(107n)
    expect(await attempt(trigger, now + DAY)).toBeNull()

    const held = await balanceOf(trigger.permit.subscriber)
    await chains.wallet(NETWORK, SUBSCRIBER).writeContractSync({
      address: usdc,
      abi: testTokenAbi,
      functionName: 'transfer',
      args: [accountAt(2), held - 106n],
    })
    expect(await attempt(trigger, now + DAY)).toMatchObject({
      name: toFunctionSelector('ERC20InsufficientBalance(address,uint256,uint256)'),
    })
    expect((await send(trigger, now + DAY)).status).toBe('reverted')
    expect(await balanceOf(trigger.permit.subscriber)).toBe(106n)
  })
})

describe('the time of a payment', () => {
  it('is not before it is due, to the second', async () => {
    const trigger = await sign(plan())
    const dueAt = now + DAY
    expect(await attempt(trigger, dueAt - 1)).toEqual({
      name: 'PaymentNotDue',
      args: [BigInt(dueAt)],
    })
    expect(await attempt(trigger, dueAt)).toBeNull()
  })

  it('moves by one period with each payment', async () => {
    const permit = plan({ strictOrder: false, totalPayments: 255, deadline: 2n ** 255n })
    const dueAt = now + DAY + 254 * DAY
    const trigger = await sign(permit, 255)
    expect(await attempt(trigger, dueAt - 1)).toEqual({
      name: 'PaymentNotDue',
      args: [BigInt(dueAt)],
    })
    expect(await attempt(trigger, dueAt)).toBeNull()
  })

  it('does not wrap where period and number are the largest there are', async () => {
    const max = 2 ** 32 - 1
    const permit = plan({
      strictOrder: false,
      totalPayments: 255,
      firstPayment: max,
      periodSeconds: max,
      deadline: 2n ** 255n,
    })
    expect(await attempt(await sign(permit, 255), now)).toEqual({
      name: 'PaymentNotDue',
      args: [255n * BigInt(max)],
    })
  })

  it('may be any time later, up to the deadline and no second further', async () => {
    const permit = plan()
    const trigger = await sign(permit)
    expect(await attempt(trigger, Number(permit.deadline))).toBeNull()
    expect(await attempt(trigger, Number(permit.deadline) + 1)).toEqual({
      name: 'PermitExpired',
      args: [permit.deadline],
    })
  })

  it('lets missed payments be caught up at once', async () => {
    const permit = plan()
    for (const index of [1, 2, 3]) {
      const trigger = { ...(await sign(permit)), index }
      expect((await send(trigger, now + 10 * DAY + index)).status).toBe('success')
    }
    expect(await balanceOf(RECIPIENT)).toBe(300n)
  })
})

describe.each([true, false])('with strictOrder %s', (strictOrder) => {
  const late = () => now + 50 * DAY

  it('makes no payment twice', async () => {
    const permit = plan({ strictOrder })
    const trigger = await sign(permit)
    expect((await send(trigger, late())).status).toBe('success')

    expect(await attempt(trigger, late() + 1)).toEqual(
      strictOrder
        ? { name: 'PaymentOutOfOrder', args: [1, 2n] }
        : { name: 'PaymentAlreadyTriggered', args: [await digestOf(permit), 1] },
    )
    const other: Trigger = { ...trigger, paymentReference: '0xfedcba9876543210' }
    expect((await send(other, late() + 2)).status).toBe('reverted')
    expect(await balanceOf(RECIPIENT)).toBe(100n)
  })

  it('counts from 1 to the total', async () => {
    const trigger = await sign(plan({ strictOrder }))
    expect(await attempt({ ...trigger, index: 0 }, late())).toEqual(
      strictOrder
        ? { name: 'PaymentOutOfOrder', args: [0, 1n] }
        : { name: 'PaymentIndexOutOfRange', args: [0, 3] },
    )
    for (const index of [1, 2, 3]) await send({ ...trigger, index }, late() + index)
    expect(await attempt({ ...trigger, index: 4 }, late() + 9)).toEqual({
      name: 'PaymentIndexOutOfRange',
      args: [4, 3],
    })
    expect(await balanceOf(RECIPIENT)).toBe(300n)
  })

  it(strictOrder ? 'refuses to pass a payment over' : 'takes payments in any order', async () => {
    const permit = plan({ strictOrder })
    const trigger = await sign(permit, 3)
    expect(await attempt(trigger, late())).toEqual(
      strictOrder ? { name: 'PaymentOutOfOrder', args: [3, 1n] } : null,
    )
  })

  it('remembers what was paid', async () => {
    const permit = plan({ strictOrder })
    const trigger = await sign(permit)
    await send(trigger, late())
    await send({ ...trigger, index: 2 }, late() + 1)
    const read = (functionName: 'triggeredPaymentsBitmap' | 'lastPaymentIndex', args: [Hex]) =>
      chains.client(NETWORK).readContract({ address: proxy, abi: recurringAbi, functionName, args })
    const digest = await digestOf(permit)
    expect(await read('triggeredPaymentsBitmap', [digest])).toBe(0b110n)
    expect(await read('lastPaymentIndex', [digest])).toBe(strictOrder ? 2 : 0)
  })

  it('makes all 255 payments, and no 256th', { timeout: 120_000 }, async () => {
    const permit = plan({ strictOrder, totalPayments: 255, periodSeconds: 0, feeAmount: 0n })
    const trigger = await sign(permit)
    await send(trigger, late())
    for (let index = 2; index <= 255; index += 1) {
      expect((await send({ ...trigger, index })).status, String(index)).toBe('success')
    }
    expect(await balanceOf(RECIPIENT)).toBe(25_500n)
    const refusals = await Promise.all(
      [0, 1, 255].map((index) => attempt({ ...trigger, index }, late() + 10_000)),
    )
    expect(refusals.map((revert) => revert?.name)).toEqual(
      strictOrder
        ? ['PaymentOutOfOrder', 'PaymentOutOfOrder', 'PaymentOutOfOrder']
        : ['PaymentIndexOutOfRange', 'PaymentAlreadyTriggered', 'PaymentAlreadyTriggered'],
    )
  })
})

describe('the signature', () => {
  const refused = { name: 'InvalidSignature', args: [] }

  it('must be the subscriber’s', async () => {
    const permit = plan()
    const signature = await signPermit(chains, { network: NETWORK, accountIndex: 2, permit })
    const trigger: Trigger = { permit, signature, index: 1, paymentReference: REFERENCE }
    expect(await attempt(trigger, now + DAY)).toEqual(refused)
  })

  it('covers every field', async () => {
    const trigger = await sign(plan())
    const changes: Partial<Permit>[] = [
      { subscriber: accountAt(2) },
      { token: chains.token(NETWORK, 'DAI').address },
      { recipient: accountAt(2) },
      { feeAddress: accountAt(2) },
      { amount: 101n },
      { feeAmount: 8n },
      { relayerFee: 1n },
      { periodSeconds: DAY - 1 },
      { firstPayment: now + DAY - 1 },
      { totalPayments: 4 },
      { nonce: 2n },
      { deadline: BigInt(now + 101 * DAY) },
      { strictOrder: false },
    ]
    expect(changes).toHaveLength(Object.keys(trigger.permit).length)
    for (const change of changes) {
      const permit = { ...trigger.permit, ...change }
      expect(await attempt({ ...trigger, permit }, now + DAY), Object.keys(change)[0]).toEqual(
        refused,
      )
    }
  })

  it.each([
    { what: 'name', domain: { name: 'RecurringPaymentProxy' } },
    { what: 'version', domain: { version: '2' } },
    { what: 'chain', domain: { chainId: 1 } },
    { what: 'contract', domain: { verifyingContract: FEE_TAKER } },
  ])('is for no other $what', async ({ domain }) => {
    const permit = plan()
    const options = { network: NETWORK, accountIndex: SUBSCRIBER, permit, domain }
    const signature = await signPermit(chains, options)
    const trigger: Trigger = { permit, signature, index: 1, paymentReference: REFERENCE }
    expect(await attempt(trigger, now + DAY)).toEqual(refused)
  })

  it('must be 65 bytes of low s and of v 27 or 28', async () => {
    const trigger = await sign(plan())
    const { signature } = trigger
    const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)]
    const flipped = v === '1b' ? '1c' : '1b'
    const highS = (CURVE_ORDER - BigInt(`0x${s}`)).toString(16).padStart(64, '0')
    const compactS = (BigInt(`0x${s}`) | (v === '1c' ? 1n << 255n : 0n)).toString(16)
    const malformed: Record<string, Hex> = {
      'the same point with high s': `0x${r}${highS}${flipped}`,
      'the other v': `0x${r}${s}${flipped}`,
      'v as 0 or 1': `0x${r}${s}${v === '1b' ? '00' : '01'}`,
      'compact form (ERC-2098)': `0x${r}${compactS.padStart(64, '0')}`,
      'a byte too many': `${signature}00`,
      empty: '0x',
      zeros: `0x${'00'.repeat(65)}`,
    }
    for (const [what, changed] of Object.entries(malformed)) {
      expect(await attempt({ ...trigger, signature: changed }, now + DAY), what).toEqual(refused)
    }
    expect(await attempt(trigger, now + DAY)).toBeNull()
  })

  it('is not found in anything for the zero address', async () => {
    const permit = plan({ subscriber: zeroAddress })
    const signature: Hex = `0x${'00'.repeat(64)}1b`
    const trigger: Trigger = { permit, signature, index: 1, paymentReference: REFERENCE }
    expect(await attempt(trigger, now + DAY)).toEqual(refused)
  })
})

describe('the order of the checks', () => {
  it('is pause, role, signature, cancelled, deadline, order, number, due time, repeat', async () => {
    const lenient = plan({ strictOrder: false, deadline: BigInt(now + 10 * DAY) })
    const good = await sign(lenient)
    await send(good, now + DAY)
    const wrong: Trigger = { ...good, index: 0, signature: '0x' }
    const expired = now + 11 * DAY
    const names = async (trigger: Trigger, at: number, from?: Address) =>
      (await attempt(trigger, at, from))?.name

    await cancel(lenient)
    await administer('pause')
    expect(await names(wrong, expired, accountAt(2))).toBe('EnforcedPause')
    await administer('unpause')
    expect(await names(wrong, expired, accountAt(2))).toBe('AccessControlUnauthorizedAccount')
    expect(await names(wrong, expired)).toBe('InvalidSignature')
    expect(await names({ ...good, index: 0 }, expired)).toBe('PermitIsCancelled')

    const strict = await sign(plan({ deadline: BigInt(now + 10 * DAY), totalPayments: 0 }), 2)
    expect(await names(strict, expired)).toBe('PermitExpired')
    expect(await names(strict, now)).toBe('PaymentOutOfOrder')
    expect(await names({ ...strict, index: 1 }, now)).toBe('PaymentIndexOutOfRange')

    const again = await sign(plan({ strictOrder: false, nonce: 5n }))
    await send(again, now + 2 * DAY)
    expect(await names(again, now)).toBe('PaymentNotDue')
    expect(await names(again, now + 3 * DAY)).toBe('PaymentAlreadyTriggered')
  })
})

describe('cancelPermit', () => {
  it('ends a permit for good, for its subscriber alone, also while paused', async () => {
    const permit = plan()
    const trigger = await sign(permit)
    await send(trigger, now + DAY)
    await administer('pause')
    const { logs } = await cancel(permit)
    await administer('unpause')

    const digest = await digestOf(permit)
    const [cancelled] = parseEventLogs({ abi: recurringAbi, logs })
    expect(cancelled).toMatchObject({
      eventName: 'PermitCancelled',
      args: { digest, subscriber: permit.subscriber },
    })
    expect(await attempt({ ...trigger, index: 2 }, now + 2 * DAY)).toEqual({
      name: 'PermitIsCancelled',
      args: [digest],
    })
    expect(await attempt(await sign(plan({ nonce: 2n })), now + 2 * DAY)).toBeNull()
  })

  it('is refused to anybody else, the relayer and the administrator among them', async () => {
    const permit = plan()
    for (const account of [
      accountAt(2),
      accountAt(9),
      RECIPIENT,
      chains.relayer(NETWORK).account.address,
    ]) {
      const call = chains.client(NETWORK).simulateContract({
        account,
        address: proxy,
        abi: recurringAbi,
        functionName: 'cancelPermit',
        args: [permit],
      })
      await expect(call).rejects.toThrow('NotSubscriber')
    }
  })

  it('does nothing the second time', async () => {
    const permit = plan()
    await cancel(permit)
    const { status, logs } = await cancel(permit)
    expect({ status, logs }).toEqual({ status: 'success', logs: [] })
  })
})
