import { type Chains, permitAbi, startChains, testTokenAbi } from '@secure-payment/devnet'
import { type Address, getAddress, type Hex, hexToNumber, sliceHex, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deployQuirkyToken, type QuirkyToken } from './support/quirkyToken.ts'
import {
  deployContract,
  encodePayment,
  NETWORK,
  openSignedPayments,
  PERMIT2,
  readArtifact,
  SENDER,
  type SignedPayments,
  signedArtifact,
} from './support/signedPayments.ts'

const OTHER = getAddress('0x0000000000000000000000000000000000000bad')
const MAX = 2n ** 256n - 1n

let chains: Chains
let signed: SignedPayments
let quirky: QuirkyToken
let snapshot: Hex
beforeAll(async () => {
  chains = await startChains({ networks: [NETWORK] })
  signed = await openSignedPayments(chains)
  quirky = await deployQuirkyToken(chains, NETWORK)
  await quirky.mint(signed.payer, 1_000_000n)
  await signed.approve(quirky.address, PERMIT2, MAX)
})
afterAll(() => chains?.[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await chains.snapshot(NETWORK)
})
afterEach(() => chains.revert(NETWORK, snapshot))

/** Submits the permit of a signed payment to its token, as any account can. */
const submitPermit = (token: Address, args: { deadline: bigint; signature: Hex }) =>
  chains.wallet(NETWORK, 6).writeContractSync({
    address: token,
    abi: permitAbi,
    functionName: 'permit',
    args: [
      signed.payer,
      signed.contract,
      107n,
      args.deadline,
      hexToNumber(sliceHex(args.signature, 64, 65)),
      sliceHex(args.signature, 0, 32),
      sliceHex(args.signature, 32, 64),
    ],
  })

describe('A signed payment of a token that deviates', () => {
  it.each([
    'refuses pulls',
    'only reports transfers',
    'charges the sender',
    'charges the receiver',
  ] as const)('a token that %s moves nothing', async (behaviour) => {
    const signature = await signed.sign(
      'permit2',
      signed.plan('permit2', { token: quirky.address, amount: 10_000n, feeAmount: 500n }),
    )
    expect(await signed.attempt(signature)).toBeNull()
    await quirky.behave(behaviour)
    const before = await signed.balancesOf(quirky.address)
    const { status } = await signed.send(signature)
    expect(status).toBe('reverted')
    expect(await signed.balancesOf(quirky.address)).toEqual(before)
  })

  it('a token that burns a share of each transfer moves nothing', async () => {
    const token = chains.token(NETWORK, 'FEE').address
    await signed.approve(token, PERMIT2, MAX)
    const payment = signed.plan('permit2', { token, amount: 10_000n })
    expect(await signed.attempt(await signed.sign('permit2', payment))).toEqual({
      name: 'InexactTransfer',
      args: [token, 10_007n, 9_907n],
    })
  })

  it('a token cannot enter the contract a second time during a payment', async () => {
    const plan = (salt: bigint) =>
      signed.sign('permit2', signed.plan('permit2', { token: quirky.address, salt }))
    const [outer, inner] = [await plan(1n), await plan(2n)]
    await quirky.behave('calls back')
    await quirky.aim(signed.contract, encodePayment(inner))
    const before = await signed.balancesOf(quirky.address)
    expect((await signed.send(outer)).status).toBe('reverted')
    expect(await signed.balancesOf(quirky.address)).toEqual(before)
  })

  it('a payment of an address without code is rejected', async () => {
    const payment = signed.plan('authorization', { token: OTHER })
    const signature = { kind: 'authorization', signature: `0x${'11'.repeat(65)}` } as const
    expect(await signed.attempt({ ...signature, payment, permitNonce: 0n })).toEqual({
      name: 'NotAContract',
      args: [OTHER],
    })
  })

  it('a token that ignores unknown calls moves nothing without an allowance', async () => {
    const token = await deployContract(chains, readArtifact('FallbackToken'), ['Fallback', 'F', 18])
    await signed.mint(token, signed.payer, 1_000n)
    const payment = signed.plan('authorization', { token })
    const signature = { signature: `0x${'11'.repeat(65)}`, permitNonce: 0n } as const
    expect(await signed.attempt({ ...signature, kind: 'authorization', payment })).toEqual({
      name: 'InexactTransfer',
      args: [token, 107n, 0n],
    })
    // An allowance that the payer gave by mistake is safe, because the contract checks the permit's signature itself.
    await signed.approve(token, signed.contract, MAX)
    expect(await signed.attempt({ ...signature, kind: 'permit', payment })).toEqual({
      name: 'InvalidSignature',
      args: [],
    })
  })
})

