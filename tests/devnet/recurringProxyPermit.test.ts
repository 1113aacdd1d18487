import { type Chains, recurringAbi, startChains } from '@secure-payment/devnet'
import { type Address, type Hex, parseEventLogs, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Permit, signPermit, type Trigger } from './support/permits.ts'
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
/** The group order of secp256k1 (SEC 2). */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

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

describe('The signature', () => {
  const refused = { name: 'InvalidSignature', args: [] }

  it('the signature must be the subscriber’s', async () => {
    const permit = sub.plan()
    const signature = await signPermit(chains, { network: NETWORK, accountIndex: 2, permit })
    const trigger: Trigger = { permit, signature, index: 1, paymentReference: REFERENCE }
    expect(await sub.attempt(trigger, sub.now + DAY)).toEqual(refused)
  })

  it('the signature covers every field', async () => {
    const trigger = await sub.sign(sub.plan())
    const changes: Partial<Permit>[] = [
      { subscriber: accountAt(2) },
      { token: chains.token(NETWORK, 'DAI').address },
      { recipient: accountAt(2) },
      { feeAddress: accountAt(2) },
      { amount: 101n },
      { feeAmount: 8n },
      { relayerFee: 1n },
      { periodSeconds: DAY - 1 },
      { firstPayment: sub.now + DAY - 1 },
      { totalPayments: 4 },
      { nonce: 2n },
      { deadline: BigInt(sub.now + 101 * DAY) },
      { strictOrder: false },
    ]
    expect(changes).toHaveLength(Object.keys(trigger.permit).length)
    for (const change of changes) {
      const permit = { ...trigger.permit, ...change }
      expect(
        await sub.attempt({ ...trigger, permit }, sub.now + DAY),
        Object.keys(change)[0],
      ).toEqual(refused)
    }
  })

  it.each([
    { what: 'name', domain: { name: 'RecurringPaymentProxy' } },
    { what: 'version', domain: { version: '2' } },
    { what: 'chain', domain: { chainId: 1 } },
    { what: 'contract', domain: { verifyingContract: FEE_TAKER } },
  ])('the signature is invalid for another $what', async ({ domain }) => {
    const permit = sub.plan()
    const options = { network: NETWORK, accountIndex: SUBSCRIBER, permit, domain }
    const signature = await signPermit(chains, options)
    const trigger: Trigger = { permit, signature, index: 1, paymentReference: REFERENCE }
    expect(await sub.attempt(trigger, sub.now + DAY)).toEqual(refused)
  })

  it('the signature must be 65 bytes with a low s and a v of 27 or 28', async () => {
    const trigger = await sub.sign(sub.plan())
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
      expect(await sub.attempt({ ...trigger, signature: changed }, sub.now + DAY), what).toEqual(
        refused,
      )
    }
    expect(await sub.attempt(trigger, sub.now + DAY)).toBeNull()
  })

  it('the signature is never valid for the zero address', async () => {
    const permit = sub.plan({ subscriber: zeroAddress })
    const signature: Hex = `0x${'00'.repeat(64)}1b`
    const trigger: Trigger = { permit, signature, index: 1, paymentReference: REFERENCE }
    expect(await sub.attempt(trigger, sub.now + DAY)).toEqual(refused)
  })
})

describe('The contract', () => {
  it('the contract checks the pause, role, signature, cancellation, deadline, order, number, due time and repetition, in this order', async () => {
    const lenient = sub.plan({
      strictOrder: false,
      deadline: BigInt(sub.now + 10 * DAY),
    })
    const good = await sub.sign(lenient)
    await sub.send(good, sub.now + DAY)
    const wrong: Trigger = { ...good, index: 0, signature: '0x' }
    const expired = sub.now + 11 * DAY
    const names = async (trigger: Trigger, at: number, from?: Address) =>
      (await sub.attempt(trigger, at, from))?.name

    await sub.cancel(lenient)
    await sub.administer('pause')
    expect(await names(wrong, expired, accountAt(2))).toBe('EnforcedPause')
    await sub.administer('unpause')
    expect(await names(wrong, expired, accountAt(2))).toBe('AccessControlUnauthorizedAccount')
    expect(await names(wrong, expired)).toBe('InvalidSignature')
    expect(await names({ ...good, index: 0 }, expired)).toBe('PermitIsCancelled')

    const strict = await sub.sign(
      sub.plan({ deadline: BigInt(sub.now + 10 * DAY), totalPayments: 0 }),
      2,
    )
    expect(await names(strict, expired)).toBe('PermitExpired')
    expect(await names(strict, sub.now)).toBe('PaymentOutOfOrder')
    expect(await names({ ...strict, index: 1 }, sub.now)).toBe('PaymentIndexOutOfRange')

    const again = await sub.sign(sub.plan({ strictOrder: false, nonce: 5n }))
    await sub.send(again, sub.now + 2 * DAY)
    expect(await names(again, sub.now)).toBe('PaymentNotDue')
    expect(await names(again, sub.now + 3 * DAY)).toBe('PaymentAlreadyTriggered')
  })
})

describe('cancelPermit', () => {
  it('cancelPermit cancels a permit permanently, for its subscriber only, even while the contract is paused', async () => {
    const permit = sub.plan()
    const trigger = await sub.sign(permit)
    await sub.send(trigger, sub.now + DAY)
    await sub.administer('pause')
    const { logs } = await sub.cancel(permit)
    await sub.administer('unpause')

    const digest = await sub.digestOf(permit)
    const [cancelled] = parseEventLogs({ abi: recurringAbi, logs })
    expect(cancelled).toMatchObject({
      eventName: 'PermitCancelled',
      args: { digest, subscriber: permit.subscriber },
    })
    expect(await sub.attempt({ ...trigger, index: 2 }, sub.now + 2 * DAY)).toEqual({
      name: 'PermitIsCancelled',
      args: [digest],
    })
    expect(await sub.attempt(await sub.sign(sub.plan({ nonce: 2n })), sub.now + 2 * DAY)).toBeNull()
  })

  it('cancelPermit rejects every other account, including the relayer and the administrator', async () => {
    const permit = sub.plan()
    for (const account of [
      accountAt(2),
      accountAt(9),
      RECIPIENT,
      chains.relayer(NETWORK).account.address,
    ]) {
      const call = chains.client(NETWORK).simulateContract({
        account,
        address: sub.proxy,
        abi: recurringAbi,
        functionName: 'cancelPermit',
        args: [permit],
      })
      await expect(call).rejects.toThrow('NotSubscriber')
    }
  })

  it('cancelPermit has no effect the second time', async () => {
    const permit = sub.plan()
    await sub.cancel(permit)
    const { status, logs } = await sub.cancel(permit)
    expect({ status, logs }).toEqual({ status: 'success', logs: [] })
  })
})
