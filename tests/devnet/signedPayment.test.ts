import { signedPaymentAbi } from '@secure-payment/contracts'
import { type Chains, startChains } from '@secure-payment/devnet'
import { type Address, getAddress, type Hex, keccak256, parseEventLogs, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { erc20FeeProxyAbi } from './contractAbis.ts'
import {
  FEE_TAKER,
  type Kind,
  kinds,
  NETWORK,
  openSignedPayments,
  RECIPIENT,
  REFERENCE,
  SENDER,
  type SignedPayment,
  type SignedPayments,
} from './support/signedPayments.ts'

const OTHER = getAddress('0x0000000000000000000000000000000000000bad')

let chains: Chains
let signed: SignedPayments
let snapshot: Hex
beforeAll(async () => {
  chains = await startChains({ networks: [NETWORK] })
  signed = await openSignedPayments(chains)
})
afterAll(() => chains?.[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await chains.snapshot(NETWORK)
})
afterEach(() => chains.revert(NETWORK, snapshot))

/**
 * Runs an action; resolves with its result and with the changes of the balances of the payer, the recipient, the fee address and the
 * contract.
 */
async function changes<Result>(token: Address, action: () => Promise<Result>) {
  const before = await signed.balancesOf(token)
  const result = await action()
  const after = await signed.balancesOf(token)
  return { result, gains: after.map((balance, index) => balance - (before[index] ?? 0n)) }
}

/** The error of each token and of Permit2 for a signature by another account or of other data. */
const INVALID: Record<Kind, string> = {
  authorization: 'Error',
  permit2: '0x815e1d64',
  permit: 'InvalidSignature',
}

describe.each(kinds)('A signed payment by %s', (kind) => {
  it('a signed payment moves exactly the amount and the fee, and the sender pays the gas', async () => {
    const payment = signed.plan(kind)
    const signature = await signed.sign(kind, payment)
    const coins = await chains.client(NETWORK).getBalance({ address: signed.payer })
    const { result, gains } = await changes(payment.token, () => signed.send(signature))

    expect(result.status).toBe('success')
    expect(gains).toEqual([-107n, 100n, 7n, 0n])
    expect(await chains.client(NETWORK).getBalance({ address: signed.payer })).toBe(coins)
    expect(await signed.isUsed(payment)).toBe(true)
  })

  it('a signed payment emits the events of the fee proxy and of the contract', async () => {
    const payment = signed.plan(kind)
    const { logs } = await signed.send(await signed.sign(kind, payment))
    const [paid] = parseEventLogs({ abi: erc20FeeProxyAbi, logs })
    expect(paid?.address).toBe(chains.contract(NETWORK, 'ERC20FeeProxy').toLowerCase())
    expect(paid?.args).toEqual({
      tokenAddress: payment.token,
      to: RECIPIENT,
      amount: 100n,
      paymentReference: keccak256(REFERENCE),
      feeAmount: 7n,
      feeAddress: FEE_TAKER,
    })
    const [made] = parseEventLogs({ abi: signedPaymentAbi, logs })
    expect(made?.eventName).toBe('SignedPaymentMade')
    expect(made?.args).toEqual({
      paymentHash: signed.hashOf(payment),
      payer: signed.payer,
      paymentReference: keccak256(REFERENCE),
      total: 107n,
    })
  })

  it('a signed payment works once, and an equal payment with another salt works once too', async () => {
    const payment = signed.plan(kind)
    const signature = await signed.sign(kind, payment)
    await signed.send(signature)
    const used = { name: 'PaymentIsUsed', args: [signed.hashOf(payment)] }
    expect(await signed.attempt(signature)).toEqual(used)

    const second = signed.plan(kind, { salt: 2n })
    const { gains } = await changes(second.token, async () =>
      signed.send(await signed.sign(kind, second)),
    )
    expect(gains).toEqual([-107n, 100n, 7n, 0n])
  })

  const deviations: Record<keyof SignedPayment, SignedPayment[keyof SignedPayment]> = {
    payer: OTHER,
    token: OTHER,
    recipient: OTHER,
    amount: 99n,
    feeAmount: 8n,
    feeAddress: OTHER,
    paymentReference: '0x0123456789abcdee',
    deadline: 2 ** 40 - 1,
    salt: 2n,
  }
  it.each(Object.entries(deviations))(
    'a signed payment rejects another %s with the same signature',
    async (member, value) => {
      const signature = await signed.sign(kind, signed.plan(kind))
      expect(await signed.attempt(signature)).toBeNull()
      const payment: SignedPayment = { ...signature.payment, [member]: value }
      expect(await signed.attempt({ ...signature, payment })).not.toBeNull()
    },
  )

  it('a signed payment rejects a fee that replaces part of the amount with the same total', async () => {
    const signature = await signed.sign(kind, signed.plan(kind))
    const payment = { ...signature.payment, amount: 93n, feeAmount: 14n }
    expect(await signed.attempt({ ...signature, payment })).toMatchObject({ name: INVALID[kind] })
  })

  it('a signed payment rejects the signature of another account', async () => {
    const signature = await signed.sign(kind, signed.plan(kind), { by: SENDER })
    expect(await signed.attempt(signature)).toMatchObject({ name: INVALID[kind] })
  })

  it('a signed payment rejects a signature for another contract of the same code', async () => {
    const other = await signed.deploy()
    const signature = await signed.sign(kind, signed.plan(kind), { at: other })
    expect(await signed.attempt(signature)).toMatchObject({ name: INVALID[kind] })
    expect(await signed.attempt(signature, { to: other })).toBeNull()
  })

  it('a signed payment rejects a signature for another chain', async () => {
    const onChain = chains.chain(NETWORK).network.chainId + 1
    const signature = await signed.sign(kind, signed.plan(kind), { onChain })
    expect(await signed.attempt(signature)).toMatchObject({ name: INVALID[kind] })
  })

  it('a signed payment pays the same recipient when another account sends it first', async () => {
    const payment = signed.plan(kind)
    const signature = await signed.sign(kind, payment)
    const { result, gains } = await changes(payment.token, () => signed.send(signature, 6))
    expect(result.status).toBe('success')
    expect(gains).toEqual([-107n, 100n, 7n, 0n])
    expect((await signed.send(signature)).status).toBe('reverted')
  })

  it('a signed payment expires after its deadline', async () => {
    const payment = signed.plan(kind)
    const signature = await signed.sign(kind, payment)
    // An authorization is valid only before its deadline; the other kinds are valid in that second too.
    const last = kind === 'authorization' ? payment.deadline - 1 : payment.deadline
    expect(await signed.attempt(signature, { at: last })).toBeNull()
    expect(await signed.attempt(signature, { at: payment.deadline + 1 })).toEqual({
      name: 'PaymentExpired',
      args: [BigInt(payment.deadline)],
    })
  })

  it('a signed payment needs a fee address only if it has a fee', async () => {
    const free = signed.plan(kind, { feeAmount: 0n, feeAddress: zeroAddress })
    const { gains } = await changes(free.token, async () =>
      signed.send(await signed.sign(kind, free)),
    )
    expect(gains).toEqual([-100n, 100n, 0n, 0n])
    const incomplete = signed.plan(kind, { feeAddress: zeroAddress })
    expect(await signed.attempt(await signed.sign(kind, incomplete))).toEqual({
      name: 'FeeWithoutAddress',
      args: [],
    })
  })

  it('a signed payment never spends or keeps tokens of the contract', async () => {
    const payment = signed.plan(kind)
    await signed.mint(payment.token, signed.contract, 1_000_000n)
    const { gains } = await changes(payment.token, async () =>
      signed.send(await signed.sign(kind, payment)),
    )
    expect(gains).toEqual([-107n, 100n, 7n, 0n])
    for (const member of ['recipient', 'feeAddress'] as const) {
      const toItself = signed.plan(kind, { [member]: signed.contract, salt: 2n })
      expect(await signed.attempt(await signed.sign(kind, toItself))).toMatchObject({
        name: 'InexactTransfer',
      })
    }
  })

  it('a signed payment fails completely when the balance is one unit short', async () => {
    const payment = signed.plan(kind, { amount: 2n ** 100n })
    await signed.mint(payment.token, signed.payer, 2n ** 100n)
    const held = await signed.balanceOf(payment.token, signed.payer)
    const whole = signed.plan(kind, { amount: held - 7n })
    expect(await signed.attempt(await signed.sign(kind, whole))).toBeNull()
    const more = signed.plan(kind, { amount: held - 6n })
    expect(await signed.attempt(await signed.sign(kind, more))).not.toBeNull()
  })

  it('a signed payment rejects a total beyond 256 bits', async () => {
    const payment = signed.plan(kind)
    const signature = await signed.sign(kind, payment)
    const overflowing = { ...payment, amount: 2n ** 256n - 7n }
    expect(await signed.attempt({ ...signature, payment: overflowing })).toMatchObject({
      name: 'Panic',
    })
  })

  it('a signed payment rejects malformed signatures', async () => {
    const signature = await signed.sign(kind, signed.plan(kind))
    for (const bytes of ['0x', '0x00', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`] as const) {
      expect(await signed.attempt({ ...signature, signature: bytes })).not.toBeNull()
    }
  })

  it('a signed payment that its payer cancelled is never made', async () => {
    const payment = signed.plan(kind)
    const signature = await signed.sign(kind, payment)
    expect((await signed.cancel(payment, SENDER)).status).toBe('reverted')
    expect(await signed.attempt(signature)).toBeNull()

    const { status, logs } = await signed.cancel(payment)
    expect(status).toBe('success')
    expect(parseEventLogs({ abi: signedPaymentAbi, logs }).map(({ args }) => args)).toEqual([
      { paymentHash: signed.hashOf(payment), payer: signed.payer },
    ])
    expect(await signed.attempt(signature)).toMatchObject({ name: 'PaymentIsUsed' })
    expect((await signed.cancel(payment)).status).toBe('reverted')
  })

  it('a signed payment that was made cannot be cancelled', async () => {
    const payment = signed.plan(kind)
    await signed.send(await signed.sign(kind, payment))
    expect((await signed.cancel(payment)).status).toBe('reverted')
  })
})

describe('The hash of a signed payment', () => {
  it('the hash and the permit’s deadline equal those of an independent library', async () => {
    const payment = signed.plan('permit', { salt: 2n ** 255n + 1n, paymentReference: '0x00ff' })
    const read = { address: signed.contract, abi: signedPaymentAbi, args: [payment] } as const
    const client = chains.client(NETWORK)
    expect(await client.readContract({ ...read, functionName: 'paymentHashOf' })).toBe(
      signed.hashOf(payment),
    )
    expect(await client.readContract({ ...read, functionName: 'permitDeadlineOf' })).toBe(
      signed.permitDeadline(payment),
    )
  })

  it('the hash serves one payment, regardless of the kind of signature', async () => {
    // USDC has authorizations and permits, so the same payment can be signed twice.
    const payment = signed.plan('authorization')
    const [first, second] = [
      await signed.sign('authorization', payment),
      await signed.sign('permit', payment),
    ]
    expect(await signed.attempt(second)).toBeNull()
    await signed.send(first)
    expect(await signed.attempt(second)).toMatchObject({ name: 'PaymentIsUsed' })
  })
})
