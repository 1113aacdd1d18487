import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Detail, type Meta, viemCall } from '../../test-support/viemOracle.ts'
import { getNetwork } from '../networks/index.ts'
import {
  CalldataMismatchError,
  type Expectation,
  type ExpectedItem,
  type MismatchReason,
  verifyCalldata,
  type WireTransaction,
} from './index.ts'

type Hex = `0x${string}`

const network = getNetwork('mainnet')
// The registry's addresses, from onchain deployments of Request Network.
const ERC20_PROXY = '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C'
const NATIVE_PROXY = '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8'
const OLD_NATIVE_PROXY = '0xC6E23a20C0a1933ACC8E30247B5D1e2215796C1F'
const BATCH = '0x3cF63891928B8CeebB81C95426600a18cd59C03f'
const NATIVE_HASH = '0xf5af88e117747e87fc5929f2ff87221b1447652e'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const PAYEE = '0x5F83dE90ccA73d0695e6642B4cd2eB2B7D644f9E'
const OTHER_PAYEE = '0x0c8BbADEaCB2346ed4296aE6d2C575738Eeac989'
const FEE_ADDRESS = '0xD114497Fcaa2C79277C1584f747D54Dd28060753'
const THIEF = '0xcb31530041fa559a3688cc0b04d9ce7949285afb'
const ZERO = '0x0000000000000000000000000000000000000000'
const MAX = 2n ** 256n - 1n

const usdcItem = {
  payee: PAYEE,
  token: USDC,
  amountUnits: 10_000_000n,
  paymentReference: '0xcd5add6bac7bb5c9',
  feeUnits: 20_000n,
  feeAddress: FEE_ADDRESS,
} satisfies ExpectedItem
const usdtItem = {
  payee: OTHER_PAYEE,
  token: USDT,
  amountUnits: 3_000_000n,
  paymentReference: '0x5420599980d1925c',
  feeUnits: 0n,
  feeAddress: null,
} satisfies ExpectedItem
const etherItem = {
  payee: PAYEE,
  token: null,
  amountUnits: 10n ** 18n,
  paymentReference: '0xd7d8655db99ecd10',
  feeUnits: 10n ** 15n,
  feeAddress: FEE_ADDRESS,
} satisfies ExpectedItem

const expectation = (...items: ExpectedItem[]): Expectation => ({ network, items, payer: null })

type ChangedItem = Omit<ExpectedItem, 'token' | 'feeAddress'> & {
  feeAddress: string
  proxy: string
}

/** Honest transactions, encoded by viem. Arguments replace single facts, as a lying host would. */
const approve = (token: Hex, spender: Hex, units: bigint): WireTransaction => ({
  to: token,
  data: viemCall.approve(spender, units),
  value: 0,
})
const payErc20 = (changes: Partial<ChangedItem & { token: string }> = {}) => {
  const item = { ...usdcItem, proxy: ERC20_PROXY, ...changes } as const
  const { token, payee, amountUnits, paymentReference, feeUnits, feeAddress, proxy } = item
  const data = viemCall.erc20Payment(
    low(token),
    low(payee),
    amountUnits,
    paymentReference,
    feeUnits,
    low(feeAddress),
  )
  return { to: proxy, data, value: 0 } satisfies WireTransaction
}
const payEther = (changes: Partial<ChangedItem & { value: bigint }> = {}) => {
  const item = { ...etherItem, proxy: NATIVE_PROXY, value: 1_001_000_000_000_000_000n, ...changes }
  const { payee, paymentReference, feeUnits, feeAddress, proxy, value } = item
  const data = viemCall.nativePayment(low(payee), paymentReference, feeUnits, low(feeAddress))
  return { to: proxy, data, value: `0x${value.toString(16)}` } satisfies WireTransaction
}
const low = (text: string): Hex => `0x${text.slice(2).toLowerCase()}`

