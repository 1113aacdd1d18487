import { describe, expect, test } from 'vitest'
import {
  approve,
  BATCH,
  batchApprovals,
  batchItems,
  ERC20_PROXY,
  etherDetail,
  expectation,
  groupsWith,
  honestGroups,
  low,
  MAX,
  payBatch,
  payErc20,
  payEther,
  reasonOf,
  THIEF,
  USDC,
  USDT,
  usdcDetail,
  usdtDetail,
} from '../../test-support/honestHost.ts'
import type { MismatchReason, WireTransaction } from './index.ts'

describe('verifyCalldata rejects a manipulated batch', () => {
  const thiefDetail = {
    ...usdcDetail,
    recipient: low(THIEF),
    paymentReference: '0xffffffffffffffff',
  } as const
  test.each<[string, `${MismatchReason} at ${number}`, WireTransaction[]]>([
    [
      'another payee',
      'wrong_payee at 0',
      [payBatch(groupsWith([{ ...usdcDetail, recipient: low(THIEF) }, usdtDetail]))],
    ],
    [
      'two payees swapped',
      'wrong_payee at 0',
      [
        payBatch(
          groupsWith([
            { ...usdcDetail, recipient: usdtDetail.recipient },
            { ...usdtDetail, recipient: usdcDetail.recipient },
          ]),
        ),
      ],
    ],
    [
      'another amount',
      'wrong_amount at 0',
      [payBatch(groupsWith([usdcDetail, { ...usdtDetail, requestAmount: 3_000_001n }]))],
    ],
    [
      'another native amount',
      'wrong_amount at 0',
      [payBatch(groupsWith([usdcDetail, usdtDetail], [{ ...etherDetail, requestAmount: 1n }]))],
    ],
    [
      'another token',
      'wrong_token at 0',
      [payBatch(groupsWith([{ ...usdcDetail, path: [low(USDT)] }, usdtDetail]))],
    ],
    [
      'another reference',
      'wrong_reference at 0',
      [
        payBatch(
          groupsWith([usdcDetail, { ...usdtDetail, paymentReference: '0x5420599980d1925d' }]),
        ),
      ],
    ],
    [
      'another fee',
      'wrong_fee_amount at 0',
      [payBatch(groupsWith([usdcDetail, { ...usdtDetail, feeAmount: 1n }]))],
    ],
    [
      'another fee address',
      'wrong_fee_address at 0',
      [payBatch(honestGroups, { feeAddress: THIEF })],
    ],
    ['an item left out', 'missing_item at 0', [payBatch(groupsWith([usdcDetail]))]],
    [
      'an item added',
      'extra_item at 0',
      [payBatch(groupsWith([usdcDetail, usdtDetail, thiefDetail]))],
    ],
    [
      'an item twice',
      'duplicate_payment at 0',
      [payBatch(groupsWith([usdcDetail, usdtDetail, usdtDetail]))],
    ],
    [
      'an item in place of another',
      'duplicate_payment at 0',
      [payBatch(groupsWith([usdcDetail, usdcDetail]))],
    ],
    [
      'its items in another order',
      'item_order at 0',
      [payBatch(groupsWith([usdtDetail, usdcDetail]))],
    ],
    ['its groups in another order', 'item_order at 0', [payBatch([...honestGroups].reverse())]],
    [
      'a group split in two',
      'wrong_group at 0',
      [
        payBatch([
          { paymentNetworkId: 2n, requestDetails: [usdcDetail] },
          ...groupsWith([usdtDetail]),
        ]),
      ],
    ],
    [
      'an empty group',
      'wrong_group at 0',
      [payBatch([...honestGroups, { paymentNetworkId: 2n, requestDetails: [] }])],
    ],
    [
      'tokens in the single-token group',
      'wrong_group at 0',
      [
        payBatch([
          { paymentNetworkId: 1n, requestDetails: [usdcDetail, usdtDetail] },
          ...honestGroups.slice(1),
        ]),
      ],
    ],
    [
      'a conversion group',
      'unexpected_conversion at 0',
      [
        payBatch([
          { paymentNetworkId: 0n, requestDetails: [usdcDetail, usdtDetail] },
          ...honestGroups.slice(1),
        ]),
      ],
    ],
    [
      'a limit to spend',
      'unexpected_conversion at 0',
      [payBatch(groupsWith([{ ...usdcDetail, maxToSpend: MAX }, usdtDetail]))],
    ],
    [
      'a longer path',
      'unexpected_conversion at 0',
      [payBatch(groupsWith([{ ...usdcDetail, path: [low(USDC), low(USDT)] }, usdtDetail]))],
    ],
    [
      'a path to USD',
      'unexpected_conversion at 0',
      [payBatch(honestGroups, { paths: [[low(USDC)]] })],
    ],
    ['a larger value', 'wrong_value at 0', [payBatch(honestGroups, { value: 2n * 10n ** 18n })]],
    ['another contract', 'wrong_contract at 0', [payBatch(honestGroups, { to: THIEF })]],
    [
      'the proxy as spender',
      'wrong_spender at 0',
      [approve(USDC, ERC20_PROXY, 10_020_000n), payBatch()],
    ],
    [
      'approvals in another order',
      'approval_order at 1',
      [...batchApprovals.toReversed(), payBatch()],
    ],
    [
      'an interleaved reset of another token',
      'reset_without_approval at 0',
      [approve(USDC, BATCH, 0n), approve(USDT, BATCH, 3_000_000n), payBatch()],
    ],
    ['its first item alone, as a direct payment', 'unexpected_method at 0', [payErc20()]],
    ['its items as single payments', 'extra_transaction at 1', [payErc20(), payEther()]],
  ])('verifyCalldata rejects a batch with %s', (_, reason, transactions) => {
    expect(reasonOf(expectation(...batchItems), transactions)).toBe(reason)
  })
})
