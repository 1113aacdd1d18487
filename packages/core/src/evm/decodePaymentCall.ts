import type { Hex } from '../hex.ts'
import { SELECTORS } from './abi.ts'
import {
  type Cursor,
  expectSize,
  isAtEnd,
  openCursor,
  takeAddress,
  takePath,
  takeReference,
  takeUint,
} from './cursor.ts'
import { type BatchCall, takeBatch } from './takeBatch.ts'

/**
 * Decodes the calls that settle payments; null for another selector or data that is not the one canonical encoding of the call. Calldata is
 * not canonical with dirty padding, bytes at the end, another layout's offsets or lengths, or a reference of other than 8 bytes. The
 * result therefore contains everything in the calldata. Addresses and references are lower case.
 */
export function decodePaymentCall(data: Hex): DecodedCall | null {
  const selector = data.slice(0, SELECTOR_LENGTH)
  const cursor = openCursor(data, selector)
  const call = takeCall(cursor, selector.toLowerCase())
  return isAtEnd(cursor) ? call : null
}

/**
 * A decoded call, discriminated by `kind`. Amounts are in base units. A native payment's amount is its value minus the fee, and a native
 * conversion's maximum is its value.
 */
export type DecodedCall =
  | { kind: 'approve'; spender: string; amountUnits: bigint }
  | {
      kind: 'erc20_payment'
      token: string
      payee: string
      amountUnits: bigint
      paymentReference: Hex
      feeUnits: bigint
      feeAddress: string
    }
  | {
      kind: 'native_payment'
      payee: string
      paymentReference: Hex
      feeUnits: bigint
      feeAddress: string
    }
  | {
      kind: 'exact_native_payment'
      payee: string
      amountUnits: bigint
      paymentReference: Hex
      feeUnits: bigint
      feeAddress: string
    }
  | ({ kind: 'erc20_conversion'; maxToSpendUnits: bigint } & ConversionFields)
  | ({ kind: 'native_conversion' } & ConversionFields)
  | BatchCall

/** The fields of both conversions; amount and fee are in the first currency of the path. */
type ConversionFields = {
  payee: string
  amountUnits: bigint
  path: readonly string[]
  paymentReference: Hex
  feeUnits: bigint
  feeAddress: string
  maxRateTimespanS: bigint
}

/** `0x` and four bytes. */
const SELECTOR_LENGTH = 10

function takeCall(cursor: Cursor, selector: string): DecodedCall | null {
  switch (selector) {
    case SELECTORS.approve:
      return { kind: 'approve', spender: takeAddress(cursor), amountUnits: takeUint(cursor) }
    case SELECTORS.erc20Payment:
      return takeErc20Payment(cursor)
    case SELECTORS.nativePayment:
      return takeNativePayment(cursor)
    case SELECTORS.exactNativePayment:
      return takeExactNativePayment(cursor)
    case SELECTORS.erc20Conversion:
      return takeErc20Conversion(cursor)
    case SELECTORS.nativeConversion:
      return takeNativeConversion(cursor)
    case SELECTORS.batch:
      return takeBatch(cursor)
    default:
      return null
  }
}

function takeErc20Payment(cursor: Cursor): DecodedCall {
  const token = takeAddress(cursor)
  const payee = takeAddress(cursor)
  const amountUnits = takeUint(cursor)
  expectSize(cursor, 6 * 32)
  const feeUnits = takeUint(cursor)
  const feeAddress = takeAddress(cursor)
  const paymentReference = takeReference(cursor)
  return {
    kind: 'erc20_payment',
    token,
    payee,
    amountUnits,
    paymentReference,
    feeUnits,
    feeAddress,
  }
}

function takeNativePayment(cursor: Cursor): DecodedCall {
  const payee = takeAddress(cursor)
  expectSize(cursor, 4 * 32)
  const feeUnits = takeUint(cursor)
  const feeAddress = takeAddress(cursor)
  const paymentReference = takeReference(cursor)
  return { kind: 'native_payment', payee, paymentReference, feeUnits, feeAddress }
}

function takeExactNativePayment(cursor: Cursor): DecodedCall {
  const payee = takeAddress(cursor)
  const amountUnits = takeUint(cursor)
  expectSize(cursor, 5 * 32)
  const feeUnits = takeUint(cursor)
  const feeAddress = takeAddress(cursor)
  const paymentReference = takeReference(cursor)
  return {
    kind: 'exact_native_payment',
    payee,
    amountUnits,
    paymentReference,
    feeUnits,
    feeAddress,
  }
}

function takeErc20Conversion(cursor: Cursor): DecodedCall {
  const payee = takeAddress(cursor)
  const amountUnits = takeUint(cursor)
  expectSize(cursor, ERC20_CONVERSION_HEAD_BYTES)
  const referenceOffset = takeUint(cursor)
  const feeUnits = takeUint(cursor)
  const feeAddress = takeAddress(cursor)
  const maxToSpendUnits = takeUint(cursor)
  const maxRateTimespanS = takeUint(cursor)
  const tail = takeConversionTail(cursor, referenceOffset, ERC20_CONVERSION_HEAD_BYTES)
  return {
    kind: 'erc20_conversion',
    payee,
    amountUnits,
    feeUnits,
    feeAddress,
    maxToSpendUnits,
    maxRateTimespanS,
    ...tail,
  }
}

function takeNativeConversion(cursor: Cursor): DecodedCall {
  const payee = takeAddress(cursor)
  const amountUnits = takeUint(cursor)
  expectSize(cursor, NATIVE_CONVERSION_HEAD_BYTES)
  const referenceOffset = takeUint(cursor)
  const feeUnits = takeUint(cursor)
  const feeAddress = takeAddress(cursor)
  const maxRateTimespanS = takeUint(cursor)
  const tail = takeConversionTail(cursor, referenceOffset, NATIVE_CONVERSION_HEAD_BYTES)
  return {
    kind: 'native_conversion',
    payee,
    amountUnits,
    feeUnits,
    feeAddress,
    maxRateTimespanS,
    ...tail,
  }
}

const ERC20_CONVERSION_HEAD_BYTES = 8 * 32
const NATIVE_CONVERSION_HEAD_BYTES = 7 * 32

/** The path directly follows the head, and the reference directly follows the path. */
function takeConversionTail(cursor: Cursor, referenceOffset: bigint, headBytes: number) {
  const path = takePath(cursor)
  if (referenceOffset !== BigInt(headBytes + 32 * (path.length + 1))) cursor.hasFailed = true
  return { path, paymentReference: takeReference(cursor) }
}
