import { getNetwork } from '@secure-payment/core/networks'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { findPromise, isFunded } from './findPromise.ts'

const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const PAYEE = '0x8a5F2b1E6b4cbE2F3b8bE7D2a1c2d3e4f5a6b7c8'.toLowerCase()
const OTHER = '0x00000000000000000000000000000000000bad1e'
const REFERENCE = '0x7d1e0a92c4b85f36'
const request = {
  payee: PAYEE,
  token_address: TOKEN.toLowerCase(),
  payment_reference: REFERENCE,
}
const abi = parseAbi([
  'function transferFromWithReferenceAndFee(address token, address to, uint256 amount, bytes paymentReference, uint256 fee, address feeAddress)',
])

type Order = { token?: Hex; payee?: string; reference?: Hex; amountUnits?: bigint }

/** Returns the call, as viem encodes it, without its `0x`. */
function call({
  token = TOKEN,
  payee = PAYEE,
  reference = REFERENCE,
  amountUnits = 50n,
}: Order = {}) {
  return encodeFunctionData({
    abi,
    functionName: 'transferFromWithReferenceAndFee',
    args: [token, `0x${payee.slice(2)}`, amountUnits, reference, 3n, OTHER],
  }).slice(2)
}

const SELECTOR = call().slice(0, 8)
const found = { amountUnits: 50n, feeUnits: 3n }

describe('The order of a payment', () => {
  test.each<[string, string]>([
    ['alone', call()],
    ['anywhere among the bytes of a bridge', `deadbeef00${call()}ff`],
    ['in upper case', call().toUpperCase()],
    ['after that of another payment', call({ reference: '0x7d1e0a92c4b85f37' }) + call()],
    ['after bytes that only start like one', SELECTOR + call()],
    ['as the first of two', call() + call({ amountUnits: 70n })],
  ])('the order of a payment is found %s', (_, digits) => {
    expect(findPromise(`0x${digits}`, request)).toEqual(found)
  })

  test.each<[string, string]>([
    ['there are no bytes', ''],
    ['it is truncated', call().slice(0, -2)],
    ['it is for another payee', call({ payee: OTHER })],
    ['it is in another token', call({ token: OTHER })],
    ['it has another reference', call({ reference: '0x7d1e0a92c4b85f37' })],
    ['it is beyond the size of a transaction', SELECTOR.repeat(20) + call()],
  ])('the order of a payment is not found when %s', (_, digits) => {
    expect(findPromise(`0x${digits}`, request)).toBeNull()
  })

  test('the order of a payment is not found for a request in a native coin', () => {
    expect(findPromise(`0x${call()}`, { ...request, token_address: null })).toBeNull()
  })
})

describe('An order', () => {
  const [token] = getNetwork('base').tokens.filter(({ symbol }) => symbol === 'USDC')
  if (token === undefined) throw new Error('Base has no USDC.')
  const promised = { amountUnits: 10_000_000n, feeUnits: 500_000n }

  test.each([
    ['is funded by more than the amount due', 10_521_000n, true],
    [
      'is funded by 5 % less, to allow for price differences between dollar tokens',
      10_000_000n,
      true,
    ],
    ['is not funded by one unit less', 9_999_999n, false],
    ['is not funded by dust', 1n, false],
  ])('an order %s', (_, units, expected) => {
    expect(isFunded(promised, { sent: { token, units }, decimals: 6 })).toBe(expected)
  })

  test('an order can be funded by a token with other decimals', () => {
    const due = { amountUnits: 10n ** 19n, feeUnits: 0n }
    const by = (units: bigint) => isFunded(due, { sent: { token, units }, decimals: 18 })
    expect([by(10_000_000n), by(9_000_000n)]).toEqual([true, false])
  })
})
