import { encodeAbiParameters, type Hex, toFunctionSelector, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import type { ChainClient } from '../chains/chainClient.ts'
import { findSignatureForm } from './signatureForm.ts'

/** Recorded responses of USDC on Ethereum. */
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const SEPARATOR = '0x06c37168a7db5138defc7866392bb87a741f9b3d104deb5094588ce041cae335'
const TYPEHASH = '0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8'
/** `receiveWithAuthorization` with `bytes signature`, in USDC since version 2.2. */
const ANY_LENGTH = '0x88b7ab63'
/** The text of USDC's refusal: `FiatTokenV2: caller must be the payee`. */
const REFUSAL: Hex = '0x08c379a0'
const scope = { chainId: 1, contract: '0x00000000000000000000000000000000000c0de1', permit2: null }
const payment = {
  payer: '0x00000000000000000000000000000000000a11ce',
  token: USDC,
  recipient: '0x000000000000000000000000000000000000b0b0',
  amountUnits: 1n,
  feeUnits: 0n,
  feeAddress: '0x0000000000000000000000000000000000000000',
  reference: '0x0123456789abcdef',
  deadlineS: 1_800_000_000,
  salt: 1n,
} as const

/** Returns an Ethereum node with USDC, and counts its calls. */
function chainWith(facts: { takesAnyLength: boolean; hasContractCode: boolean }) {
  const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
  const answers: Readonly<Record<string, Hex>> = {
    [toFunctionSelector('name()')]: text('USD Coin'),
    [toFunctionSelector('version()')]: text('2'),
    [toFunctionSelector('DOMAIN_SEPARATOR()')]: SEPARATOR,
    [toFunctionSelector('RECEIVE_WITH_AUTHORIZATION_TYPEHASH()')]: TYPEHASH,
    [toFunctionSelector('authorizationState(address,bytes32)')]: zeroHash,
  }
  let calls = 0
  const counted =
    <A extends unknown[], R>(act: (...args: A) => R) =>
    async (...args: A) => {
      calls += 1
      return act(...args)
    }
  const chain = {
    network: { chainId: 1 },
    call: counted((_to: string, data: Hex) => answers[data.slice(0, 10)] ?? null),
    simulate: counted(({ data }: { data: Hex }) => ({
      revert: facts.takesAnyLength && data.startsWith(ANY_LENGTH) ? REFUSAL : '0x',
    })),
    hasCode: counted(() => [true]),
    readAccount: counted(() => ({ hasContractCode: facts.hasContractCode })),
  }
  // No other method is called.
  return { chain: chain as unknown as ChainClient, calls: () => calls }
}

test.each([
  ['an account with a key, whose USDC has the older function alone', false, false],
  ['an account with a key', true, false],
  ['a smart account whose USDC accepts signatures of any length', true, true],
])('USDC offers its authorization to %s', async (_, takesAnyLength, hasContractCode) => {
  const { chain } = chainWith({ takesAnyLength, hasContractCode })
  expect(await findSignatureForm(chain, scope, payment)).toMatchObject({
    form: { kind: 'eip3009', permitNonce: null },
  })
})

test('USDC offers no authorization to a smart account if it has the older function alone', async () => {
  const { chain } = chainWith({ takesAnyLength: false, hasContractCode: true })
  expect(await findSignatureForm(chain, scope, payment)).toEqual({ obstacle: 'not_supported' })
})

test('A signed authorization of a known token needs no further query', async () => {
  const { chain, calls } = chainWith({ takesAnyLength: true, hasContractCode: false })
  await findSignatureForm(chain, scope, payment)
  const before = calls()
  const signed = await findSignatureForm(chain, scope, payment, { signedKind: 'eip3009' })
  expect(signed).toMatchObject({ form: { kind: 'eip3009' } })
  expect(calls()).toBe(before)
})
