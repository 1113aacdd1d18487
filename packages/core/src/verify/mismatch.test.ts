import { describe, expect, test } from 'vitest'
import {
  approval,
  BRIDGE,
  USDC as DEVNET_USDC,
  USDT as DEVNET_USDT,
  deposit,
  lifi,
  lifiApproval,
  lifiTransfer,
  payCall,
  transfer,
  usdcApproval as usdcBridgeApproval,
  usdcDeposit,
  usdcTransfer,
} from '../../test-support/honestBridge.ts'
import {
  approve,
  BATCH,
  detail,
  ERC20_PROXY,
  etherItem,
  expectation,
  FEE_ADDRESS,
  low,
  MAX,
  payBatch,
  payErc20,
  payEther,
  payUsd,
  reasonOf,
  THIEF,
  USD,
  USDC,
  USDT,
  usdcApproval,
  usdcDetail,
  usdcItem,
  usdItem,
  usdtDetail,
  usdtItem,
} from '../../test-support/honestHost.ts'
import { MalformedValueError } from '../errors.ts'
import {
  type BridgeExpectation,
  CalldataMismatchError,
  type Expectation,
  type MismatchReason,
  mostToSend,
  parseWireValue,
  verifyBridgeCalls,
  verifyCalldata,
  type WireTransaction,
} from './index.ts'

/** The payer's page shows these sentences, and support agents find the cause in them. */
const SENTENCES: Record<MismatchReason, string> = {
  invalid_expectation: 'cannot be verified, because the displayed payment cannot be paid',
  missing_transaction: 'is missing',
  extra_transaction: 'is one too many',
  duplicate_payment: 'pays twice',
  payment_before_approval: 'pays before the approval that it needs',
  malformed_transaction: 'is malformed',
  malformed_value: 'has a malformed value',
  malformed_calldata: 'has calldata that is not in canonical form',
  unknown_method: 'calls an unknown method',
  unexpected_method: 'calls the wrong method',
  wrong_chain: 'is for the wrong chain',
  wrong_contract: 'calls the wrong contract',
  wrong_value: 'sends the wrong value',
  wrong_token: 'transfers the wrong token',
  wrong_payee: 'pays the wrong payee',
  wrong_amount: 'pays the wrong amount',
  wrong_reference: 'contains the wrong payment reference',
  wrong_fee_amount: 'charges the wrong fee',
  wrong_fee_address: 'sends the fee to the wrong address',
  wrong_path: 'converts from, over or to the wrong currency',
  wrong_spending_limit: 'has a spending limit that differs from the displayed maximum',
  wrong_rate_age: 'accepts rates of the wrong age',
  missing_item: 'omits a payment',
  extra_item: 'adds a payment',
  item_order: 'makes the payments in the wrong order',
  wrong_group: 'groups the payments differently',
  unexpected_conversion: 'contains a conversion',
  wrong_source_amount: 'transfers the wrong amount from the wallet',
  wrong_destination: 'delivers on the wrong chain',
  wrong_delivery: 'delivers the wrong amount',
  wrong_target: 'calls the wrong contract on arrival',
  wrong_fallback: 'sends the money to the wrong address if the payment fails on arrival',
  wrong_gas_limit: 'gives the payment on arrival the wrong amount of gas',
  unexpected_approval: 'approves a token although none is spent',
  wrong_spender: 'approves the wrong spender',
  unlimited_approval: 'approves an unlimited amount',
  excessive_approval: 'approves too much',
  insufficient_approval: 'approves too little',
  duplicate_approval: 'approves twice',
  approval_order: 'approves in the wrong order',
  reset_without_approval: 'resets an approval without a new one',
}

describe('CalldataMismatchError', () => {
  test.each(Object.entries(SENTENCES))(
    'the message of a mismatch %s states the difference and the next step',
    (reason, sentence) => {
      const facts = { index: 2, expected: 'this', actual: 'that' }
      const error = new CalldataMismatchError({ reason: reason as MismatchReason, ...facts })
      expect(error).toMatchObject({ code: 'calldata_mismatch', kind: 'invalid', reason, ...facts })
      expect(error.message).toBe(
        `Transaction 3 ${sentence}: expected this, got that. Do not sign it; nothing was sent. Inform the merchant.`,
      )
    },
  )

  test('an empty fact appears as "nothing"', () => {
    const facts = { reason: 'missing_transaction', index: 0, expected: '', actual: '' } as const
    expect(new CalldataMismatchError(facts).message).toMatch('expected nothing, got nothing.')
  })
})

type Difference = [reason: MismatchReason, index: number, expected: string, actual: string]

