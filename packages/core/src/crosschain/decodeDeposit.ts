import {
  type Cursor,
  expectSize,
  isAtEnd,
  openCursor,
  takeAddress,
  takeBytes,
  takeUint,
} from '../evm/cursor.ts'
import type { Hex } from '../hex.ts'
import { BRIDGE_SELECTORS } from './abi.ts'
import {
  DELIVERY_HEAD_BYTES,
  type Delivery,
  type DepositOrder,
  ORDER_HEAD_BYTES,
} from './encodeDeposit.ts'

/**
 * Decodes a call to `deposit`; null if the data is not exactly the output of `encodeDeposit`. For example, it returns null for another
 * selector or layout, dirty padding, or trailing bytes. The result therefore contains everything in the calldata. Addresses and bytes are
 * lower case; the call on arrival stays encoded.
 */
export function decodeDeposit(data: Hex): DepositOrder | null {
  const cursor = openCursor(data.toLowerCase(), BRIDGE_SELECTORS.deposit)
  expectSize(cursor, 32)
  const order = takeOrder(cursor)
  return isAtEnd(cursor) ? order : null
}

function takeOrder(cursor: Cursor): DepositOrder {
  const quoteId = takeBytes(cursor, 32)
  const token = takeAddress(cursor)
  const amountUnits = takeUint(cursor)
  const toChainId = takeUint(cursor)
  const deadlineS = takeUint(cursor)
  expectSize(cursor, ORDER_HEAD_BYTES)
  return { quoteId, token, amountUnits, toChainId, deadlineS, delivery: takeDelivery(cursor) }
}

function takeDelivery(cursor: Cursor): Delivery {
  const token = takeAddress(cursor)
  const amountUnits = takeUint(cursor)
  const fallbackAddress = takeAddress(cursor)
  const target = takeAddress(cursor)
  const spender = takeAddress(cursor)
  const gasLimit = takeUint(cursor)
  expectSize(cursor, DELIVERY_HEAD_BYTES)
  const callData = takeBytes(cursor, takeByteCount(cursor))
  return { token, amountUnits, fallbackAddress, target, spender, gasLimit, callData }
}

/** Reads the length of `bytes`. A length beyond the remaining data returns 0 and marks the cursor as failed. */
function takeByteCount(cursor: Cursor): number {
  const count = takeUint(cursor)
  const digitsLeft = Math.max(0, cursor.data.length - cursor.at)
  if (2n * count <= BigInt(digitsLeft)) return Number(count)
  cursor.hasFailed = true
  return 0
}
