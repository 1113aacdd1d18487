import { describe, expect, test } from 'vitest'
import {
  approve,
  BATCH,
  ERC20_PROXY,
  etherItem,
  expectation,
  FEE_ADDRESS,
  MAX,
  NATIVE_PROXY,
  OLD_NATIVE_PROXY,
  PAYEE,
  payBatch,
  payErc20,
  payEther,
  reasonOf,
  THIEF,
  USDC,
  USDT,
  usdcApproval,
  usdcDetail,
  usdcItem,
} from '../../test-support/honestHost.ts'
import { viemCall } from '../../test-support/viemOracle.ts'
import type { MismatchReason, WireTransaction } from './index.ts'

describe('verifyCalldata rejects a manipulated single payment', () => {
  test.each<[string, `${MismatchReason} at ${number}`, WireTransaction[]]>([
    ['another payee', 'wrong_payee at 1', [usdcApproval, payErc20({ payee: THIEF })]],
    [
      'a larger amount',
      'wrong_amount at 1',
      [usdcApproval, payErc20({ amountUnits: 10_000_001n })],
    ],
    [
      'a smaller amount',
      'wrong_amount at 1',
      [usdcApproval, payErc20({ amountUnits: 9_999_999n })],
    ],
    ['another token', 'wrong_token at 0', [payErc20({ token: USDT })]],
    ['an unknown proxy', 'wrong_contract at 0', [payErc20({ proxy: THIEF })]],
    ['the other proxy', 'wrong_contract at 0', [payErc20({ proxy: NATIVE_PROXY })]],
    [
      'another reference',
      'wrong_reference at 0',
      [payErc20({ paymentReference: '0xcd5add6bac7bb5c8' })],
    ],
    ['a larger fee', 'wrong_fee_amount at 0', [payErc20({ feeUnits: 20_001n })]],
    ['no fee', 'wrong_fee_amount at 0', [payErc20({ feeUnits: 0n })]],
    ['another fee address', 'wrong_fee_address at 0', [payErc20({ feeAddress: THIEF })]],
    ['a value', 'wrong_value at 0', [{ ...payErc20(), value: 1 }]],
    ['another chain id', 'wrong_chain at 0', [{ ...payErc20(), chainId: 10 }]],
    [
      'an approval for another chain',
      'wrong_chain at 0',
      [{ ...usdcApproval, chainId: 10 }, payErc20()],
    ],
    ['another spender', 'wrong_spender at 0', [approve(USDC, THIEF, 10_020_000n), payErc20()]],
    [
      'the batch contract as spender',
      'wrong_spender at 0',
      [approve(USDC, BATCH, 10_020_000n), payErc20()],
    ],
    [
      'a reset for another spender',
      'wrong_spender at 0',
      [approve(USDC, THIEF, 0n), usdcApproval, payErc20()],
    ],
    [
      'an unlimited approval',
      'unlimited_approval at 0',
      [approve(USDC, ERC20_PROXY, MAX), payErc20()],
    ],
    [
      'an approval one unit above the exact amount',
      'excessive_approval at 0',
      [approve(USDC, ERC20_PROXY, 10_020_001n), payErc20()],
    ],
    [
      'an approval without the fee',
      'insufficient_approval at 0',
      [approve(USDC, ERC20_PROXY, 10_000_000n), payErc20()],
    ],
    [
      'an approval of another token',
      'wrong_token at 0',
      [approve(USDT, ERC20_PROXY, 10_020_000n), payErc20()],
    ],
    ['an approval with a value', 'wrong_value at 0', [{ ...usdcApproval, value: 1 }, payErc20()]],
    ['two approvals', 'duplicate_approval at 1', [usdcApproval, usdcApproval, payErc20()]],
    [
      'a revoked approval',
      'approval_order at 1',
      [usdcApproval, approve(USDC, ERC20_PROXY, 0n), payErc20()],
    ],
    ['a reset alone', 'reset_without_approval at 0', [approve(USDC, ERC20_PROXY, 0n), payErc20()]],
    [
      'two resets',
      'reset_without_approval at 0',
      [approve(USDC, ERC20_PROXY, 0n), approve(USDC, ERC20_PROXY, 0n), usdcApproval, payErc20()],
    ],
    ['the approval last', 'payment_before_approval at 0', [payErc20(), usdcApproval]],
    ['the payment twice', 'duplicate_payment at 1', [payErc20(), payErc20()]],
    [
      'a second payment',
      'extra_transaction at 2',
      [usdcApproval, payErc20(), payErc20({ payee: THIEF })],
    ],
    ['an approval only', 'missing_transaction at 1', [usdcApproval]],
    ['nothing', 'missing_transaction at 0', []],
    [
      'a plain transfer before it',
      'unknown_method at 0',
      [{ to: USDC, data: `0xa9059cbb${'0'.repeat(128)}`, value: 0 }, payErc20()],
    ],
    [
      'a plain transfer after it',
      'unknown_method at 1',
      [payErc20(), { to: USDC, data: `0xa9059cbb${'0'.repeat(128)}`, value: 0 }],
    ],
    [
      'increaseAllowance',
      'unknown_method at 0',
      [
        { ...usdcApproval, data: usdcApproval.data.replace('0x095ea7b3', '0x39509351') },
        payErc20(),
      ],
    ],
    ['no data', 'unknown_method at 0', [{ to: PAYEE, data: '0x', value: 0 }]],
    ['a native payment', 'unexpected_method at 0', [payEther()]],
    [
      'a batch of one',
      'unexpected_method at 0',
      [payBatch([{ paymentNetworkId: 2n, requestDetails: [usdcDetail] }], { value: 0n })],
    ],
    [
      'trailing bytes after the call',
      'malformed_calldata at 0',
      [{ ...payErc20(), data: `${payErc20().data}00` }],
    ],
    [
      'a trailing word after the call',
      'malformed_calldata at 0',
      [{ ...payErc20(), data: payErc20().data + '0'.repeat(64) }],
    ],
    [
      'a dirty address',
      'malformed_calldata at 0',
      [{ ...payErc20(), data: payErc20().data.replace('0xc219a14d0', '0xc219a14d1') }],
    ],
    [
      'a truncated call',
      'malformed_calldata at 0',
      [{ ...payErc20(), data: payErc20().data.slice(0, -2) }],
    ],
    [
      'half a byte',
      'malformed_transaction at 0',
      [{ ...payErc20(), data: payErc20().data.slice(0, -1) }],
    ],
    ['data that is not hex', 'malformed_transaction at 0', [{ ...payErc20(), data: 'c219a14d' }]],
    [
      'a contract with a wrong checksum',
      'malformed_transaction at 0',
      [{ ...payErc20(), to: ERC20_PROXY.replace('DE27', 'dE27') }],
    ],
    [
      'a contract that is not an address',
      'malformed_transaction at 0',
      [{ ...payErc20(), to: '0x' }],
    ],
    ['a decimal string as value', 'malformed_value at 0', [{ ...payErc20(), value: '0' }]],
    ['a negative value', 'malformed_value at 0', [{ ...payErc20(), value: -1 }]],
    ['a value beyond safe integers', 'malformed_value at 0', [{ ...payErc20(), value: 2 ** 53 }]],
  ])('verifyCalldata rejects a single payment with %s', (_, reason, transactions) => {
    expect(reasonOf(expectation(usdcItem), transactions)).toBe(reason)
  })
})