const detail = (item: ExpectedItem): Detail => ({
  recipient: low(item.payee),
  requestAmount: item.amountUnits,
  path: [low(item.token ?? NATIVE_HASH)],
  paymentReference: item.paymentReference,
  feeAmount: item.feeUnits,
  maxToSpend: 0n,
  maxRateTimespan: 0n,
})
const usdcDetail = detail(usdcItem)
const usdtDetail = detail(usdtItem)
const etherDetail = detail(etherItem)
const batchItems = [usdcItem, etherItem, usdtItem]
const honestGroups: Meta[] = [
  { paymentNetworkId: 2n, requestDetails: [usdcDetail, usdtDetail] },
  { paymentNetworkId: 3n, requestDetails: [etherDetail] },
]
const payBatch = (
  groups: Meta[] = honestGroups,
  facts: { feeAddress?: Hex; paths?: Hex[][]; value?: bigint; to?: Hex } = {},
): WireTransaction => ({
  to: facts.to ?? BATCH,
  data: viemCall.batch(groups, facts.paths ?? [], low(facts.feeAddress ?? FEE_ADDRESS)),
  value: `0x${(facts.value ?? 1_001_000_000_000_000_000n).toString(16)}`,
})
const groupsWith = (tokens: Detail[], natives: Detail[] = [etherDetail]): Meta[] => [
  { paymentNetworkId: 2n, requestDetails: tokens },
  { paymentNetworkId: 3n, requestDetails: natives },
]

const usdcApproval = approve(USDC, ERC20_PROXY, 10_020_000n)
const batchApprovals = [approve(USDC, BATCH, 10_020_000n), approve(USDT, BATCH, 3_000_000n)]

function reasonOf(expected: Expectation, transactions: readonly WireTransaction[]) {
  try {
    verifyCalldata(expected, transactions)
    return 'accepted'
  } catch (error) {
    if (!(error instanceof CalldataMismatchError)) throw error
    return `${error.reason} at ${error.index}`
  }
}

describe('verifyCalldata accepts', () => {
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
      'a batch of which one token is approved already',
      batchItems,
      [approve(USDT, BATCH, 0n), approve(USDT, BATCH, 3_000_000n), payBatch()],
      ['reset_approval', 'approve', 'pay'],
    ],
  ])('%s', (_, items, transactions, kinds) => {
    const { steps } = verifyCalldata(expectation(...items), transactions)
    expect(steps.map(({ kind }) => kind)).toEqual(kinds)
    expect(steps.map(({ transaction }) => transaction.data)).toEqual(
      transactions.map(({ data }) => data),
    )
  })

  test('a payment without a fee, whose fee address is the zero address', () => {
    const item = { ...usdcItem, feeUnits: 0n, feeAddress: null }
    const transaction = payErc20({ feeUnits: 0n, feeAddress: ZERO })
    expect(reasonOf(expectation(item), [transaction])).toBe('accepted')
  })

  test('a batch without fees, whose fee address is the first payee', () => {
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

  test('upper-case data, the right chain id and every form of a value', () => {
    const { data } = payErc20()
    const upper = `0x${data.slice(2).toUpperCase()}`
    const values = [0, '0x0', '0x00', { type: 'BigNumber', hex: '0x00' }]
    for (const value of values) {
      const wire = { to: ERC20_PROXY.toLowerCase(), data: upper, value, chainId: 1 }
      const { steps } = verifyCalldata(expectation(usdcItem), [wire])
      expect(steps[0]?.transaction).toEqual({ to: ERC20_PROXY, data, value: 0n })
    }
  })

  test('and keeps nothing of the host but its choice of approvals', () => {
    const wire = { ...payErc20(), gas: '0x1', authorizationList: [THIEF], from: THIEF }
    const { steps } = verifyCalldata(expectation(usdcItem), [wire])
    expect(Object.keys(steps[0]?.transaction ?? {})).toEqual(['to', 'data', 'value'])
  })
})

describe('verifyCalldata refuses a single payment with', () => {
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
      'an approval of one unit too much',
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
      'an approval taken back',
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
      'a plain transfer in front',
      'unknown_method at 0',
      [{ to: USDC, data: `0xa9059cbb${'0'.repeat(128)}`, value: 0 }, payErc20()],
    ],
    [
      'a plain transfer behind',
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
      'bytes behind the call',
      'malformed_calldata at 0',
      [{ ...payErc20(), data: `${payErc20().data}00` }],
    ],
    [
      'a word behind the call',
      'malformed_calldata at 0',
      [{ ...payErc20(), data: payErc20().data + '0'.repeat(64) }],
    ],
    [
      'a dirty address',
      'malformed_calldata at 0',
      [{ ...payErc20(), data: payErc20().data.replace('0xc219a14d0', '0xc219a14d1') }],
    ],
    [
      'a cut call',
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
      'a contract in a wrong checksum',
      'malformed_transaction at 0',
      [{ ...payErc20(), to: ERC20_PROXY.replace('DE27', 'dE27') }],
    ],
    ['a contract that is no address', 'malformed_transaction at 0', [{ ...payErc20(), to: '0x' }]],
    ['a decimal string as value', 'malformed_value at 0', [{ ...payErc20(), value: '0' }]],
    ['a negative value', 'malformed_value at 0', [{ ...payErc20(), value: -1 }]],
    ['a value beyond safe integers', 'malformed_value at 0', [{ ...payErc20(), value: 2 ** 53 }]],
  ])('%s', (_, reason, transactions) => {
    expect(reasonOf(expectation(usdcItem), transactions)).toBe(reason)
  })
})

