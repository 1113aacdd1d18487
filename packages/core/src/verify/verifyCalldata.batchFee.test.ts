import { describe, expect, test } from 'vitest'
import {
  approve,
  BATCH,
  batchApprovals,
  batchItems,
  detail,
  ERC20_PROXY,
  expectation,
  payBatch,
  payErc20,
  reasonOf,
  USDC,
  USDT,
  usdcItem,
  usdItem,
  usdtItem,
} from '../../test-support/honestHost.ts'
import { type MismatchReason, verifyCalldata, type WireTransaction } from './index.ts'

/** One percent of 10 USDC, 3 USDT and 1 ETH; the payments' own fees come on top and do not count. */
const batchFee = { bps: 100, tokenBps: 100 }
const expected = { ...expectation(...batchItems), batchFee }
const usdcApproval = approve(USDC, BATCH, 10_120_000n)
const usdtApproval = approve(USDT, BATCH, 3_030_000n)
const value = 1_011_000_000_000_000_000n
const honest = [usdcApproval, usdtApproval, payBatch(undefined, { value })]

describe('verifyCalldata with a batch contract’s fee', () => {
  test('verifyCalldata with a batch contract’s fee accepts a list that pays the fee, and includes it in approvals and value', () => {
    const { steps } = verifyCalldata(expected, honest)
    expect(steps.map(({ kind, amountUnits }) => [kind, amountUnits])).toEqual([
      ['approve', 10_120_000n],
      ['approve', 3_030_000n],
      ['pay', value],
    ])
  })

  test.each<[string, `${MismatchReason} at ${number}`, WireTransaction[]]>([
    [
      'an approval of more than the fee',
      'excessive_approval at 0',
      [approve(USDC, BATCH, 10_120_001n), usdtApproval, payBatch(undefined, { value })],
    ],
    [
      'an approval without the fee',
      'insufficient_approval at 0',
      [...batchApprovals, payBatch(undefined, { value })],
    ],
    [
      'twice the fee in the value',
      'wrong_value at 2',
      [usdcApproval, usdtApproval, payBatch(undefined, { value: value + 10n ** 16n })],
    ],
    [
      'one wei more than the fee',
      'wrong_value at 2',
      [usdcApproval, usdtApproval, payBatch(undefined, { value: value + 1n })],
    ],
    ['a value without the fee', 'wrong_value at 2', [usdcApproval, usdtApproval, payBatch()]],
    [
      'another address for the fee',
      'wrong_fee_address at 2',
      [usdcApproval, usdtApproval, payBatch(undefined, { value, feeAddress: ERC20_PROXY })],
    ],
    [
      'a fee cap that the payer did not see',
      'unexpected_conversion at 2',
      [usdcApproval, usdtApproval, payBatch(undefined, { value, paths: [[USDC]] })],
    ],
  ])('verifyCalldata with a batch contract’s fee rejects %s', (_, reason, transactions) => {
    expect(reasonOf(expected, transactions)).toBe(reason)
  })

  test('verifyCalldata with a batch contract’s fee rejects a fee that the contract does not charge', () => {
    const unfeed = expectation(...batchItems)
    expect(reasonOf(unfeed, honest)).toBe('excessive_approval at 0')
    expect(reasonOf(unfeed, honest.slice(2))).toBe('wrong_value at 0')
    expect(reasonOf({ ...expected, batchFee: { bps: 100, tokenBps: 0 } }, honest)).toBe(
      'excessive_approval at 0',
    )
  })

  test.each([
    { bps: 201, tokenBps: 201 },
    { bps: -1, tokenBps: -1 },
    { bps: 0.5, tokenBps: 0.5 },
    { bps: 100, tokenBps: 200 },
  ])(
    'verifyCalldata with a batch contract’s fee rejects a fee that the contract cannot charge: $bps and $tokenBps',
    (impossible) => {
      expect(reasonOf({ ...expected, batchFee: impossible }, honest)).toBe(
        'invalid_expectation at 0',
      )
    },
  )

  test('verifyCalldata with a batch contract’s fee requires no batch fee for a single payment, which another contract executes', () => {
    const single = { ...expectation(usdcItem), batchFee }
    expect(reasonOf(single, [payErc20(usdcItem)])).toBe('accepted')
    expect(reasonOf(single, [approve(USDC, ERC20_PROXY, 10_020_000n), payErc20(usdcItem)])).toBe(
      'accepted',
    )
  })

  test('verifyCalldata with a batch contract’s fee limits the conversions’ fee by the service’s lower spending limit', () => {
    const items = [usdItem, usdtItem]
    const lower = {
      ...usdItem,
      conversion: { ...usdItem.conversion, maxToSpendUnits: 82_000_000n },
    }
    const pay = payBatch(
      [
        { paymentNetworkId: 0n, requestDetails: [detail(lower)] },
        { paymentNetworkId: 2n, requestDetails: [detail(usdtItem)] },
      ],
      { value: 0n },
    )
    const shown = { ...expectation(...items), batchFee }
    const calls = (units: bigint) => [approve(USDC, BATCH, units), usdtApproval, pay]
    expect(reasonOf(shown, calls(82_820_000n))).toBe('accepted')
    expect(reasonOf(shown, calls(83_648_200n))).toBe('excessive_approval at 0')
  })
})
