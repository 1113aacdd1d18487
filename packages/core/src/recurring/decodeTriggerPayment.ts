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
import { RECURRING_SELECTORS } from './abi.ts'
import {
  SIGNATURE_BYTES,
  SIGNATURE_TAIL_BYTES,
  TRIGGER_HEAD_BYTES,
  type TriggerPayment,
} from './encodeTriggerPayment.ts'
import {
  MAX_PERMIT_PAYMENTS,
  MAX_UINT32,
  MAX_UINT128,
  type SchedulePermit,
} from './schedulePermit.ts'

/**
 * Decodes a call to `triggerRecurringPayment`; null if the data is not exactly the output of `encodeTriggerPayment`. For example, it
 * returns null for another selector or layout, dirty padding, trailing bytes, a value out of range, or a fee without a receiver. The result
 * therefore contains everything in the calldata. Addresses and bytes are lower case.
 */
export function decodeTriggerPayment(data: Hex): TriggerPayment | null {
  const cursor = openCursor(data.toLowerCase(), RECURRING_SELECTORS.triggerPayment)
  const permit = takePermit(cursor)
  expectSize(cursor, TRIGGER_HEAD_BYTES)
  const index = takeCount(cursor, 1, permit.totalPayments)
  expectSize(cursor, TRIGGER_HEAD_BYTES + SIGNATURE_TAIL_BYTES)
  expectSize(cursor, SIGNATURE_BYTES)
  const signature = takeBytes(cursor, SIGNATURE_BYTES)
  const paymentReference = takeReference(cursor)
  if (!isAtEnd(cursor) || !isPayable(permit)) return null
  return { permit, signature, index, paymentReference }
}

/** Reads the members in the struct's order, because an object literal evaluates its members in order. */
function takePermit(cursor: Cursor): SchedulePermit {
  return {
    subscriber: takeAddress(cursor),
    token: takeAddress(cursor),
    recipient: takeAddress(cursor),
    feeAddress: takeAddress(cursor),
    amount: takeUnits(cursor),
    feeAmount: takeUnits(cursor),
    relayerFee: takeUnits(cursor),
    periodSeconds: takeCount(cursor, 0, MAX_UINT32),
    firstPayment: takeCount(cursor, 0, MAX_UINT32),
    totalPayments: takeCount(cursor, 1, MAX_PERMIT_PAYMENTS),
    nonce: takeBytes(cursor, 32),
    deadline: takeUint(cursor),
    strictOrder: takeCount(cursor, 0, 1) === 1,
  }
}

/** Checks the rules of `permitWords` that combine several members. */
function isPayable({ amount, feeAmount, relayerFee, feeAddress }: SchedulePermit): boolean {
  if (amount + feeAmount + relayerFee > MAX_UINT128) return false
  return feeAmount === 0n || !isSameAddress(feeAddress, ZERO_ADDRESS)
}

function takeUnits(cursor: Cursor): bigint {
  const units = takeUint(cursor)
  if (units > MAX_UINT128) cursor.hasFailed = true
  return units
}

function takeCount(cursor: Cursor, min: number, max: number): number {
  const count = takeUint(cursor)
  if (count < BigInt(min) || count > BigInt(max)) cursor.hasFailed = true
  return Number(count)
}