describe('verifyCalldata refuses a native payment with', () => {
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
  ])('%s', (_, reason, transactions) => {
    expect(reasonOf(expectation(etherItem), transactions)).toBe(reason)
  })
})

describe('verifyCalldata refuses a batch with', () => {
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
      'a reset of another token between',
      'reset_without_approval at 0',
      [approve(USDC, BATCH, 0n), approve(USDT, BATCH, 3_000_000n), payBatch()],
    ],
    ['only its first item, directly', 'unexpected_method at 0', [payErc20()]],
    ['its items one by one', 'extra_transaction at 1', [payErc20(), payEther()]],
  ])('%s', (_, reason, transactions) => {
    expect(reasonOf(expectation(...batchItems), transactions)).toBe(reason)
  })
})

describe('verifyCalldata refuses an expectation', () => {
  test.each<[string, Expectation]>([
    ['without items', expectation()],
    ['of nothing', expectation({ ...usdcItem, amountUnits: 0n })],
    ['with a fee for nobody', expectation({ ...usdcItem, feeAddress: null })],
    ['with a fee for the zero address', expectation({ ...usdcItem, feeAddress: ZERO })],
    ['with a payee that is no address', expectation({ ...usdcItem, payee: 'vitalik.eth' })],
    ['with one payment twice', expectation(usdcItem, usdcItem)],
    ['with fees for two addresses', expectation(usdcItem, { ...etherItem, feeAddress: PAYEE })],
    ['with a fee for nobody in a batch', expectation(usdtItem, { ...usdcItem, feeAddress: null })],
    [
      'on a network without batches',
      { ...expectation(usdcItem, usdtItem), network: getNetwork('mantle') },
    ],
    ['on Tron', { ...expectation(usdcItem), network: getNetwork('tron') }],
  ])('%s', (_, expected) => {
    expect(reasonOf(expected, [payErc20()])).toBe('invalid_expectation at 0')
  })
})

test('hostile shapes are refused by name, not by accident', () => {
  const hostile: unknown[] = [null, {}, 'x', [null], [[]], [{ to: 1 }], [{ to: PAYEE, data: {} }]]
  // A host's JSON is not bound by our types.
  for (const shape of hostile)
    expect(reasonOf(expectation(usdcItem), shape as WireTransaction[])).toBe(
      'malformed_transaction at 0',
    )
  const flood = Array.from({ length: 402 }, () => usdcApproval)
  expect(reasonOf(expectation(usdcItem), flood)).toBe('extra_transaction at 401')
})

test('the error names the place, the fact and what to do', () => {
  expect(() => verifyCalldata(expectation(usdcItem), [payErc20({ payee: THIEF })])).toThrowError(
    'Transaction 1 pays somebody else: expected 0x5f83de90cca73d0695e6642b4cd2eb2b7d644f9e, got 0xcb31530041fa559a3688cc0b04d9ce7949285afb. Do not sign it; nothing was sent. Tell the merchant.',
  )
})

describe('a single hex digit changed anywhere is refused', () => {
  const honest: [string, Expectation, WireTransaction[]][] = [
    ['token', expectation(usdcItem), [approve(USDC, ERC20_PROXY, 0n), usdcApproval, payErc20()]],
    ['native', expectation(etherItem), [payEther()]],
    ['batch', expectation(...batchItems), [...batchApprovals, payBatch()]],
  ]
  test.each(honest)('%s', (_, expected, transactions) => {
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
      { numRuns: 10_000 },
    )
  })
})

function withDigit(text: string, at: number, by: number): string {
  const digit = Number.parseInt(text.charAt(at), 16) ^ by
  return text.slice(0, at) + digit.toString(16) + text.slice(at + 1)
}
