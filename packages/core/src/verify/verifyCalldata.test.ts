import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { casesToTry } from '../../../../tests/support/casesToTry.ts'
import {
  approve,
  BATCH,
  batchApprovals,
  batchItems,
  ERC20_PROXY,
  etherItem,
  expectation,
  OTHER_PAYEE,
  PAYEE,
  payBatch,
  payErc20,
  payEther,
  payUsd,
  reasonOf,
  THIEF,
  USDC,
  USDT,
  usdApproval,
  usdcApproval,
  usdcDetail,
  usdcItem,
  usdItem,
  usdtDetail,
  usdtItem,
  ZERO,
} from '../../test-support/honestHost.ts'
import { getNetwork } from '../networks/index.ts'
import {
  type Expectation,
  type ExpectedItem,
  verifyCalldata,
  type WireTransaction,
} from './index.ts'

describe('verifyCalldata accepts correct transactions', () => {
  test.each<[string, ExpectedItem[], WireTransaction[], string[]]>([
    ['a payment whose allowance suffices', [usdcItem], [payErc20()], ['pay']],
    ['an exact approval', [usdcItem], [usdcApproval, payErc20()], ['approve', 'pay']],
    [
      'a reset and an exact approval',
      [usdcItem],
      [approve(USDC, ERC20_PROXY, 0n), usdcApproval, payErc20()],
      ['reset_approval', 'approve', 'pay'],
    ],
    ['a native payment', [etherItem], [payEther()], ['pay']],
    ['a batch', batchItems, [...batchApprovals, payBatch()], ['approve', 'approve', 'pay']],
    [
      'a batch with one token already approved',
      batchItems,
      [approve(USDT, BATCH, 0n), approve(USDT, BATCH, 3_000_000n), payBatch()],
      ['reset_approval', 'approve', 'pay'],
    ],
  ])('verifyCalldata accepts %s', (_, items, transactions, kinds) => {
    const { steps } = verifyCalldata(expectation(...items), transactions)
    expect(steps.map(({ kind }) => kind)).toEqual(kinds)
    expect(steps.map(({ transaction }) => transaction.data)).toEqual(
      transactions.map(({ data }) => data),
    )
  })

  test('verifyCalldata accepts a payment without a fee, whose fee address is the zero address', () => {
    const item = { ...usdcItem, feeUnits: 0n, feeAddress: null }
    const transaction = payErc20({ feeUnits: 0n, feeAddress: ZERO })
    expect(reasonOf(expectation(item), [transaction])).toBe('accepted')
  })

  test('verifyCalldata accepts a batch without fees, whose fee address is the first payee', () => {
    const items = [usdtItem, { ...usdcItem, feeUnits: 0n, feeAddress: null }]
    const details = [usdtDetail, { ...usdcDetail, feeAmount: 0n }]
    const groups = [{ paymentNetworkId: 2n, requestDetails: details }]
    const transaction = payBatch(groups, { feeAddress: OTHER_PAYEE, value: 0n })
    expect(reasonOf(expectation(...items), [transaction])).toBe('accepted')
    const toThief = payBatch(groups, { feeAddress: THIEF, value: 0n })
    expect(reasonOf(expectation(...items), [toThief])).toBe('wrong_fee_address at 0')
    const toNobody = payBatch(groups, { feeAddress: ZERO, value: 0n })
    expect(reasonOf(expectation(...items), [toNobody])).toBe('wrong_fee_address at 0')
  })

  test('verifyCalldata accepts upper-case data, the right chain id and every form of a value', () => {
    const { data } = payErc20()
    const upper = `0x${data.slice(2).toUpperCase()}`
    const values = [0, '0x0', '0x00', { type: 'BigNumber', hex: '0x00' }]
    for (const value of values) {
      const wire = { to: ERC20_PROXY.toLowerCase(), data: upper, value, chainId: 1 }
      const { steps } = verifyCalldata(expectation(usdcItem), [wire])
      expect(steps[0]?.transaction).toEqual({ to: ERC20_PROXY, data, value: 0n })
    }
  })

  test('verifyCalldata accepts and returns only the host’s approvals', () => {
    const wire = { ...payErc20(), gas: '0x1', authorizationList: [THIEF], from: THIEF }
    const { steps } = verifyCalldata(expectation(usdcItem), [wire])
    expect(Object.keys(steps[0]?.transaction ?? {})).toEqual(['to', 'data', 'value'])
  })
})

