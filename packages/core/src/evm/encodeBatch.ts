import type { Hex } from '../hex.ts'
import type { Transaction } from '../step.ts'
import { SELECTORS } from './abi.ts'
import { addressWord } from './address.ts'
import { assertFeeAddress } from './assertFeeAddress.ts'
import { batchFeeUnits } from './batchFee.ts'
import { InvalidBatchError } from './InvalidBatchError.ts'
import { pathWords, referenceWords, sizeWord, uintWord } from './words.ts'

/**
 * Encodes `batchPayments` for BatchConversionPayments, which makes all payments or none. The transaction's value covers the native items:
 * the amount and fee of direct ones, and the `maxToSpendUnits` for conversions. It also covers the contract's own fee on each group
 * (`nativeFeeBps` basis points). The contract charges its fee on tokens through their allowance, so the call does not contain it. The
 * contract transfers each token's batch fee to `feeAddress` even when the fee is 0. Most tokens reject a transfer to the zero address.
 * Therefore pass another address if a group contains tokens.
 *
 * @throws InvalidBatchError if groups are empty, repeated or not in ascending order.
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError naming the field at fault.
 */
export function encodeBatch(batch: Batch): Transaction {
  const { contract, groups, pathsToUsd = [], feeAddress, nativeFeeBps = 0 } = batch
  addressWord(contract, 'contract')
  assertGroups(groups)
  for (const group of groups)
    for (const item of group.items) assertFeeAddress(item.feeUnits, feeAddress)
  const details = arrayOfDynamic(groups.map(encodeGroup))
  const paths = arrayOfDynamic(pathsToUsd.map(pathWords))
  const data =
    SELECTORS.batch +
    sizeWord(HEAD_BYTES) +
    sizeWord(HEAD_BYTES + details.length / 2) +
    addressWord(feeAddress, 'feeAddress') +
    details +
    paths
  const value = groups.reduce((sum, group) => sum + nativeUnits(group, nativeFeeBps), 0n)
  uintWord(value, 'value')
  // The cast is safe: the selector begins with 0x, and every word is checked hex.
  return { to: contract, data: data as Hex, value }
}

/**
 * The numbers by which BatchConversionPayments identifies the ways to pay. (Number 1, for tokens of one kind, is not used, because 2 covers
 * it.)
 */
export const BATCH_GROUPS = {
  erc20Conversion: 0,
  erc20: 2,
  native: 3,
  nativeConversion: 4,
} as const

/** The contract's number for one of the ways to pay. */
export type PaymentNetworkId = (typeof BATCH_GROUPS)[keyof typeof BATCH_GROUPS]

/**
 * One payment in a batch. For a direct payment, amounts are in base units, `path` is `[token]` or `[native currency's hash]`, and the last
 * two members are 0. For a conversion, amounts are in the request currency (fiat at 8 decimals), and `path` leads from it to the payment
 * currency. `maxToSpendUnits` is in the payment currency's base units.
 */
export type BatchItem = {
  payee: string
  amountUnits: bigint
  path: readonly string[]
  paymentReference: Hex
  feeUnits: bigint
  maxToSpendUnits: bigint
  maxRateTimespanS: bigint
}

/** Payments that are made in the same way. */
export type BatchGroup = { paymentNetworkId: PaymentNetworkId; items: readonly BatchItem[] }

/**
 * Groups in ascending order of id, each at most once. `pathsToUsd` is empty if the batch fee has no cap. `nativeFeeBps` is the batch fee
 * in basis points; absent for no fee.
 */
export type Batch = {
  contract: string
  groups: readonly BatchGroup[]
  pathsToUsd?: readonly (readonly string[])[]
  feeAddress: string
  nativeFeeBps?: number
}

const HEAD_BYTES = 3 * 32
const ITEM_HEAD_BYTES = 7 * 32
const GROUP_HEAD_BYTES = 2 * 32

function assertGroups(groups: readonly BatchGroup[]): void {
  if (groups.length === 0) throw new InvalidBatchError('it has no groups')
  let previousId = -1
  for (const { paymentNetworkId, items } of groups) {
    if (items.length === 0) throw new InvalidBatchError(`group ${paymentNetworkId} is empty`)
    if (paymentNetworkId <= previousId)
      throw new InvalidBatchError('its groups are not in ascending order')
    previousId = paymentNetworkId
  }
}

/** The contract computes its fee from the payees' amounts and the spent amounts of conversions; other fees are excluded. */
function nativeUnits({ paymentNetworkId, items }: BatchGroup, feeBps: number): bigint {
  switch (paymentNetworkId) {
    case BATCH_GROUPS.native: {
      const units = items.reduce((sum, item) => sum + item.amountUnits, 0n)
      const feeUnits = items.reduce((sum, item) => sum + item.feeUnits, 0n)
      return units + feeUnits + batchFeeUnits(units, feeBps)
    }
    case BATCH_GROUPS.nativeConversion: {
      const units = items.reduce((sum, item) => sum + item.maxToSpendUnits, 0n)
      return units + batchFeeUnits(units, feeBps)
    }
    case BATCH_GROUPS.erc20:
    case BATCH_GROUPS.erc20Conversion:
      return 0n
  }
}

function encodeGroup(group: BatchGroup): string {
  const items = arrayOfDynamic(group.items.map(encodeItem))
  return sizeWord(group.paymentNetworkId) + sizeWord(GROUP_HEAD_BYTES) + items
}

function encodeItem(item: BatchItem): string {
  const path = pathWords(item.path)
  return (
    addressWord(item.payee, 'payee') +
    uintWord(item.amountUnits, 'amountUnits') +
    sizeWord(ITEM_HEAD_BYTES) +
    sizeWord(ITEM_HEAD_BYTES + path.length / 2) +
    uintWord(item.feeUnits, 'feeUnits') +
    uintWord(item.maxToSpendUnits, 'maxToSpendUnits') +
    uintWord(item.maxRateTimespanS, 'maxRateTimespanS') +
    path +
    referenceWords(item.paymentReference)
  )
}

/** Returns an ABI array whose elements have no fixed size: the length, the offset of each element, then the elements. */
function arrayOfDynamic(elements: readonly string[]): string {
  let offset = elements.length * 32
  let heads = sizeWord(elements.length)
  for (const element of elements) {
    heads += sizeWord(offset)
    offset += element.length / 2
  }
  return heads + elements.join('')
}
