import {
  type Cursor,
  expectSize,
  takeAddress,
  takeLength,
  takePath,
  takeReference,
  takeUint,
} from './cursor.ts'
import type { BatchItem } from './encodeBatch.ts'

/**
 * Reads the arguments of `batchPayments`. Every offset must point directly after the previously read data. Therefore nothing can be
 * shared, hidden or omitted, and the length of the data bounds the work. Groups are returned unchanged: the caller checks their ids,
 * order and number.
 */
export function takeBatch(cursor: Cursor): BatchCall {
  const start = cursor.at
  expectSize(cursor, HEAD_BYTES)
  const pathsOffset = takeUint(cursor)
  const feeAddress = takeAddress(cursor)
  const groups = takeArray(cursor, takeGroup)
  if (pathsOffset !== BigInt((cursor.at - start) / 2)) cursor.hasFailed = true
  const pathsToUsd = takeArray(cursor, takePath)
  return { kind: 'batch', groups, pathsToUsd, feeAddress }
}

/** A decoded `batchPayments` call. `paymentNetworkId` is unchecked. */
export type BatchCall = {
  kind: 'batch'
  groups: readonly { paymentNetworkId: bigint; items: readonly BatchItem[] }[]
  pathsToUsd: readonly (readonly string[])[]
  feeAddress: string
}

const HEAD_BYTES = 3 * 32
const GROUP_HEAD_BYTES = 2 * 32
const ITEM_HEAD_BYTES = 7 * 32

/** Reads an array of elements without a fixed size: length, the offset of each, then the elements one after another. */
function takeArray<Element>(cursor: Cursor, takeElement: (cursor: Cursor) => Element): Element[] {
  const length = takeLength(cursor)
  const start = cursor.at
  const offsets: bigint[] = []
  for (let index = 0; index < length && !cursor.hasFailed; index++) offsets.push(takeUint(cursor))
  const elements: Element[] = []
  for (const offset of offsets) {
    if (offset !== BigInt((cursor.at - start) / 2)) cursor.hasFailed = true
    if (cursor.hasFailed) break
    elements.push(takeElement(cursor))
  }
  return elements
}

function takeGroup(cursor: Cursor): BatchCall['groups'][number] {
  const paymentNetworkId = takeUint(cursor)
  expectSize(cursor, GROUP_HEAD_BYTES)
  return { paymentNetworkId, items: takeArray(cursor, takeItem) }
}

function takeItem(cursor: Cursor): BatchItem {
  const payee = takeAddress(cursor)
  const amountUnits = takeUint(cursor)
  expectSize(cursor, ITEM_HEAD_BYTES)
  const referenceOffset = takeUint(cursor)
  const feeUnits = takeUint(cursor)
  const maxToSpendUnits = takeUint(cursor)
  const maxRateTimespanS = takeUint(cursor)
  const path = takePath(cursor)
  if (referenceOffset !== BigInt(ITEM_HEAD_BYTES + 32 * (path.length + 1))) cursor.hasFailed = true
  const paymentReference = takeReference(cursor)
  return {
    payee,
    amountUnits,
    path,
    paymentReference,
    feeUnits,
    maxToSpendUnits,
    maxRateTimespanS,
  }
}
