import { getNetwork } from '@secure-payment/core/networks'
import {
  encodeCancelPayment,
  encodeIsPaymentUsed,
  encodeSignedPayment,
  hashDomain,
  hashSignedPayment,
  type SignatureKind,
  type SignedPayment,
  signedPaymentTypedData,
} from '@secure-payment/core/signed'
import { type Chains, startChains, testTokenAbi } from '@secure-payment/devnet'
import { type Address, getAddress, type Hex, parseAbi, type TypedDataDefinition } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountAt, FEE_TAKER, NETWORK, PAYER, SENDER } from './support/signedPayments.ts'

const tokenAbi = parseAbi([
  'function nonces(address owner) view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
])

/** Each kind has its own payee, so that no kind depends on another's balances. */
const KINDS = [
  {
    kind: 'eip3009',
    symbol: 'USDC',
    version: '2',
    recipient: '0x00000000000000000000000000000000000a11c1',
  },
  {
    kind: 'permit2',
    symbol: 'USDT',
    version: null,
    recipient: '0x00000000000000000000000000000000000a11c2',
  },
  {
    kind: 'eip2612',
    symbol: 'FAU',
    version: '1',
    recipient: '0x00000000000000000000000000000000000a11c3',
  },
] as const

let chains: Chains
beforeAll(async () => {
  chains = await startChains({ networks: [NETWORK] })
  await chains.wallet(NETWORK, PAYER).writeContractSync({
    address: chains.token(NETWORK, 'USDT').address,
    abi: testTokenAbi,
    functionName: 'approve',
    args: [chains.contract(NETWORK, 'Permit2'), 10n ** 30n],
  })
})
afterAll(() => chains?.[Symbol.asyncDispose]())

/** Returns core's message for a payment of a token, and the calldata for a signature. */
async function plan(
  kind: SignatureKind,
  token: Address,
  facts: { name: string; version: string | null; recipient: string; salt: bigint },
) {
  const client = chains.client(NETWORK)
  const { chainId, contracts } = getNetwork(NETWORK)
  const scope = {
    chainId,
    contract: contracts.ERC20SignedPayment?.address ?? '',
    permit2: contracts.Permit2?.address ?? null,
  }
  const payment: SignedPayment = {
    payer: accountAt(PAYER),
    token,
    recipient: facts.recipient,
    amountUnits: 100n,
    feeUnits: 7n,
    feeAddress: FEE_TAKER,
    reference: '0x0123456789abcdef',
    deadlineS: Number((await client.getBlock()).timestamp) + 1_000,
    salt: facts.salt,
  }
  const permitNonce =
    kind === 'eip2612'
      ? await client.readContract({
          address: token,
          abi: tokenAbi,
          functionName: 'nonces',
          args: [accountAt(PAYER)],
        })
      : null
  const { name, version } = facts
  const tokenDomain = version === null ? null : { name, version, chainId, verifyingContract: token }
  const data = signedPaymentTypedData(scope, payment, { kind, tokenDomain, permitNonce })
  const signature = await chains
    .wallet(NETWORK, PAYER)
    .signTypedData(JSON.parse(JSON.stringify(data)) as TypedDataDefinition)
  return {
    payment,
    tokenDomain,
    hash: hashSignedPayment(scope, payment),
    to: getAddress(scope.contract),
    data: encodeSignedPayment(kind, payment, signature, permitNonce),
  }
}

const send = (by: number, to: Address, data: Hex) =>
  chains
    .wallet(NETWORK, by)
    .sendTransactionSync({ to, data, gas: 900_000n, throwOnReceiptRevert: false })

const isUsed = async (to: Address, hash: Hex) =>
  BigInt((await chains.client(NETWORK).call({ to, data: encodeIsPaymentUsed(hash) })).data ?? '0x')

describe.each(KINDS)("Core's signed payment by $kind", ({ kind, symbol, version, recipient }) => {
  const facts = (salt: bigint) => {
    const { name } = getNetwork(NETWORK).tokens.find((token) => token.symbol === symbol) ?? {
      name: '',
    }
    return { name, version, recipient, salt }
  }

  it('the message pays the recipient once, from any account', async () => {
    const token = chains.token(NETWORK, symbol).address
    const { to, data, hash } = await plan(kind, token, facts(1n))
    expect(await isUsed(to, hash)).toBe(0n)
    expect((await send(SENDER, to, data)).status).toBe('success')
    expect(await isUsed(to, hash)).toBe(1n)
    expect((await send(SENDER, to, data)).status).toBe('reverted')
    const held = await chains.client(NETWORK).readContract({
      address: token,
      abi: testTokenAbi,
      functionName: 'balanceOf',
      args: [getAddress(recipient)],
    })
    expect(held).toBe(100n)
  })

  it('the message pays nothing after its payer has cancelled the payment', async () => {
    const token = chains.token(NETWORK, symbol).address
    const { to, data, hash, payment } = await plan(kind, token, facts(2n))
    const cancel = encodeCancelPayment(payment)
    expect((await send(SENDER, to, cancel)).status).toBe('reverted')
    expect((await send(PAYER, to, cancel)).status).toBe('success')
    expect(await isUsed(to, hash)).toBe(1n)
    expect((await send(SENDER, to, data)).status).toBe('reverted')
  })

  it.runIf(version !== null)("the token's own separator is the hash of the domain", async () => {
    const address = chains.token(NETWORK, symbol).address
    const { tokenDomain } = await plan(kind, address, facts(3n))
    if (tokenDomain === null) throw new Error('The token has no domain.')
    expect(hashDomain(tokenDomain)).toBe(
      await chains
        .client(NETWORK)
        .readContract({ address, abi: tokenAbi, functionName: 'DOMAIN_SEPARATOR' }),
    )
  })
})
