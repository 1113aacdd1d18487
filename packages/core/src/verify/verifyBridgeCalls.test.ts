import { describe, expect, test } from 'vitest'
import { viemFill } from '../../test-support/bridgeOracle.ts'
import {
  approval,
  BRIDGE,
  CONVERSION_PROXY,
  deposit,
  honestOrder,
  judgeBridge,
  PROXY,
  payCall,
  reset,
  transfer,
  USDC,
  USDT,
  usdcApproval,
  usdcDeposit,
  usdcTransfer,
} from '../../test-support/honestBridge.ts'
import {
  approve,
  FEE_ADDRESS,
  low,
  MAX,
  OTHER_PAYEE,
  PAYEE,
  THIEF,
  USD,
  ZERO,
} from '../../test-support/honestHost.ts'
import { viemCall } from '../../test-support/viemOracle.ts'
import { getNetwork, withContracts } from '../networks/index.ts'
import {
  type BridgeExpectation,
  type MismatchReason,
  verifyBridgeCalls,
  type WireTransaction,
} from './index.ts'

type Hex = `0x${string}`

describe('verifyBridgeCalls accepts correct transactions', () => {
  test.each<[string, BridgeExpectation, WireTransaction[], string[]]>([
    ['an approval and a deposit', transfer, [approval, deposit()], ['approve', 'pay']],
    [
      'a reset first, where the token needs it',
      transfer,
      [reset, approval, deposit()],
      ['reset_approval', 'approve', 'pay'],
    ],
    ['a token without a reset', usdcTransfer, [usdcApproval, usdcDeposit], ['approve', 'pay']],
  ])('verifyBridgeCalls accepts %s', (_, expected, transactions, kinds) => {
    const { steps, calldata, destinationCall } = verifyBridgeCalls(expected, transactions)
    expect({ calldata, destinationCall }).toEqual({
      calldata: 'decoded',
      destinationCall: 'verified',
    })
    expect(steps.map(({ kind }) => kind)).toEqual(kinds)
    expect(steps.map(({ transaction }) => transaction)).toEqual(
      transactions.map(({ to, data }) => ({ to, data, value: 0n })),
    )
    for (const { kind, token, spender, amountUnits } of steps)
      expect({ token, spender, amountUnits }).toEqual({
        token: expected.token,
        spender: BRIDGE,
        amountUnits: kind === 'reset_approval' ? 0n : 10_050_000n,
      })
  })

  test('verifyBridgeCalls accepts any quote id and deadline, which the bridge sets', () => {
    const other = deposit({ quoteId: `0x${'00'.repeat(32)}`, deadline: 1n })
    const { steps } = verifyBridgeCalls(transfer, [approval, other])
    expect(steps.at(-1)?.transaction.data).toBe(other.data)
  })

  test('verifyBridgeCalls accepts upper-case data, lower-case addresses and a missing chain id', () => {
    const wire = [approval, deposit()].map(({ to, data }) => ({
      to: low(to),
      data: `0x${data.slice(2).toUpperCase()}`,
      value: { type: 'BigNumber', hex: '0x00' },
    }))
    const expected = { ...transfer, token: low(USDT) }
    const { steps } = verifyBridgeCalls(expected, wire)
    expect(steps).toEqual(verifyBridgeCalls(transfer, [approval, deposit()]).steps)
  })

  test('verifyBridgeCalls accepts a payment without a fee, whose fee address is the zero address', () => {
    const terms = { ...transfer.terms, feeUnits: 0n, feeAddress: null }
    const callData = payCall({ feeUnits: 0n, feeAddress: ZERO })
    const honest = deposit({ delivery: { amount: 10_000_000n, callData } })
    expect(judgeBridge({ ...transfer, terms }, [approval, honest])).toBe('decoded, verified')
  })

  test("verifyBridgeCalls accepts the devnet bridge in a fork of a real network, at LI.FI's address", () => {
    const network = withContracts(getNetwork('base'), { LiFiDiamond: BRIDGE })
    const token = network.tokens[0]?.address ?? ''
    const expected = { ...transfer, network, token }
    const approved = approve(low(token), BRIDGE, 10_050_000n)
    const honest = { ...deposit({ token: low(token) }), chainId: network.chainId }
    expect(judgeBridge(expected, [approved, honest])).toBe('decoded, verified')
    const lie = deposit({ token: low(token), delivery: { fallbackAddress: THIEF } })
    const { to, data, value } = lie
    expect(judgeBridge(expected, [approved, { to, data, value }])).toBe('wrong_fallback at 1')
  })

  test("verifyBridgeCalls accepts and returns only the host's approvals, calldata and value", () => {
    const wire = [approval, { ...deposit(), gas: '0x1', authorizationList: [THIEF], from: THIEF }]
    const { steps } = verifyBridgeCalls(transfer, wire)
    for (const { transaction } of steps)
      expect(Object.keys(transaction)).toEqual(['to', 'data', 'value'])
  })
})