describe('verifyCalldata rejects an invalid expectation', () => {
  test.each<[string, Expectation]>([
    ['without items', expectation()],
    ['with an amount of zero', expectation({ ...usdcItem, amountUnits: 0n })],
    ['with a fee without a recipient', expectation({ ...usdcItem, feeAddress: null })],
    ['with a fee for the zero address', expectation({ ...usdcItem, feeAddress: ZERO })],
    ['with a payee that is not an address', expectation({ ...usdcItem, payee: 'vitalik.eth' })],
    ['with one payment twice', expectation(usdcItem, usdcItem)],
    ['with fees for two addresses', expectation(usdcItem, { ...etherItem, feeAddress: PAYEE })],
    [
      'with a fee without a recipient in a batch',
      expectation(usdtItem, { ...usdcItem, feeAddress: null }),
    ],
    [
      'on a network without batches',
      { ...expectation(usdcItem, usdtItem), network: getNetwork('mantle') },
    ],
    ['on Tron', { ...expectation(usdcItem), network: getNetwork('tron') }],
  ])('verifyCalldata rejects an expectation %s', (_, expected) => {
    expect(reasonOf(expected, [payErc20()])).toBe('invalid_expectation at 0')
  })
})

test('hostile shapes are rejected with named errors', () => {
  const hostile: unknown[] = [null, {}, 'x', [null], [[]], [{ to: 1 }], [{ to: PAYEE, data: {} }]]
  // The types do not constrain a host's JSON.
  for (const shape of hostile)
    expect(reasonOf(expectation(usdcItem), shape as WireTransaction[])).toBe(
      'malformed_transaction at 0',
    )
  const flood = Array.from({ length: 402 }, () => usdcApproval)
  expect(reasonOf(expectation(usdcItem), flood)).toBe('extra_transaction at 401')
})

test('the error names the position, the fact and the fix', () => {
  expect(() => verifyCalldata(expectation(usdcItem), [payErc20({ payee: THIEF })])).toThrowError(
    'Transaction 1 pays the wrong payee: expected 0x5f83de90cca73d0695e6642b4cd2eb2b7d644f9e, got 0xcb31530041fa559a3688cc0b04d9ce7949285afb. Do not sign it; nothing was sent. Inform the merchant.',
  )
})

describe('a single hex digit changed at any position is rejected', () => {
  const honest: [string, Expectation, WireTransaction[]][] = [
    ['token', expectation(usdcItem), [approve(USDC, ERC20_PROXY, 0n), usdcApproval, payErc20()]],
    ['native', expectation(etherItem), [payEther()]],
    ['batch', expectation(...batchItems), [...batchApprovals, payBatch()]],
    // A lower spending limit is acceptable, but then the approval is too high.
    ['conversion', expectation(usdItem), [usdApproval, payUsd()]],
  ]
  test.each(honest)(
    'a single hex digit changed at any position is rejected: %s',
    (_, expected, transactions) => {
      const wire = transactions.map(({ to, data, value }) => ({
        to: to.toLowerCase(),
        data,
        value: `0x${BigInt(String(value)).toString(16)}`,
      }))
      expect(reasonOf(expected, wire)).toBe('accepted')
      const places = wire.flatMap((transaction, index) =>
        (['to', 'data', 'value'] as const).flatMap((key) =>
          Array.from({ length: transaction[key].length - 2 }, (__, at) => ({
            index,
            key,
            at: at + 2,
          })),
        ),
      )
      const change = fc.record({
        place: fc.constantFrom(...places),
        by: fc.integer({ min: 1, max: 15 }),
      })
      fc.assert(
        fc.property(change, ({ place, by }) => {
          const changed = wire.map((transaction, index) =>
            index === place.index
              ? { ...transaction, [place.key]: withDigit(transaction[place.key], place.at, by) }
              : transaction,
          )
          expect(reasonOf(expected, changed)).not.toBe('accepted')
        }),
        { numRuns: casesToTry(10_000) },
      )
    },
  )
})

function withDigit(text: string, at: number, by: number): string {
  const digit = Number.parseInt(text.charAt(at), 16) ^ by
  return text.slice(0, at) + digit.toString(16) + text.slice(at + 1)
}
