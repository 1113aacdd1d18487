import { type Chains, testTokenAbi } from '@secure-payment/devnet'
import { type Address, getAddress, type TypedDataDefinition } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createDelegatingAccount,
  createEchoAccount,
  createSigningSafe,
  type SigningAccount,
} from '../support/signingAccounts.ts'
import { deployAccount } from './support/smartAccounts.ts'
import type { Payer } from './support/startPayouts.ts'
import { type Signed, startSigned, UNITS } from './support/startSigned.ts'
import { waitFor } from './support/waitFor.ts'

const PERMIT2 = getAddress('0x000000000022d473030f116ddee9f6b43ac78ba3')

let signed: Signed
beforeAll(async () => {
  signed = await startSigned()
})
afterAll(() => signed?.[Symbol.asyncDispose]())

const client = () => signed.world.chains.client('devnet')

/** A smart account (ERC-1271) whose owner's key signs with 65 bytes. */
async function createOwned(): Promise<Payer> {
  const owner = privateKeyToAccount(generatePrivateKey())
  const account = await deployAccount(signed.world.chains, owner.address)
  return { ...owner, address: getAddress(account) }
}

/** Returns a creator of payers that sign as a kind of account does. */
function payerOf(create: (chains: Chains) => Promise<SigningAccount>): () => Promise<Payer> {
  return async () => {
    const { address, sign } = await create(signed.world.chains)
    const signTypedData = (data: unknown) => sign(data as TypedDataDefinition)
    return { ...privateKeyToAccount(generatePrivateKey()), address, signTypedData }
  }
}

async function approvePermit2(owner: Address): Promise<void> {
  await client().setBalance({ address: owner, value: 10n ** 18n })
  await client().impersonateAccount({ address: owner })
  await client().writeContractSync({
    account: owner,
    chain: null,
    address: signed.world.chains.token('devnet', 'USDT').address,
    abi: testTokenAbi,
    functionName: 'approve',
    args: [PERMIT2, 2n ** 256n - 1n],
  })
  await client().setBalance({ address: owner, value: 0n })
}

const accounts: readonly [string, () => Promise<Payer>][] = [
  ['smart account with a signature of 65 bytes', createOwned],
  ['smart account with a signature of another length', payerOf(createEchoAccount)],
  ['Safe with two owners', payerOf(createSigningSafe)],
  ['delegating account (EIP-7702)', payerOf(createDelegatingAccount)],
]

describe('A payer without native coins', () => {
  test.each(accounts)('a %s pays USDC, to the verified webhook', async (_, create) => {
    const payer = await create()
    await signed.mint(payer.address, 'USDC', UNITS)
    const begun = await signed.begin(payer)
    expect(begun.offer.kind).toBe('eip3009')
    const { status, json } = await begun.submit(await begun.sign())
    expect(status, JSON.stringify(json)).toBe(202)
    const { payment_hash } = await signed.until(json.id, 'confirmed')
    expect(await signed.made(payment_hash)).toBe(1)
    expect(await signed.payments(begun.requestId)).toMatchObject([{ payer: payer.address }])
    expect(await signed.balanceOf('USDC', payer.address)).toBe(0n)
    expect(await client().getBalance({ address: payer.address })).toBe(0n)
    await waitFor('the verified webhook', async () =>
      signed.world.sink
        .deliveries()
        .find(({ rawBody, verified }) => verified && rawBody.includes(begun.requestId)),
    )
  })

  test.each(accounts)('a %s pays USDT with Permit2', async (_, create) => {
    const payer = await create()
    await signed.mint(payer.address, 'USDT', UNITS)
    await approvePermit2(payer.address)
    const begun = await signed.begin(payer, 'USDT')
    expect(begun.offer.kind).toBe('permit2')
    const { status, json } = await begun.submit(await begun.sign())
    expect(status, JSON.stringify(json)).toBe(202)
    await signed.until(json.id, 'confirmed')
    expect(await signed.payments(begun.requestId)).toMatchObject([{ payer: payer.address }])
  })

  test('a smart account cannot pay with the signature of another key', async () => {
    const payer = await createOwned()
    await signed.mint(payer.address, 'USDC', UNITS)
    const begun = await signed.begin(payer)
    const stranger = privateKeyToAccount(generatePrivateKey())
    const { status, json } = await begun.submit(await begun.sign({}, stranger))
    expect([status, json.reason]).toEqual([400, 'wrong_signature'])
  })
})
