import {
  BATCH_GROUPS,
  type BatchCall,
  type BatchItem,
  type DecodedCall,
  decodePaymentCall,
} from '../evm/index.ts'
import type { Transaction } from '../step.ts'
import type { Mismatch, MismatchReason } from './CalldataMismatchError.ts'

/** Describes how a received payment differs from the expected one, by the first fact that differs. */
export function explainMismatch(
  call: DecodedCall,
  actual: Transaction,
  expected: Transaction,
): Mismatch {
  const expectedCall = decodePaymentCall(expected.data)
  const facts: readonly Fact[] = [
    ['unexpected_method', expectedCall?.kind ?? '', call.kind],
    ['wrong_contract', expected.to.toLowerCase(), actual.to],
    ...callFacts(expectedCall, call),
    ['wrong_value', `${expected.value}`, `${actual.value}`],
  ]
  const difference = facts.find(([, wanted, got]) => wanted !== got)
  const [reason, wanted, got] = difference ?? ['malformed_calldata', expected.data, actual.data]
  return { reason, expected: wanted, actual: got }
}

/** One fact of a payment, as expected and as received. */
type Fact = readonly [reason: MismatchReason, expected: string, actual: string]

function callFacts(expected: DecodedCall | null, actual: DecodedCall): readonly Fact[] {
  if (expected?.kind === 'erc20_payment' && actual.kind === 'erc20_payment')
    return [
      ['wrong_token', expected.token, actual.token],
      ['wrong_payee', expected.payee, actual.payee],
      ['wrong_amount', `${expected.amountUnits}`, `${actual.amountUnits}`],
      ...commonFacts(expected, actual),
    ]
  if (expected?.kind === 'native_payment' && actual.kind === 'native_payment')
    return [['wrong_payee', expected.payee, actual.payee], ...commonFacts(expected, actual)]
  if (expected?.kind === 'erc20_conversion' && actual.kind === 'erc20_conversion')
    return [
      ...conversionFacts(expected, actual),
      ['wrong_spending_limit', `${expected.maxToSpendUnits}`, `${actual.maxToSpendUnits}`],
    ]
  if (expected?.kind === 'native_conversion' && actual.kind === 'native_conversion')
    return conversionFacts(expected, actual)
  if (expected?.kind === 'batch' && actual.kind === 'batch') return batchFacts(expected, actual)
  return []
}

type Common = { paymentReference: string; feeUnits: bigint; feeAddress: string }

function commonFacts(expected: Common, actual: Common): readonly Fact[] {
  return [
    ['wrong_reference', expected.paymentReference, actual.paymentReference],
    ['wrong_fee_amount', `${expected.feeUnits}`, `${actual.feeUnits}`],
    ['wrong_fee_address', expected.feeAddress, actual.feeAddress],
  ]
}

type ConversionCall = Extract<DecodedCall, { kind: 'erc20_conversion' | 'native_conversion' }>

function conversionFacts(expected: ConversionCall, actual: ConversionCall): readonly Fact[] {
  return [
    ['wrong_path', expected.path.join(), actual.path.join()],
    ['wrong_payee', expected.payee, actual.payee],
    ['wrong_amount', `${expected.amountUnits}`, `${actual.amountUnits}`],
    ...commonFacts(expected, actual),
    ['wrong_rate_age', `${expected.maxRateTimespanS}`, `${actual.maxRateTimespanS}`],
  ]
}

function batchFacts(expected: BatchCall, actual: BatchCall): readonly Fact[] {
  const wanted = expected.groups.flatMap((group) => group.items)
  const got = actual.groups.flatMap((group) => group.items)
  return [
    conversionFact(expected, actual),
    ...listFacts(references(wanted), references(got)),
    ['wrong_group', groupShape(expected), groupShape(actual)],
    ...wanted.flatMap((item, index) => itemFacts(item, got[index])),
    ['wrong_fee_address', expected.feeAddress, actual.feeAddress],
  ]
}

/** Reports unexpected conversions only, because the comparison of groups reports missing conversions. */
function conversionFact(expected: BatchCall, actual: BatchCall): Fact {
  const wanted = describeConversions(expected)
  const got = describeConversions(actual)
  return ['unexpected_conversion', wanted, got === DIRECT ? wanted : got]
}

const DIRECT = 'direct payments'

function describeConversions({ groups, pathsToUsd }: BatchCall): string {
  const conversions: readonly bigint[] = [
    BigInt(BATCH_GROUPS.erc20Conversion),
    BigInt(BATCH_GROUPS.nativeConversion),
  ]
  if (pathsToUsd.length > 0) return 'a conversion of the fee'
  const isConverting = groups.some(
    ({ paymentNetworkId, items }) =>
      conversions.includes(paymentNetworkId) || items.some(isConversionItem),
  )
  return isConverting ? 'a conversion' : DIRECT
}

function isConversionItem(item: BatchItem): boolean {
  return item.maxToSpendUnits !== 0n || item.maxRateTimespanS !== 0n || item.path.length !== 1
}

function references(items: readonly BatchItem[]): readonly string[] {
  return items.map((item) => item.paymentReference)
}

/** Compares the payments in a batch by their references: duplicates, number and order. */
function listFacts(wanted: readonly string[], got: readonly string[]): readonly Fact[] {
  const isRepeating = new Set(got).size < got.length
  const isSameSet = [...wanted].sort().join() === [...got].sort().join()
  return [
    ['duplicate_payment', 'each payment once', isRepeating ? 'one twice' : 'each payment once'],
    [
      got.length > wanted.length ? 'extra_item' : 'missing_item',
      `${wanted.length} payments`,
      `${got.length} payments`,
    ],
    ['item_order', wanted.join(), isSameSet ? got.join() : wanted.join()],
  ]
}

function groupShape({ groups }: BatchCall): string {
  return groups.map((group) => `${group.paymentNetworkId} x ${group.items.length}`).join()
}

function itemFacts(expected: BatchItem, actual: BatchItem | undefined): readonly Fact[] {
  if (actual === undefined) return []
  const isDirect = expected.path.length === 1
  return [
    [isDirect ? 'wrong_token' : 'wrong_path', expected.path.join(), actual.path.join()],
    ['wrong_payee', expected.payee, actual.payee],
    ['wrong_amount', `${expected.amountUnits}`, `${actual.amountUnits}`],
    ['wrong_reference', expected.paymentReference, actual.paymentReference],
    ['wrong_fee_amount', `${expected.feeUnits}`, `${actual.feeUnits}`],
    ['wrong_spending_limit', `${expected.maxToSpendUnits}`, `${actual.maxToSpendUnits}`],
    ['wrong_rate_age', `${expected.maxRateTimespanS}`, `${actual.maxRateTimespanS}`],
  ]
}
