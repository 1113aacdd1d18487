import { MAX_UINT256 } from '../amount.ts'
import { isSameAddress, ZERO_ADDRESS } from '../evm/address.ts'
import {
  type Cursor,
  expectSize,
  isAtEnd,
  openCursor,
  takeAddress,
  takeBytes,
  takeReference,
  takeUint,
} from '../evm/cursor.ts'
import type { Hex } from '../hex.ts'
import { SIGNED_PAYMENT_SELECTORS } from './abi.ts'
import {
  headBytesOf,
  MAX_SIGNATURE_BYTES,
  PAYMENT_BYTES,
  REFERENCE_OFFSET,
  SIGNATURE_BYTES,
  type SignedCall,
} from './encodeSignedPayment.ts'
import { MAX_DEADLINE_S, type SignedPayment, signatureKinds, totalUnits } from './signedPayment.ts'

/**
 * Decodes a call that makes a signed payment; null if the data is not exactly the output of `encodeSignedPayment`. The result therefore
 * contains everything in the calldata. Addresses and bytes are lower case.
 */
export function decodeSignedPayment(data: Hex): SignedCall | null {
  const text = data.toLowerCase()
  const kind = signatureKinds.find((known) => text.startsWith(SIGNED_PAYMENT_SELECTORS[known]))
  if (kind === undefined) return null
  const isPermit = kind === 'eip2612'
  const cursor = openCursor(text, SIGNED_PAYMENT_SELECTORS[kind])
  expectSize(cursor, headBytesOf(kind))
  const permitNonce = isPermit ? takeUint(cursor) : null
  expectSize(cursor, headBytesOf(kind) + PAYMENT_BYTES)
  const payment = takePayment(cursor)
  const size = takeUint(cursor)
  const isSize = isPermit
    ? size === BigInt(SIGNATURE_BYTES)
    : size > 0n && size <= BigInt(MAX_SIGNATURE_BYTES)
  if (!isSize) return null
  const signature = takeBytes(cursor, Number(size))
  if (!isAtEnd(cursor) || !isPayable(payment)) return null
  return { kind, payment, signature, permitNonce }
}

/** Reads the members in the struct's order. */
function takePayment(cursor: Cursor): SignedPayment {
  const payer = takeAddress(cursor)
  const token = takeAddress(cursor)
  const recipient = takeAddress(cursor)
  const amountUnits = takeUint(cursor)
  const feeUnits = takeUint(cursor)
  const feeAddress = takeAddress(cursor)
  expectSize(cursor, REFERENCE_OFFSET)
  const deadline = takeUint(cursor)
  if (deadline > BigInt(MAX_DEADLINE_S)) cursor.hasFailed = true
  const deadlineS = Number(deadline)
  const salt = takeUint(cursor)
  const reference = takeReference(cursor)
  const parties = { payer, token, recipient, amountUnits, feeUnits, feeAddress }
  return { ...parties, reference, deadlineS, salt }
}

/** Checks the rules of `paymentWords` that combine several members. */
function isPayable(payment: SignedPayment): boolean {
  if (totalUnits(payment) > MAX_UINT256) return false
  return payment.feeUnits === 0n || !isSameAddress(payment.feeAddress, ZERO_ADDRESS)
}