describe('verifyCalldata reports each difference', () => {
  const one = expectation(usdcItem)
  const honest = payErc20()
  const transferData = `0xa9059cbb${'0'.repeat(128)}`

  test.each<[string, Expectation, unknown, Difference]>([
    ['no transaction', one, [], ['missing_transaction', 0, 'a payment', '']],
    ['a text in place of a list', one, 'none', ['malformed_transaction', 0, 'a list', '"none"']],
    [
      'the longest list of approvals as one without a payment',
      one,
      Array(401).fill(usdcApproval),
      ['missing_transaction', 401, 'a payment', ''],
    ],
    [
      'a list that is too long',
      one,
      Array(402).fill(usdcApproval),
      ['extra_transaction', 401, 'no more', '402 in all'],
    ],
    ['no object', one, [null], ['malformed_transaction', 0, 'an object', 'null']],
    [
      'no address',
      one,
      [{ ...honest, to: 'me' }],
      ['malformed_transaction', 0, 'an address in "to"', '"me"'],
    ],
    [
      'no hex',
      one,
      [{ ...honest, data: 'xyz' }],
      ['malformed_transaction', 0, 'hex bytes in "data"', '"xyz"'],
    ],
    [
      'no data',
      one,
      [{ ...honest, data: 5 }],
      ['malformed_transaction', 0, 'hex bytes in "data"', '5'],
    ],
    [
      'no amount',
      one,
      [{ ...honest, value: '10' }],
      ['malformed_value', 0, 'an amount of at most 256 bits', '"10"'],
    ],
    [
      'an unknown method',
      one,
      [{ ...honest, data: transferData }],
      ['unknown_method', 0, 'an approval or a payment', '"0xa9059cbb"'],
    ],
    [
      'a second payment',
      one,
      [honest, payEther()],
      ['extra_transaction', 1, 'one payment', 'a second native_payment'],
    ],
    [
      'an approval after the payment',
      one,
      [usdcApproval, honest, usdcApproval],
      ['payment_before_approval', 1, 'approvals first', '1 behind it'],
    ],
    ['a value', one, [{ ...honest, value: 7 }], ['wrong_value', 0, '0', '7']],
    [
      'an approval with a value',
      one,
      [{ ...usdcApproval, value: 7 }, honest],
      ['wrong_value', 0, '0', '7'],
    ],
    [
      'an approval twice',
      one,
      [usdcApproval, usdcApproval, honest],
      ['duplicate_approval', 1, 'the next token or the payment', `${low(USDC)} again`],
    ],
    [
      'an approval of nothing that is spent',
      expectation(etherItem),
      [usdcApproval, payEther()],
      ['unexpected_approval', 0, '', `approve on ${low(USDC)}`],
    ],
    [
      'a token that the batch does not spend',
      expectation(usdcItem, usdtItem),
      [approve(FEE_ADDRESS, BATCH, 1n), payBatch()],
      ['wrong_token', 0, `${USDC} or ${USDT}`, low(FEE_ADDRESS)],
    ],
    [
      'a reset alone',
      one,
      [approve(USDC, ERC20_PROXY, 0n), honest],
      ['reset_without_approval', 0, `an approval of ${low(USDC)} after it`, 'a payment'],
    ],
    [
      'a reset before the approval of another token',
      expectation(usdcItem, usdtItem),
      [approve(USDC, BATCH, 0n), approve(USDT, BATCH, 3_000_000n), payBatch()],
      [
        'reset_without_approval',
        0,
        `an approval of ${low(USDC)} after it`,
        `an approval of ${low(USDT)}`,
      ],
    ],
  ])('verifyCalldata reports %s', (_, expected, transactions, difference) => {
    const list = transactions as readonly WireTransaction[]
    expect(differenceOf(() => verifyCalldata(expected, list))).toEqual(difference)
  })

  test('verifyCalldata reports calldata followed by an extra byte', () => {
    const found = differenceOf(() => verifyCalldata(one, [{ ...honest, data: `${honest.data}00` }]))
    expect(found.slice(0, 3)).toEqual(['malformed_calldata', 0, 'canonical calldata'])
  })

  test.each<[string, Expectation]>([
    ['a payment of nothing', expectation({ ...usdcItem, amountUnits: 0n })],
    ['a batch with a payment of nothing', expectation(usdtItem, { ...usdcItem, amountUnits: 0n })],
  ])('verifyCalldata reports %s before any fault of the list', (_, expected) => {
    expect(differenceOf(() => verifyCalldata(expected, []))).toEqual([
      'invalid_expectation',
      0,
      'a payment that can be made',
      'Paying needs an amount above 0, got 0.',
    ])
  })

  test('verifyCalldata reports other errors unchanged', () => {
    const fault = new TypeError('revoked')
    const throws = () => {
      throw fault
    }
    const value = Object.defineProperty({ type: 'BigNumber' }, 'hex', { get: throws })
    expect(() => verifyCalldata(one, [{ ...honest, value }])).toThrow(fault)
    const expected = Object.defineProperty({ ...one }, 'items', { get: throws })
    expect(() => verifyCalldata(expected, [honest])).toThrow(fault)
    const item = Object.defineProperty({ ...usdcItem }, 'payee', { get: throws })
    expect(() => verifyCalldata(expectation(item), [honest])).toThrow(fault)
  })
})