describe('The permit of a signed payment', () => {
  it('a permit that another account submitted first pays the same recipient', async () => {
    const payment = signed.plan('permit')
    const signature = await signed.sign('permit', payment)
    const deadline = signed.permitDeadline(payment)
    await submitPermit(payment.token, { deadline, signature: signature.signature })
    const before = await signed.balancesOf(payment.token)
    expect((await signed.send(signature)).status).toBe('success')
    const after = await signed.balancesOf(payment.token)
    expect(after.map((balance, index) => balance - (before[index] ?? 0n))).toEqual([
      -107n,
      100n,
      7n,
      0n,
    ])
  })

  it('an allowance from a submitted permit pays nothing else and nothing later', async () => {
    const payment = signed.plan('permit')
    const signature = await signed.sign('permit', payment)
    const deadline = signed.permitDeadline(payment)
    await submitPermit(payment.token, { deadline, signature: signature.signature })
    const stolen = { ...payment, recipient: OTHER }
    expect(await signed.attempt({ ...signature, payment: stolen })).toMatchObject({
      name: 'InvalidSignature',
    })
    expect(await signed.attempt(signature, { at: payment.deadline + 1 })).toMatchObject({
      name: 'PaymentExpired',
    })
    const own = await signed.sign('permit', { ...payment, recipient: OTHER }, { by: SENDER })
    expect(await signed.attempt(own)).toMatchObject({ name: 'InvalidSignature' })
  })

  it('a payment leaves no allowance to the contract or to the fee proxy', async () => {
    const payment = signed.plan('permit')
    await signed.send(await signed.sign('permit', payment))
    const pairs: [Address, Address][] = [
      [signed.payer, signed.contract],
      [signed.contract, chains.contract(NETWORK, 'ERC20FeeProxy')],
    ]
    for (const args of pairs) {
      const read = { address: payment.token, abi: testTokenAbi, args } as const
      expect(
        await chains.client(NETWORK).readContract({ ...read, functionName: 'allowance' }),
      ).toBe(0n)
    }
  })

  it('a permit whose nonce was used by another permit pays nothing', async () => {
    const [first, second] = [
      await signed.sign('permit', signed.plan('permit')),
      await signed.sign('permit', signed.plan('permit', { salt: 2n })),
    ]
    await signed.send(first)
    expect(await signed.attempt(second)).not.toBeNull()
  })

  it('a plain allowance to the contract cannot be spent without the payer’s signature', async () => {
    const payment = signed.plan('permit')
    await signed.approve(payment.token, signed.contract, MAX)
    for (const kind of ['authorization', 'permit2', 'permit'] as const) {
      const forged = await signed.sign('permit', payment, { by: SENDER })
      expect(await signed.attempt({ ...forged, kind })).not.toBeNull()
    }
  })
})

describe('ERC20SignedPayment', () => {
  it('the contract rejects a fee proxy and a Permit2 without code', async () => {
    const feeProxy = chains.contract(NETWORK, 'ERC20FeeProxy')
    for (const args of [
      [OTHER, PERMIT2],
      [feeProxy, OTHER],
    ]) {
      await expect(deployContract(chains, signedArtifact(), args)).rejects.toThrow()
    }
  })

  it('the contract offers authorizations and permits on a network without Permit2', async () => {
    const feeProxy = chains.contract(NETWORK, 'ERC20FeeProxy')
    const bare = await deployContract(chains, signedArtifact(), [feeProxy, zeroAddress])
    for (const kind of ['authorization', 'permit'] as const) {
      const signature = await signed.sign(kind, signed.plan(kind), { at: bare })
      expect(await signed.attempt(signature, { to: bare })).toBeNull()
    }
    const signature = await signed.sign('permit2', signed.plan('permit2'), { at: bare })
    expect(await signed.attempt(signature, { to: bare })).not.toBeNull()
  })
})
