import type { Hex } from 'viem'
import { SELECTORS } from './abi.ts'
import {
  type Cursor,
  expectSize,
  isAtEnd,
  openCursor,
  takeAddress,
  takeReference,
  takeUint,
} from './cursor.ts'
import { type BatchCall, takeBatch } from './takeBatch.ts'

/**
 * Decodes the calls that settle payments; null when the selector is not one of them or the data is not the one canonical
 * encoding of the call: dirty padding, bytes at the end, offsets or lengths of another layout, a reference that is not 8
 * bytes. What it returns is therefore all that the calldata says. Addresses and references are lower case.
 */
export function decodePaymentCall(data: Hex): DecodedCall | null {
  const selector = data.slice(0, SELECTOR_LENGTH)
  const cursor = openCursor(data, selector)
  const call = takeCall(cursor, selector.toLowerCase())
  return isAtEnd(cursor) ? call : null
}

/** A decoded call, told apart by `kind`. Amounts are in base units; a native payment's amount is its value less the fee. */
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
  | BatchCall

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