describe('verifyCalldata rejects a manipulated native payment', () => {
  test.each<[string, `${MismatchReason} at ${number}`, WireTransaction[]]>([
    ['another payee', 'wrong_payee at 0', [payEther({ payee: THIEF })]],
    ['a larger value', 'wrong_value at 0', [payEther({ value: 1_001_000_000_000_000_001n })]],
    ['a smaller value', 'wrong_value at 0', [payEther({ value: 10n ** 18n })]],
    ['an older proxy', 'wrong_contract at 0', [payEther({ proxy: OLD_NATIVE_PROXY })]],
    [
      'another reference',
      'wrong_reference at 0',
      [payEther({ paymentReference: '0x0000000000000000' })],
    ],
    [
      'the fee grown at the expense of the payee',
      'wrong_fee_amount at 0',
      [payEther({ feeUnits: 10n ** 17n })],
    ],
    ['another fee address', 'wrong_fee_address at 0', [payEther({ feeAddress: THIEF })]],
    ['an approval', 'unexpected_approval at 0', [approve(USDC, NATIVE_PROXY, 1n), payEther()]],
    ['a plain send', 'unknown_method at 0', [{ ...payEther(), to: PAYEE, data: '0x' }]],
    ['a token payment', 'unexpected_method at 0', [payErc20()]],
    [
      'the exact-amount method',
      'unexpected_method at 0',
      [
        {
          ...payEther(),
          data: viemCall.exactNativePayment(
            PAYEE,
            10n ** 18n,
            '0xd7d8655db99ecd10',
            10n ** 15n,
            FEE_ADDRESS,
          ),
        },
      ],
    ],
  ])('verifyCalldata rejects a native payment with %s', (_, reason, transactions) => {
    expect(reasonOf(expectation(etherItem), transactions)).toBe(reason)
  })
})
