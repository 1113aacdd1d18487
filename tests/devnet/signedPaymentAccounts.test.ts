import { type Chains, startChains, testTokenAbi } from '@secure-payment/devnet'
import type { Address, Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  accountAt,
  deployContract,
  NETWORK,
  openSignedPayments,
  PAYER,
  PERMIT2,
  readArtifact,
  SENDER,
  type Signed,
  type SignedPayments,
} from './support/signedPayments.ts'

const MAX = 2n ** 256n - 1n
/** SmartAccount's honest behaviour. */
const HONEST = 0

let chains: Chains
let signed: SignedPayments
/** An account whose owner's key signs for it with 65 bytes. */
let keyed: Address
/** An account whose signatures have 32 bytes. */
let echo: Address
let snapshot: Hex
beforeAll(async () => {
  chains = await startChains({ networks: [NETWORK] })
  signed = await openSignedPayments(chains)
  keyed = await deployContract(chains, readArtifact('SmartAccount'), [signed.payer, HONEST])
  echo = await deployContract(chains, readArtifact('EchoAccount'), [])
  for (const account of [keyed, echo]) {
    for (const token of Object.values(signed.tokens)) await signed.mint(token, account, 1_000n)
    await approvePermit2(account)
  }
})
afterAll(() => chains?.[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await chains.snapshot(NETWORK)
})
afterEach(() => chains.revert(NETWORK, snapshot))

/** Approves Permit2 as an account that cannot send transactions itself. */
async function approvePermit2(owner: Address): Promise<void> {
  const client = chains.client(NETWORK)
  await client.impersonateAccount({ address: owner })
  await client.setBalance({ address: owner, value: 10n ** 18n })
  await client.writeContractSync({
    account: owner,
    address: signed.tokens.permit2,
    abi: testTokenAbi,
    functionName: 'approve',
    args: [PERMIT2, MAX],
    chain: null,
  })
  await client.stopImpersonatingAccount({ address: owner })
}

async function expectPaid(signature: Signed): Promise<void> {
  const { payer, token } = signature.payment
  const before = await signed.balancesOf(token, payer)
  expect((await signed.send(signature)).status).toBe('success')
  const after = await signed.balancesOf(token, payer)
  expect(after.map((balance, index) => balance - (before[index] ?? 0n))).toEqual([
    -107n,
    100n,
    7n,
    0n,
  ])
}

describe.each(['authorization', 'permit2'] as const)('A signed payment by %s', (kind) => {
  it('a smart account pays with its owner’s signature of 65 bytes', async () => {
    const payment = signed.plan(kind, { payer: keyed })
    await expectPaid(await signed.sign(kind, payment))
  })

  it('a smart account pays with a signature of another length', async () => {
    const payment = signed.plan(kind, { payer: echo })
    await expectPaid(await signed.sign(kind, payment, { by: 'echo' }))
  })

  it('a smart account’s payment rejects the signature of another key', async () => {
    const other = await signed.sign(kind, signed.plan(kind, { payer: keyed }), { by: SENDER })
    expect(await signed.attempt(other)).not.toBeNull()
    const wrong = await signed.sign(kind, signed.plan(kind, { payer: echo }), { by: 'echo' })
    const payment = { ...wrong.payment, recipient: accountAt(SENDER) }
    expect(await signed.attempt({ ...wrong, payment })).not.toBeNull()
  })

  it('an account that delegates to a contract (EIP-7702) pays with its own key', async () => {
    const key = chains.wallet(NETWORK, PAYER)
    const authorization = await key.signAuthorization({
      contractAddress: keyed,
      executor: 'self',
    })
    await key.sendTransactionSync({ to: accountAt(SENDER), authorizationList: [authorization] })
    expect(await chains.client(NETWORK).getCode({ address: signed.payer })).toBe(
      `0xef0100${keyed.slice(2).toLowerCase()}`,
    )
    await expectPaid(await signed.sign(kind, signed.plan(kind)))
  })
})

describe('A signed payment by permit', () => {
  it('a smart account cannot pay by permit, because the tokens’ permits know keys only', async () => {
    const signature = await signed.sign('permit', signed.plan('permit', { payer: keyed }))
    expect(await signed.attempt(signature)).toEqual({ name: 'InvalidSignature', args: [] })
  })
})
