import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { casesToTry } from '../../../../tests/support/casesToTry.ts'
import {
  BASE_PROXY,
  BASE_USDC,
  DIAMOND,
  judgeBridge,
  lifi,
  lifiApproval,
  lifiTransfer,
  OP_USDC,
  payCall,
} from '../../test-support/honestBridge.ts'
import { approve, MAX, PAYEE, THIEF, USD, ZERO } from '../../test-support/honestHost.ts'
import { viemCall } from '../../test-support/viemOracle.ts'
import { type MismatchReason, verifyBridgeCalls, type WireTransaction } from './index.ts'

type Hex = `0x${string}`

const baseCall = (changes: Parameters<typeof payCall>[0] = {}) =>
  payCall({ token: BASE_USDC, ...changes })

describe('a LI.FI transaction', () => {
  test('a payment in the transaction’s bytes is found and reported as verified', () => {
    const transactions = [lifiApproval, lifi()]
    const { steps, calldata, destinationCall } = verifyBridgeCalls(lifiTransfer, transactions)
    expect({ calldata, destinationCall }).toEqual({
      calldata: 'searched',
      destinationCall: 'verified',
    })
    expect(steps).toEqual([
      {
        kind: 'approve',
        transaction: { to: OP_USDC, data: lifiApproval.data, value: 0n },
        token: OP_USDC,
        spender: DIAMOND,
        amountUnits: 10_050_000n,
      },
      {
        kind: 'pay',
        transaction: { to: DIAMOND, data: lifi().data, value: 0n },
        token: OP_USDC,
        spender: DIAMOND,
        amountUnits: 10_050_000n,
      },
    ])
  })

  test.each<[string, Hex]>([
    ['without a call on arrival', lifi({ callData: null }).data],
    ['with another call on arrival', lifi({ callData: '0xdeadbeef' }).data],
    ['in an unknown form', '0xdeadbeef'],
    [
      'whose payment is truncated to half its bytes',
      lifi({ callData: asHex(`0x0${baseCall().slice(2)}0`) }).data,
    ],
  ])('a payment %s is reported as not contained', (_, data) => {
    const transactions = [lifiApproval, { ...lifi(), data }]
    expect(judgeBridge(lifiTransfer, transactions)).toBe('searched, not_carried')
  })

  test('a payment is found at any byte offset, even if it occurs twice', () => {
    for (const padding of ['', '00', '0000ff', '00'.repeat(31)]) {
      const data = `0xdeadbeef${padding}${baseCall().slice(2)}`
      const once = [lifiApproval, { ...lifi(), data }]
      expect(judgeBridge(lifiTransfer, once)).toBe('searched, verified')
      const twice = [lifiApproval, { ...lifi(), data: data + padding + baseCall().slice(2) }]
      expect(judgeBridge(lifiTransfer, twice)).toBe('searched, verified')
    }
  })

  test('a found payment is reported as searched, because its presence does not prove that it runs', () => {
    const toThief = lifi({ callData: null, fallbackAddress: THIEF }).data
    const transactions = [lifiApproval, { ...lifi(), data: toThief + baseCall().slice(2) }]
    expect(judgeBridge(lifiTransfer, transactions)).toBe('searched, verified')
  })
})