describe('verifyCalldata reports each difference in a batch', () => {
  const items = expectation(usdcItem, usdtItem)
  const details = [usdcDetail, usdtDetail]
  const pay = (...tokens: (typeof usdcDetail)[]) =>
    payBatch([{ paymentNetworkId: 2n, requestDetails: tokens }], { value: 0n })

  test('verifyCalldata reports a payment that a batch makes twice', () => {
    expect(differenceOf(() => verifyCalldata(items, [pay(usdcDetail, usdcDetail)]))).toEqual([
      'duplicate_payment',
      0,
      'each payment once',
      'one twice',
    ])
  })

  test('verifyCalldata reports a conversion in place of a batch’s direct payment', () => {
    const groups = [
      { paymentNetworkId: 0n, requestDetails: [detail(usdItem)] },
      { paymentNetworkId: 2n, requestDetails: details },
    ]
    const converting = payBatch(groups, { value: 0n })
    expect(differenceOf(() => verifyCalldata(items, [converting]))).toEqual([
      'unexpected_conversion',
      0,
      'direct payments',
      'a conversion',
    ])
  })

  test('verifyCalldata reports a conversion of a batch’s fee', () => {
    const groups = [{ paymentNetworkId: 2n, requestDetails: details }]
    const converting = payBatch(groups, { value: 0n, paths: [[low(USDC), USD]] })
    expect(differenceOf(() => verifyCalldata(items, [converting]))).toEqual([
      'unexpected_conversion',
      0,
      'direct payments',
      'a conversion of the fee',
    ])
  })

  test('verifyCalldata accepts a batch conversion that spends less, in any spelling of its reference', () => {
    const converted = { ...usdItem, paymentReference: '0xABCDEF4455667788' } as const
    const { conversion } = converted
    const less = { ...conversion, maxToSpendUnits: 82_000_000n }
    const transaction = payBatch(
      [
        { paymentNetworkId: 0n, requestDetails: [detail({ ...converted, conversion: less })] },
        { paymentNetworkId: 2n, requestDetails: [usdtDetail] },
      ],
      { value: 0n },
    )
    expect(reasonOf(expectation(converted, usdtItem), [transaction])).toBe('accepted')
  })

  test('verifyCalldata reports a missing conversion in a batch by its group', () => {
    const direct = detail({ ...usdItem, conversion: null })
    const expected = expectation(usdItem, usdtItem)
    const transaction = payBatch([{ paymentNetworkId: 2n, requestDetails: [direct, usdtDetail] }], {
      value: 0n,
    })
    expect(reasonOf(expected, [transaction])).toBe('wrong_group at 0')
  })
})