describe('verifyBridgeCalls rejects a manipulated list', () => {
  const transferToThief = {
    to: USDT,
    data: `0xa9059cbb${low(THIEF).slice(2).padStart(64, '0')}${'0'.repeat(63)}1`,
    value: 0,
  }
  lies([
    ['another spender', 'wrong_spender at 0', [approve(USDT, THIEF, 10_050_000n), deposit()]],
    ['another token approved', 'wrong_token at 0', [usdcApproval, deposit()]],
    [
      'one unit more approved',
      'excessive_approval at 0',
      [approve(USDT, BRIDGE, 10_050_001n), deposit()],
    ],
    [
      'one unit less approved',
      'insufficient_approval at 0',
      [approve(USDT, BRIDGE, 10_049_999n), deposit()],
    ],
    ['an unlimited approval', 'unlimited_approval at 0', [approve(USDT, BRIDGE, MAX), deposit()]],
    [
      'the amount of the payment approved, as if the bridge were free',
      'insufficient_approval at 0',
      [approve(USDT, BRIDGE, 10_020_000n), deposit()],
    ],
    ['an approval that sends coins', 'wrong_value at 0', [{ ...approval, value: 1 }, deposit()]],
    ['an approval on another chain', 'wrong_chain at 0', [{ ...approval, chainId: 1 }, deposit()]],
    [
      'a dirty approval',
      'malformed_calldata at 0',
      [{ ...approval, data: approval.data.replace('0x095ea7b30', '0x095ea7b31') }, deposit()],
    ],
    ['no approval', 'missing_transaction at 0', [deposit()]],
    ['a reset alone', 'reset_without_approval at 0', [reset, deposit()]],
    ['a reset behind the approval', 'approval_order at 1', [approval, reset, deposit()]],
    ['two approvals', 'duplicate_approval at 1', [approval, approval, deposit()]],
    [
      'an approval of another token between',
      'wrong_token at 1',
      [approval, approve(USDC, BRIDGE, 10_050_000n), deposit()],
    ],
    ['the approval last', 'payment_before_approval at 0', [deposit(), approval]],
    [
      'another approval last',
      'payment_before_approval at 1',
      [approval, deposit(), approve(USDT, THIEF, MAX)],
    ],
    ['an approval only', 'missing_transaction at 1', [approval]],
    ['nothing', 'missing_transaction at 0', []],
    ['the payment twice', 'duplicate_payment at 2', [approval, deposit(), deposit()]],
    [
      'a second payment',
      'extra_transaction at 2',
      [approval, deposit(), deposit({ quoteId: `0x${'00'.repeat(32)}` })],
    ],
    ['a transfer in front', 'extra_transaction at 1', [transferToThief, deposit()]],
    ['a transfer between', 'extra_transaction at 2', [approval, transferToThief, deposit()]],
    ['a transfer behind', 'extra_transaction at 2', [approval, deposit(), transferToThief]],
    ['a transfer instead', 'wrong_contract at 1', [approval, transferToThief]],
  ])

  test('verifyBridgeCalls rejects a list with a reset that the token does not need', () => {
    const unneeded = approve(USDC, BRIDGE, 0n)
    const transactions = [unneeded, usdcApproval, usdcDeposit]
    expect(judgeBridge(usdcTransfer, transactions)).toBe('extra_transaction at 0')
  })
})

