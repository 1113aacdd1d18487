import { describe, expect, test } from 'vitest'
import {
  approve,
  expectation,
  FEE_ADDRESS,
  MAX,
  NEEDED,
  network,
  PAYEE,
  PAYER,
  PROXY,
  pay,
  reasonOf,
  THIEF,
  USDC,
  USDT,
  usdtItem,
} from '../../test-support/honestTronHost.ts'
import { tronwebBody } from '../../test-support/tronOracle.ts'
import { viemCall } from '../../test-support/viemOracle.ts'
import { getNetwork } from '../networks/index.ts'
import { fromAbiAddress } from '../tron/index.ts'
import { ways } from '../ways/index.ts'
import {
  type ExpectedItem,
  type MismatchReason,
  type TronWireTransaction,
  verifyTronSteps,
} from './index.ts'

type Refusal = `${MismatchReason} at ${number}`

describe('verifyTronSteps accepts correct transactions', () => {
  const payStep = {
    kind: 'pay',
    transaction: { to: PROXY, data: pay().data, value: 0n },
    token: USDT,
    spender: PROXY,
    amountUnits: NEEDED,
  }
  const approveStep = (amountUnits: bigint) => ({
    kind: amountUnits === 0n ? 'reset_approval' : 'approve',
    transaction: { to: USDT, data: approve(USDT, PROXY, amountUnits).data, value: 0n },
    token: USDT,
    spender: PROXY,
    amountUnits,
  })

  test.each<[string, TronWireTransaction[], object[]]>([
    ['the payment alone', [pay()], [payStep]],
    ['an exact approval', [approve(USDT, PROXY, NEEDED), pay()], [approveStep(NEEDED), payStep]],
    ['the largest approval', [approve(USDT, PROXY, MAX), pay()], [approveStep(MAX), payStep]],
    [
      'a reset before it',
      [approve(USDT, PROXY, 0n), approve(USDT, PROXY, MAX), pay()],
      [approveStep(0n), approveStep(MAX), payStep],
    ],
    ['extra keys next to the call', [{ ...pay(), feeLimit: 1 } as TronWireTransaction], [payStep]],
    ['no chain member', [{ to: PROXY, data: pay().data, value: '0x0' }], [payStep]],
    [
      'upper-case calldata',
      [{ ...pay(), data: `0x${pay().data.slice(2).toUpperCase()}` }],
      [payStep],
    ],
  ])('verifyTronSteps accepts %s', (_, transactions, steps) => {
    expect(verifyTronSteps(expectation(usdtItem), transactions)).toEqual({ steps })
  })

  test('verifyTronSteps accepts the output of tronSteps, with and without an allowance', () => {
    const terms = { ...usdtItem, network: 'tron' }
    const allowances = [undefined, 0n, 1n, NEEDED - 1n, NEEDED, MAX]
    for (const units of allowances) {
      const allowanceUnits = units === undefined ? null : { [USDT]: units }
      const steps = ways.tron.steps(network, terms, { address: PAYER, allowanceUnits })
      const wire = steps.map(({ transaction: { to, data } }) => ({ to, data, value: 0 }))
      expect(verifyTronSteps(expectation(usdtItem), wire)).toEqual({ steps })
    }
  })
})

