import { describe, expect, test } from 'vitest'
import { InvalidAddressError, MalformedValueError } from '../errors.ts'
import { getNetwork } from '../networks/index.ts'
import {
  type BatchGroup,
  type BatchPayment,
  ContractNotDeployedError,
  encodeApprove,
  encodeBatch,
  encodeErc20Payment,
  encodeNativePayment,
  encodePaymentBatch,
  FeeWithoutAddressError,
  InvalidBatchError,
  MAX_BATCH_ITEMS,
  requireContract,
  ZERO_ADDRESS,
} from './index.ts'

const A = '0xcb31530041fA559A3688CC0B04d9CE7949285afB'
const B = '0x0c8BbADEaCB2346ed4296aE6d2C575738Eeac989'
const payment = {
  proxy: A,
  token: A,
  payee: B,
  amountUnits: 1_000n,
  paymentReference: '0x5420599980d1925c',
  feeUnits: 10n,
  feeAddress: B,
} as const
const TOO_LARGE = 2n ** 256n

describe('a payment with an invalid field is rejected with the name of the field', () => {
  const wrongChecksum = A.replace('fA559A', 'fa559A')
  const bad: [string, object][] = [
    ['proxy', { proxy: '0x' }],
    ['token', { token: wrongChecksum }],
    ['payee', { payee: 'vitalik.eth' }],
    ['payee', { payee: '' }],
    ['amountUnits', { amountUnits: -1n }],
    ['amountUnits', { amountUnits: TOO_LARGE }],
    ['amountUnits', { amountUnits: 1_000 }],
    ['amountUnits', { amountUnits: '1000' }],
    ['feeUnits', { feeUnits: -1n }],
    ['feeUnits', { feeUnits: TOO_LARGE }],
    ['feeAddress', { feeAddress: `${B}00` }],
    ['paymentReference', { paymentReference: '0x5420599980d1925' }],
    ['paymentReference', { paymentReference: '0x5420599980d1925c00' }],
    ['paymentReference', { paymentReference: '5420599980d1925c' }],
    ['paymentReference', { paymentReference: '0x5420599980d1925g' }],
  ]
  test.each(bad)(
    'a payment with an invalid %s in %o is rejected with the name of the field',
    (field, change) => {
      const changed = { ...payment, ...change }
      expect(fieldOf(() => encodeErc20Payment(changed))).toBe(field)
      if (field !== 'token') expect(fieldOf(() => encodeNativePayment(changed))).toBe(field)
    },
  )

  test('a value beyond 256 bits is rejected, although amount and fee fit', () => {
    const changed = { ...payment, amountUnits: TOO_LARGE - 1n }
    expect(fieldOf(() => encodeNativePayment(changed))).toBe('value')
  })
})

test('an approval with an invalid field is rejected', () => {
  const approval = { token: A, spender: B, amountUnits: 1n }
  expect(fieldOf(() => encodeApprove({ ...approval, token: '0x1' }))).toBe('token')
  expect(fieldOf(() => encodeApprove({ ...approval, spender: '0x1' }))).toBe('spender')
  expect(fieldOf(() => encodeApprove({ ...approval, amountUnits: TOO_LARGE }))).toBe('amountUnits')
})

test('a fee for the zero address is rejected, but a zero fee for this address is accepted', () => {
  const forNobody = { ...payment, feeAddress: ZERO_ADDRESS }
  expect(() => encodeErc20Payment(forNobody)).toThrow(FeeWithoutAddressError)
  expect(() => encodeNativePayment(forNobody)).toThrow(FeeWithoutAddressError)
  expect(encodeErc20Payment({ ...forNobody, feeUnits: 0n }).value).toBe(0n)
  expect(encodeNativePayment({ ...forNobody, feeUnits: 0n }).value).toBe(1_000n)
})

