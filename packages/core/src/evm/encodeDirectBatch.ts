import type { Hex } from 'viem'
import type { Transaction } from '../step.ts'
import {
  BATCH_GROUPS,
  type BatchGroup,
  type BatchItem,
  encodeBatch,
  InvalidBatchError,
} from './encodeBatch.ts'

/**
 * Encodes a batch of payments in the currencies that the payees asked for: token payments as one group, then the native
 * ones as another, each in the order given. No conversion, no cap on the batch fee.
 *
 * @throws InvalidBatchError when there are no items, more than `MAX_BATCH_ITEMS`, or one payment twice.
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError naming the field at fault.
 */
export function encodeDirectBatch(batch: DirectBatch): Transaction {
  const { contract, nativeHash, items, feeAddress } = batch
  assertItems(items)
  const tokens = items.filter((item) => item.token !== null)
  const natives = items.filter((item) => item.token === null)
  const groups: BatchGroup[] = [
    { paymentNetworkId: BATCH_GROUPS.erc20, items: tokens.map((item) => toItem(item, nativeHash)) },
    {
      paymentNetworkId: BATCH_GROUPS.native,
      items: natives.map((item) => toItem(item, nativeHash)),
    },
  ]
  return encodeBatch({
    contract,
    groups: groups.filter((group) => group.items.length > 0),
    feeAddress,
  })
}

/** The most payments of one batch: what fits in one transaction on every network, and the API's own limit. */
export const MAX_BATCH_ITEMS = 200

/** One payment; `token` is null for the native coin; amounts in base units. */
export type DirectBatchItem = {
  token: string | null
  payee: string
  amountUnits: bigint
  paymentReference: Hex
  feeUnits: bigint
}

/** `nativeHash` stands for the native coin in the calldata: a network's `nativeCurrency.hash`. */
export type DirectBatch = {
  contract: string
  nativeHash: string
  items: readonly DirectBatchItem[]
  feeAddress: string
}

function assertItems(items: readonly DirectBatchItem[]): void {
  if (items.length > MAX_BATCH_ITEMS)
    throw new InvalidBatchError(`it has ${items.length} payments, at most ${MAX_BATCH_ITEMS} fit`)
  const keys = items.map((item) => `${item.payee}:${item.paymentReference}`.toLowerCase())
  if (new Set(keys).size < keys.length) throw new InvalidBatchError('it holds one payment twice')
}

function toItem(item: DirectBatchItem, nativeHash: string): BatchItem {
  return {
    payee: item.payee,
    amountUnits: item.amountUnits,
    path: [item.token ?? nativeHash],
    paymentReference: item.paymentReference,
    feeUnits: item.feeUnits,
    maxToSpendUnits: 0n,
    maxRateTimespanS: 0n,
  }
}