describe('verifyTronSteps rejects manipulated transactions', () => {
  const hexProxy = tronwebBody(PROXY)

  test.each<[string, Refusal, TronWireTransaction[]]>([
    // The payment
    ['another payee', 'wrong_payee at 0', [pay({ payee: THIEF })]],
    ['a larger amount', 'wrong_amount at 0', [pay({ amountUnits: 10_000_001n })]],
    ['a smaller amount', 'wrong_amount at 0', [pay({ amountUnits: 9_999_999n })]],
    ['another token', 'wrong_token at 0', [pay({ token: USDC })]],
    ['another proxy', 'wrong_contract at 0', [pay({ proxy: THIEF })]],
    ['the token as proxy', 'wrong_contract at 0', [pay({ proxy: USDT })]],
    [
      'another reference',
      'wrong_reference at 0',
      [pay({ paymentReference: '0xcd5add6bac7bb5c8' })],
    ],
    ['a larger fee', 'wrong_fee_amount at 0', [pay({ feeUnits: 20_001n })]],
    ['no fee', 'wrong_fee_amount at 0', [pay({ feeUnits: 0n })]],
    ['another fee address', 'wrong_fee_address at 0', [pay({ feeAddress: THIEF })]],
    [
      'payee and fee address swapped',
      'wrong_payee at 0',
      [pay({ payee: FEE_ADDRESS, feeAddress: PAYEE })],
    ],
    ['a value', 'wrong_value at 0', [{ ...pay(), value: 1 }]],
    ['a value in hex', 'wrong_value at 0', [{ ...pay(), value: '0x1' }]],
    ['a decimal value', 'malformed_value at 0', [{ ...pay(), value: '0' }]],
    ['another chain id', 'wrong_chain at 0', [{ ...pay(), chainId: 1 }]],
    ['another kind of chain', 'wrong_chain at 0', [{ ...pay(), chainType: 'evm' }]],
    [
      'a trailing byte after the calldata',
      'malformed_calldata at 0',
      [{ ...pay(), data: `${pay().data}00` }],
    ],
    ['the same payment twice', 'duplicate_payment at 1', [pay(), pay()]],
    ['a second payment', 'extra_transaction at 1', [pay(), pay({ payee: THIEF })]],
    ['no payment', 'missing_transaction at 1', [approve(USDT, PROXY, NEEDED)]],
    ['nothing', 'missing_transaction at 0', []],
    [
      'a transfer to a thief',
      'unknown_method at 0',
      [
        {
          ...pay(),
          to: USDT,
          data: `0xa9059cbb${viemCall.approve(tronwebBody(THIEF), NEEDED).slice(10)}`,
        },
      ],
    ],
    // An approval
    ['another spender', 'wrong_spender at 0', [approve(USDT, THIEF, NEEDED), pay()]],
    ['the largest approval of a thief', 'wrong_spender at 0', [approve(USDT, THIEF, MAX), pay()]],
    ['an approval of another token', 'wrong_token at 0', [approve(USDC, PROXY, NEEDED), pay()]],
    [
      'an approval one unit above the exact amount',
      'excessive_approval at 0',
      [approve(USDT, PROXY, NEEDED + 1n), pay()],
    ],
    [
      'one unit less than the largest',
      'excessive_approval at 0',
      [approve(USDT, PROXY, MAX - 1n), pay()],
    ],
    ['half of the largest', 'excessive_approval at 0', [approve(USDT, PROXY, MAX / 2n), pay()]],
    [
      'an approval without the fee',
      'insufficient_approval at 0',
      [approve(USDT, PROXY, 10_000_000n), pay()],
    ],
    ['a reset alone', 'reset_without_approval at 0', [approve(USDT, PROXY, 0n), pay()]],
    [
      'a reset for a thief',
      'wrong_spender at 0',
      [approve(USDT, THIEF, 0n), approve(USDT, PROXY, MAX), pay()],
    ],
    [
      'two approvals',
      'duplicate_approval at 1',
      [approve(USDT, PROXY, MAX), approve(USDT, PROXY, MAX), pay()],
    ],
    [
      'an approval after the payment',
      'payment_before_approval at 0',
      [pay(), approve(USDT, PROXY, MAX)],
    ],
    [
      'an approval for a value',
      'wrong_value at 0',
      [{ ...approve(USDT, PROXY, MAX), value: 1 }, pay()],
    ],
    [
      'an approval of another chain',
      'wrong_chain at 0',
      [{ ...approve(USDT, PROXY, MAX), chainId: 1 }, pay()],
    ],
    // Addresses that are not Tron's
    ['an EVM address as proxy', 'malformed_transaction at 0', [{ ...pay(), to: hexProxy }]],
    [
      'the hex form as proxy',
      'malformed_transaction at 0',
      [{ ...pay(), to: `41${hexProxy.slice(2)}` }],
    ],
    [
      'a wrong checksum',
      'malformed_transaction at 0',
      [{ ...pay(), to: PROXY.replace('TC', 'TD') }],
    ],
    [
      'the proxy in lower case',
      'malformed_transaction at 0',
      [{ ...pay(), to: PROXY.toLowerCase() }],
    ],
    [
      'an EVM address as token',
      'malformed_transaction at 0',
      [{ ...approve(USDT, PROXY, MAX), to: tronwebBody(USDT) }, pay()],
    ],
  ])('verifyTronSteps rejects %s', (_, refusal, transactions) => {
    expect(reasonOf(transactions)).toBe(refusal)
  })

  test.each<[string, Refusal, unknown]>([
    ['a value that is not a list', 'malformed_transaction at 0', 'transactions'],
    ['null in the list', 'malformed_transaction at 0', [null]],
    ['text in the list', 'malformed_transaction at 0', ['0x']],
    ['no contract', 'malformed_transaction at 0', [{ data: pay().data, value: 0 }]],
    ['a contract that is not a string', 'malformed_transaction at 0', [{ ...pay(), to: 1 }]],
    ['no calldata', 'malformed_transaction at 0', [{ ...pay(), data: undefined }]],
    ['a chain kind that is not a string', 'wrong_chain at 0', [{ ...pay(), chainType: 1 }]],
  ])('verifyTronSteps rejects %s', (_, refusal, wire) => {
    // A host's response may contain anything.
    expect(reasonOf(wire as TronWireTransaction[])).toBe(refusal)
  })

  test.each<[string, ExpectedItem[]]>([
    ['two items', [usdtItem, { ...usdtItem, paymentReference: '0x5420599980d1925c' }]],
    ['no item', []],
    ['the coin', [{ ...usdtItem, token: null }]],
    [
      'a conversion',
      [
        {
          ...usdtItem,
          conversion: { path: [PAYEE, USDT], maxToSpendUnits: 1n, maxRateTimespanS: 0n },
        },
      ],
    ],
    ['an EVM payee', [{ ...usdtItem, payee: tronwebBody(PAYEE) }]],
    ['an EVM token', [{ ...usdtItem, token: tronwebBody(USDT) }]],
    ['an EVM fee address', [{ ...usdtItem, feeAddress: tronwebBody(FEE_ADDRESS) }]],
    ['a fee without a recipient', [{ ...usdtItem, feeAddress: null }]],
    [
      'a fee for the zero address',
      [{ ...usdtItem, feeAddress: fromAbiAddress(`0x${'0'.repeat(40)}`) }],
    ],
    ['zero to pay', [{ ...usdtItem, amountUnits: 0n }]],
  ])('verifyTronSteps rejects an expectation with %s', (_, items) => {
    expect(reasonOf([pay()], expectation(...items))).toBe('invalid_expectation at 0')
  })

  test('verifyTronSteps rejects Tron addresses where an EVM network is expected', () => {
    const expected = { ...expectation(usdtItem), network: getNetwork('mainnet') }
    expect(reasonOf([pay()], expected)).toBe('invalid_expectation at 0')
  })

  test.each<[string, object, string, string]>([
    ['the kind of another chain', { ...pay(), chainType: 'evm' }, 'tron', '"evm"'],
    ['an EVM address', { ...pay(), to: '0x1' }, 'a Tron address in "to"', '"0x1"'],
  ])('verifyTronSteps rejects %s, and names the expected value', (_, wire, expected, actual) => {
    const lying = () => verifyTronSteps(expectation(usdtItem), [wire as TronWireTransaction])
    expect(lying).toThrow(expect.objectContaining({ expected, actual }))
  })

  test('verifyTronSteps rejects an EVM network by its id', () => {
    const expected = { ...expectation(usdtItem), network: getNetwork('mainnet') }
    expect(() => verifyTronSteps(expected, [pay()])).toThrow(
      expect.objectContaining({ expected: 'a Tron network', actual: 'mainnet' }),
    )
  })

  test('verifyTronSteps passes on an error from other code unchanged', () => {
    const fault = new TypeError('revoked')
    const wire = Object.defineProperty({ ...pay() }, 'to', {
      get: () => {
        throw fault
      },
    })
    expect(() => verifyTronSteps(expectation(usdtItem), [wire])).toThrow(fault)
  })

  test('verifyTronSteps rejects transactions with messages in Tron terms', () => {
    const lying = () => verifyTronSteps(expectation(usdtItem), [pay({ payee: THIEF })])
    expect(lying).toThrow(expect.objectContaining({ expected: PAYEE, actual: THIEF }))
    expect(lying).toThrowErrorMatchingInlineSnapshot(
      `[CalldataMismatchError: Transaction 1 pays the wrong payee: expected TJ9wwE6uqs38wh1qXTzBL3MAeUCrWatpg2, got TBQYawRaonh9AZR266qcX6rNoQKrT76kVs. Do not sign it; nothing was sent. Inform the merchant.]`,
    )
  })
})