describe('verifyBridgeCalls rejects a manipulated LI.FI list', () => {
  const honest = lifi()
  const args = [PAYEE, 1n, [USD, BASE_USDC], '0xcd5add6bac7bb5c9', 0n, ZERO, MAX, 0n] as const
  const carrying = (callData: Hex) => lifi({ callData })
  const followedBy = (call: Hex) => ({ ...honest, data: honest.data + call.slice(2) })
  test.each<[string, `${MismatchReason} at ${number}`, WireTransaction[]]>([
    ['another token', 'wrong_token at 1', [lifiApproval, carrying(payCall({ token: OP_USDC }))]],
    ['another payee', 'wrong_payee at 1', [lifiApproval, carrying(baseCall({ payee: THIEF }))]],
    [
      'another amount',
      'wrong_amount at 1',
      [lifiApproval, carrying(baseCall({ amountUnits: 9_999_999n }))],
    ],
    [
      'another fee',
      'wrong_fee_amount at 1',
      [lifiApproval, carrying(baseCall({ feeUnits: 20_001n }))],
    ],
    [
      'another fee address',
      'wrong_fee_address at 1',
      [lifiApproval, carrying(baseCall({ feeAddress: THIEF }))],
    ],
    [
      'another reference',
      'wrong_reference at 1',
      [lifiApproval, carrying(baseCall({ paymentReference: '0xcd5add6bac7bb5c8' }))],
    ],
    [
      'a payment that is not canonical',
      'malformed_calldata at 1',
      [lifiApproval, carrying(baseCall({ paymentReference: '0xcd5add6bac7bb5' }))],
    ],
    [
      'a payment that is cut',
      'malformed_calldata at 1',
      [lifiApproval, followedBy(asHex(baseCall().slice(0, -2)))],
    ],
    [
      'a conversion',
      'unexpected_method at 1',
      [lifiApproval, carrying(viemCall.erc20Conversion(...args))],
    ],
    [
      'a second payment to another payee',
      'wrong_payee at 1',
      [lifiApproval, followedBy(baseCall({ payee: THIEF }))],
    ],
    [
      'a second payment that is a conversion',
      'unexpected_method at 1',
      [lifiApproval, followedBy(viemCall.erc20Conversion(...args))],
    ],
    ['another contract', 'wrong_contract at 1', [lifiApproval, { ...honest, to: THIEF }]],
    ['the payment contract', 'wrong_contract at 1', [lifiApproval, { ...honest, to: BASE_PROXY }]],
    ['coins', 'wrong_value at 1', [lifiApproval, { ...honest, value: '0x1' }]],
    ['another chain', 'wrong_chain at 1', [lifiApproval, { ...honest, chainId: 8_453 }]],
    ['no data', 'unknown_method at 1', [lifiApproval, { ...honest, data: '0x' }]],
    ['no method', 'unknown_method at 1', [lifiApproval, { ...honest, data: '0xdeadbe' }]],
    [
      'an immediate payment',
      'unexpected_method at 1',
      [lifiApproval, { ...honest, data: baseCall() }],
    ],
    ['another spender', 'wrong_spender at 0', [approve(OP_USDC, BASE_PROXY, 10_050_000n), honest]],
    ['an unlimited approval', 'unlimited_approval at 0', [approve(OP_USDC, DIAMOND, MAX), honest]],
    ['no approval', 'missing_transaction at 0', [honest]],
    [
      'an extra transaction after it',
      'extra_transaction at 2',
      [lifiApproval, honest, followedBy('0x00')],
    ],
  ])('verifyBridgeCalls rejects a LI.FI list with %s', (_, reason, transactions) => {
    expect(judgeBridge(lifiTransfer, transactions)).toBe(reason)
  })
})

test('a payment with a changed digit in LI.FI data is never found', () => {
  const { data } = lifi()
  const start = data.indexOf(baseCall().slice(2))
  const change = fc.record({
    at: fc.integer({ min: 0, max: baseCall().length - 3 }),
    by: fc.integer({ min: 1, max: 15 }),
  })
  fc.assert(
    fc.property(change, ({ at, by }) => {
      const place = start + at
      const digit = (Number.parseInt(data.charAt(place), 16) ^ by).toString(16)
      const changed = data.slice(0, place) + digit + data.slice(place + 1)
      const judgement = judgeBridge(lifiTransfer, [lifiApproval, { ...lifi(), data: changed }])
      // Without its selector, the payment is arbitrary bytes.
      if (at < 8) expect(judgement).toBe('searched, not_carried')
      else expect(judgement).toMatch(/ at 1$/)
    }),
    { numRuns: casesToTry(5_000), seed: 6 },
  )
})

test('a megabyte of payment look-alikes is searched within the test timeout', () => {
  const judge = (digits: string) =>
    judgeBridge(lifiTransfer, [lifiApproval, { ...lifi(), data: `0xdeadbeef${digits}` }])
  const selector = baseCall().slice(2, 10)
  expect(judge(selector.slice(0, 6).repeat(350_000))).toBe('searched, not_carried')
  // Each look-alike begins in the middle of a byte.
  expect(judge(`0${selector.repeat(250_000)}0`)).toBe('searched, not_carried')
  expect(judge(baseCall().slice(2).repeat(4_000))).toBe('searched, verified')
})

function asHex(text: string): Hex {
  return text as Hex
}