describe('verifyBridgeCalls rejects a manipulated payment', () => {
  const honest = deposit()
  const direct = { to: PROXY, data: payCall({ token: USDT }), value: 0 }
  lies([
    ['to another contract', 'wrong_contract at 1', [approval, { ...honest, to: THIEF }]],
    [
      'to LI.FI, which is elsewhere',
      'wrong_contract at 1',
      [approval, { ...honest, to: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE' }],
    ],
    ['to the payment contract', 'wrong_contract at 1', [approval, { ...honest, to: PROXY }]],
    ['that sends coins', 'wrong_value at 1', [approval, { ...honest, value: '0x1' }]],
    ['with a decimal value', 'malformed_value at 1', [approval, { ...honest, value: '0' }]],
    ['on the destination chain', 'wrong_chain at 1', [approval, { ...honest, chainId: 31_337 }]],
    ['that is none from another chain', 'unexpected_method at 1', [approval, direct]],
    [
      'that calls the bridge by another method',
      'unknown_method at 1',
      [approval, { ...honest, data: viemFill(honestOrder.delivery) }],
    ],
    ['without data', 'unknown_method at 1', [approval, { ...honest, data: '0x' }]],
    [
      'with a byte behind it',
      'malformed_calldata at 1',
      [approval, { ...honest, data: `${honest.data}00` }],
    ],
    [
      'with a word behind it',
      'malformed_calldata at 1',
      [approval, { ...honest, data: honest.data + '0'.repeat(64) }],
    ],
    [
      'that is cut',
      'malformed_calldata at 1',
      [approval, { ...honest, data: honest.data.slice(0, -2) }],
    ],
    [
      'with half a byte',
      'malformed_transaction at 1',
      [approval, { ...honest, data: honest.data.slice(0, -1) }],
    ],
  ])
})

describe('verifyBridgeCalls rejects a manipulated order', () => {
  orderLies([
    ['of another token', 'wrong_token', deposit({ token: low(USDC) })],
    ['of one unit more', 'wrong_source_amount', deposit({ amount: 10_050_001n })],
    ['of one unit less', 'wrong_source_amount', deposit({ amount: 10_049_999n })],
    ['for another chain', 'wrong_destination', deposit({ toChainId: 1n })],
    ['for the source chain', 'wrong_destination', deposit({ toChainId: 31_338n })],
    ['that delivers another token', 'wrong_token', deposit({ delivery: { token: low(USDT) } })],
    [
      'that delivers one unit less',
      'wrong_delivery',
      deposit({ delivery: { amount: 10_019_999n } }),
    ],
    [
      'that delivers one unit more',
      'wrong_delivery',
      deposit({ delivery: { amount: 10_020_001n } }),
    ],
    [
      'that delivers the amount without the fee',
      'wrong_delivery',
      deposit({ delivery: { amount: 10_000_000n } }),
    ],
    [
      'with another fallback address',
      'wrong_fallback',
      deposit({ delivery: { fallbackAddress: THIEF } }),
    ],
    ['without a fallback', 'wrong_fallback', deposit({ delivery: { fallbackAddress: ZERO } })],
    [
      'that falls back to the fee address',
      'wrong_fallback',
      deposit({ delivery: { fallbackAddress: low(FEE_ADDRESS) } }),
    ],
    ['that calls another contract', 'wrong_target', deposit({ delivery: { target: THIEF } })],
    ['that calls nothing', 'wrong_target', deposit({ delivery: { target: ZERO } })],
    ['that calls the token', 'wrong_target', deposit({ delivery: { target: low(USDC) } })],
    [
      'that calls another payment contract',
      'wrong_target',
      deposit({ delivery: { target: low(CONVERSION_PROXY) } }),
    ],
    ['with another spender', 'wrong_spender', deposit({ delivery: { spender: THIEF } })],
    ['without a spender', 'wrong_spender', deposit({ delivery: { spender: ZERO } })],
    [
      'with too little gas for the payment',
      'wrong_gas_limit',
      deposit({ delivery: { gasLimit: 21_000n } }),
    ],
    [
      'with more gas than a block has',
      'wrong_gas_limit',
      deposit({ delivery: { gasLimit: 2n ** 64n } }),
    ],
  ])
})

describe('verifyBridgeCalls rejects a manipulated payment on arrival', () => {
  const call = payCall()
  const args = [PAYEE, 1n, [USD, USDC], '0xcd5add6bac7bb5c9', 0n, ZERO, MAX, 0n] as const
  callLies([
    ['of another token', 'wrong_token', payCall({ token: USDT })],
    ['to another payee', 'wrong_payee', payCall({ payee: THIEF })],
    ['to another payee of the merchant', 'wrong_payee', payCall({ payee: OTHER_PAYEE })],
    ['of one unit less', 'wrong_amount', payCall({ amountUnits: 9_999_999n })],
    ['of one unit more', 'wrong_amount', payCall({ amountUnits: 10_000_001n })],
    [
      'whose fee grows at the expense of the payee',
      'wrong_amount',
      payCall({ amountUnits: 5_020_000n, feeUnits: 5_000_000n }),
    ],
    ['with another fee', 'wrong_fee_amount', payCall({ feeUnits: 20_001n })],
    ['with the fee for another address', 'wrong_fee_address', payCall({ feeAddress: THIEF })],
    ['for another request', 'wrong_reference', payCall({ paymentReference: '0xcd5add6bac7bb5c8' })],
    [
      'with a longer reference',
      'malformed_calldata',
      payCall({ paymentReference: '0xcd5add6bac7bb5c900' }),
    ],
    ['with bytes behind it', 'malformed_calldata', `${call}00`],
    ['that is cut', 'malformed_calldata', asHex(call.slice(0, -2))],
    ['that is empty', 'unknown_method', '0x'],
    [
      'that is a plain transfer',
      'unknown_method',
      `0xa9059cbb${low(THIEF).slice(2).padStart(64, '0')}${'0'.repeat(63)}1`,
    ],
    ['that is an approval', 'unexpected_method', viemCall.approve(THIEF, MAX)],
    ['that is a conversion', 'unexpected_method', viemCall.erc20Conversion(...args)],
    [
      'that is of the native coin',
      'unexpected_method',
      viemCall.nativePayment(PAYEE, '0xcd5add6bac7bb5c9', 0n, ZERO),
    ],
    ['that is a batch', 'unexpected_method', viemCall.batch([], [], ZERO)],
  ])
})

describe('verifyBridgeCalls rejects an invalid expectation', () => {
  const { terms } = transfer
  test.each<[string, BridgeExpectation]>([
    ['from a network without a bridge', { ...transfer, network: getNetwork('sepolia') }],
    ['from Tron', { ...transfer, network: getNetwork('tron') }],
    ['to Tron', { ...transfer, destination: getNetwork('tron') }],
    ['to its own network', { ...transfer, destination: transfer.network }],
    ['in a token outside the registry', { ...transfer, token: THIEF }],
    ['in a token that is not an address', { ...transfer, token: '' }],
    ['with an input amount of zero', { ...transfer, sourceAmountUnits: 0n }],
    ['with a negative input amount', { ...transfer, sourceAmountUnits: -1n }],
    ['with an input amount above uint256', { ...transfer, sourceAmountUnits: 2n ** 256n }],
    ['with an amount of zero', { ...transfer, terms: { ...terms, amountUnits: 0n } }],
    ['with an amount above uint256', { ...transfer, terms: { ...terms, amountUnits: MAX } }],
    ['of the native coin', { ...transfer, terms: { ...terms, token: null } }],
    [
      'of a conversion',
      {
        ...transfer,
        terms: {
          ...terms,
          conversion: { path: [USD, USDC], maxToSpendUnits: 1n, maxRateTimespanS: 0n },
        },
      },
    ],
    ['with a fee without a recipient', { ...transfer, terms: { ...terms, feeAddress: null } }],
    ['with a payee that is not an address', { ...transfer, terms: { ...terms, payee: 'a.eth' } }],
  ])('verifyBridgeCalls rejects an expectation %s', (_, expected) => {
    expect(judgeBridge(expected, [approval, deposit()])).toBe('invalid_expectation at 0')
  })
})

test('hostile shapes are rejected with named errors', () => {
  const hostile: unknown[] = [null, {}, 'x', [null], [[]], [{ to: 1 }], [{ to: PAYEE, data: {} }]]
  // The types do not constrain a host's JSON.
  for (const shape of hostile)
    expect(judgeBridge(transfer, shape as WireTransaction[])).toBe('malformed_transaction at 0')
})

test('the error names the position, the fact and the fix', () => {
  const lie = deposit({ delivery: { fallbackAddress: THIEF } })
  expect(() => verifyBridgeCalls(transfer, [approval, lie])).toThrowError(
    'Transaction 2 sends the money to the wrong address if the payment fails on arrival: expected 0x5f83de90cca73d0695e6642b4cd2eb2b7d644f9e, got 0xcb31530041fa559a3688cc0b04d9ce7949285afb. Do not sign it; nothing was sent. Inform the merchant.',
  )
})

type Lies<Lie, Reason extends string> = readonly (readonly [string, Reason, Lie])[]

function lies(table: Lies<WireTransaction[], `${MismatchReason} at ${number}`>): void {
  test.each(table)('verifyBridgeCalls rejects a lie: %s', (_, reason, transactions) => {
    expect(judgeBridge(transfer, transactions)).toBe(reason)
  })
}

function orderLies(table: Lies<WireTransaction, MismatchReason>): void {
  lies(table.map(([name, reason, lie]) => [name, `${reason} at 1`, [approval, lie]]))
}

function callLies(table: Lies<Hex, MismatchReason>): void {
  orderLies(
    table.map(([name, reason, callData]) => [name, reason, deposit({ delivery: { callData } })]),
  )
}

function asHex(text: string): Hex {
  return text as Hex
}