describe('a batch is rejected', () => {
  const item = {
    payee: B,
    amountUnits: 5n,
    path: [A],
    paymentReference: '0x5420599980d1925c',
    feeUnits: 0n,
    maxToSpendUnits: 0n,
    maxRateTimespanS: 0n,
  } as const
  const group = (paymentNetworkId: BatchGroup['paymentNetworkId']): BatchGroup => ({
    paymentNetworkId,
    items: [item],
  })
  const batch = (...groups: BatchGroup[]) => ({ contract: A, groups, feeAddress: B })

  test('a batch is rejected without groups, or with an empty, repeated or misplaced one', () => {
    expect(() => encodeBatch(batch())).toThrow(InvalidBatchError)
    expect(() => encodeBatch(batch({ paymentNetworkId: 2, items: [] }))).toThrow(InvalidBatchError)
    expect(() => encodeBatch(batch(group(2), group(2)))).toThrow(InvalidBatchError)
    expect(() => encodeBatch(batch(group(3), group(2)))).toThrow(InvalidBatchError)
  })

  test('a batch is rejected with a fee for the zero address in any item', () => {
    const groups = [{ paymentNetworkId: 2, items: [item, { ...item, feeUnits: 1n }] }] as const
    const forNobody = { contract: A, groups, feeAddress: ZERO_ADDRESS }
    expect(() => encodeBatch(forNobody)).toThrow(FeeWithoutAddressError)
  })

  test('a batch is rejected with an invalid field', () => {
    const withItem = (change: object) =>
      batch({ paymentNetworkId: 2, items: [{ ...item, ...change }] })
    expect(fieldOf(() => encodeBatch(withItem({ payee: '' })))).toBe('payee')
    expect(fieldOf(() => encodeBatch(withItem({ path: ['0x1'] })))).toBe('path')
    expect(fieldOf(() => encodeBatch(withItem({ maxToSpendUnits: -1n })))).toBe('maxToSpendUnits')
    expect(fieldOf(() => encodeBatch({ ...batch(group(2)), contract: '' }))).toBe('contract')
    expect(fieldOf(() => encodeBatch({ ...batch(group(2)), feeAddress: '' }))).toBe('feeAddress')
    const huge = { ...item, amountUnits: TOO_LARGE - 1n }
    const overflowing = batch({ paymentNetworkId: 3, items: [huge, huge] })
    expect(fieldOf(() => encodeBatch(overflowing))).toBe('value')
  })

  test('a batch is rejected with no payments, too many, or a duplicate', () => {
    const direct = (index: number): BatchPayment => ({
      token: A,
      payee: B,
      amountUnits: 1n,
      paymentReference: `0x${index.toString(16).padStart(16, '0')}`,
      feeUnits: 0n,
    })
    const encode = (items: BatchPayment[]) =>
      encodePaymentBatch({ contract: A, nativeHash: B, items, feeAddress: B })
    const most = Array.from({ length: MAX_BATCH_ITEMS }, (_, index) => direct(index))
    expect(encode(most).value).toBe(0n)
    expect(() => encode([...most, direct(MAX_BATCH_ITEMS)])).toThrow(InvalidBatchError)
    expect(() => encode([])).toThrow(InvalidBatchError)
    expect(() => encode([direct(1), { ...direct(1), payee: B.toLowerCase() }])).toThrow(
      InvalidBatchError,
    )
  })
})

test('requireContract finds the registry address, and names a missing contract', () => {
  expect(requireContract(getNetwork('base'), 'ERC20FeeProxy')).toBe(
    '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814',
  )
  expect(() => requireContract(getNetwork('mantle'), 'BatchConversionPayments')).toThrowError(
    'BatchConversionPayments is not deployed on mantle.',
  )
  expect(() => requireContract(getNetwork('tron'), 'ERC20FeeProxy')).toThrow(
    ContractNotDeployedError,
  )
})

/** Returns the field that an error names. */
function fieldOf(call: () => unknown): string | undefined {
  try {
    call()
  } catch (error) {
    if (error instanceof InvalidAddressError || error instanceof MalformedValueError)
      return error.field
    throw error
  }
  return 'accepted'
}