describe('verifyBridgeCalls reports each difference', () => {
  test.each<[string, BridgeExpectation, WireTransaction[], Difference]>([
    [
      'no approval',
      transfer,
      [deposit()],
      ['missing_transaction', 0, `an approval of 10050000 for ${BRIDGE}`, ''],
    ],
    [
      'a reset that the token does not need',
      usdcTransfer,
      [approve(DEVNET_USDC, BRIDGE, 0n), usdcBridgeApproval, usdcDeposit],
      ['extra_transaction', 0, 'an approval', 'a reset that the token does not need'],
    ],
    [
      'a payment that stays on the chain',
      transfer,
      [approval, { to: BRIDGE, data: payCall(), value: 0 }],
      ['unexpected_method', 1, 'bridge_call', 'erc20_payment'],
    ],
    [
      'another contract',
      transfer,
      [approval, { ...deposit(), to: THIEF }],
      ['wrong_contract', 1, low(BRIDGE), THIEF],
    ],
    ['coins', transfer, [approval, { ...deposit(), value: 7 }], ['wrong_value', 1, '0', '7']],
    [
      'no method',
      lifiTransfer,
      [lifiApproval, { ...lifi(), data: '0xdead' }],
      ['unknown_method', 1, 'a bridge transaction', '"0xdead"'],
    ],
    [
      'another method of the bridge',
      transfer,
      [approval, { ...deposit(), data: '0xdeadbeef' }],
      ['unknown_method', 1, 'a deposit', '"0xdeadbeef"'],
    ],
    [
      'a lower delivery before the method on arrival',
      transfer,
      [approval, deposit({ delivery: { amount: 1n, callData: '0xdeadbeef' } })],
      ['wrong_delivery', 1, '10020000', '1'],
    ],
    [
      'another method on arrival',
      transfer,
      [approval, deposit({ delivery: { callData: '0xdeadbeef' } })],
      ['unknown_method', 1, 'a payment on arrival', '"0xdeadbeef"'],
    ],
  ])('verifyBridgeCalls reports %s', (_, expected, transactions, difference) => {
    expect(differenceOf(() => verifyBridgeCalls(expected, transactions))).toEqual(difference)
  })

  test('verifyBridgeCalls reports a deposit followed by an extra byte', () => {
    const long = { ...deposit(), data: `${deposit().data}00` }
    const found = differenceOf(() => verifyBridgeCalls(transfer, [approval, long]))
    expect(found.slice(0, 3)).toEqual(['malformed_calldata', 1, 'canonical calldata'])
  })

  test('verifyBridgeCalls reports a conversion that an unknown encoding carries', () => {
    const data: `0x${string}` = `0xdeadbeef${payUsd().data.slice(2)}`
    const transactions = [lifiApproval, { ...lifi(), data }]
    expect(differenceOf(() => verifyBridgeCalls(lifiTransfer, transactions))).toEqual([
      'unexpected_method',
      1,
      'erc20_payment',
      'erc20_conversion',
    ])
  })

  const { terms } = transfer
  const conversion = { path: ['usd', 'usdc'], maxToSpendUnits: 1n, maxRateTimespanS: 0n }
  test.each<[string, BridgeExpectation, string]>([
    [
      'the chain of the payment as source',
      { ...transfer, destination: transfer.network },
      'Destination must be a chain other than the source, got "devnet-b".',
    ],
    [
      'an unknown token',
      { ...transfer, token: THIEF },
      `Source token must be a known token of devnet-b, got "${THIEF}".`,
    ],
    [
      'a payment of the coin',
      { ...transfer, terms: { ...terms, token: null } },
      'Token must be no native coin, got null.',
    ],
    [
      'a conversion',
      { ...transfer, terms: { ...terms, conversion } },
      'Payment must be without a conversion, got "usd usdc".',
    ],
    [
      'nothing to send',
      { ...transfer, sourceAmountUnits: 0n },
      'Paying needs an amount above 0 of at most 256 bits, got 0.',
    ],
  ])('verifyBridgeCalls reports %s as a payment that cannot be made', (_, expected, message) => {
    expect(differenceOf(() => verifyBridgeCalls(expected, [approval, deposit()]))).toEqual([
      'invalid_expectation',
      0,
      'a payment that can be made',
      message,
    ])
  })

  test.each([1n, MAX])(
    'verifyBridgeCalls reports no fault of a payment that sends %s units',
    (units) => {
      const expected = { ...transfer, sourceAmountUnits: units }
      const approved = approve(DEVNET_USDT, BRIDGE, units)
      const { steps } = verifyBridgeCalls(expected, [approved, deposit({ amount: units })])
      expect(steps.map(({ amountUnits }) => amountUnits)).toEqual([units, units])
    },
  )

  test('verifyBridgeCalls reports the differing fact if the terms have checksummed addresses', () => {
    const expected = { ...transfer, terms: { ...terms, token: DEVNET_USDT } }
    const token = low(DEVNET_USDT)
    const delivery = { token, amount: 1n, callData: payCall({ token }) }
    const found = differenceOf(() => verifyBridgeCalls(expected, [approval, deposit({ delivery })]))
    expect(found).toEqual(['wrong_delivery', 1, '10020000', '1'])
  })
})

test('mostToSend allows a tenth and 25 dollars more, in the decimals of the sent token', () => {
  expect(mostToSend(100_000_000n, 6, 6)).toBe(135_000_000n)
  expect(mostToSend(100_000_000n, 6, 18)).toBe(135n * 10n ** 18n)
  expect(mostToSend(100n * 10n ** 18n, 18, 6)).toBe(135_000_000n)
})

test('parseWireValue rejects a BigNumber whose hex is a list, and names the field', () => {
  const value = { type: 'BigNumber', hex: ['0x1'] }
  expect(() => parseWireValue(value)).toThrow(MalformedValueError)
  expect(() => parseWireValue('10')).toThrow(
    expect.objectContaining({
      field: 'value',
      message:
        'Transaction value must be a safe integer, a hex string or a BigNumber object of at most 256 bits, got "10".',
    }),
  )
})

function differenceOf(verify: () => unknown): unknown[] {
  try {
    verify()
  } catch (error) {
    if (!(error instanceof CalldataMismatchError)) throw error
    return [error.reason, error.index, error.expected, error.actual]
  }
  return ['accepted']
}
