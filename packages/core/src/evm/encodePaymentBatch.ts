import type { Hex } from '../hex.ts'
import type { Transaction } from '../step.ts'
import {
  BATCH_GROUPS,
  type BatchGroup,
  type BatchItem,
  encodeBatch,
  type PaymentNetworkId,
} from './encodeBatch.ts'
import { InvalidBatchError } from './InvalidBatchError.ts'

/**
 * Encodes a batch of payments of any kind. The groups are, in order, conversions to tokens, token payments, native payments and conversions
 * to the native coin. Each group keeps the given order. The batch fee is not limited by its cap in US dollars.
 *
 * @throws InvalidBatchError when there are no items, more than `MAX_BATCH_ITEMS`, or one payment twice.
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError naming the field at fault.
 */
export function encodePaymentBatch(batch: PaymentBatch): Transaction {
  const { contract, nativeHash, items, feeAddress, nativeFeeBps = 0 } = batch
  assertItems(items)
  const groups = GROUPS.map((paymentNetworkId): BatchGroup => {
    const members = items.filter((item) => groupOf(item) === paymentNetworkId)
    return { paymentNetworkId, items: members.map((item) => toItem(item, nativeHash)) }
  })
  return encodeBatch({
    contract,
    groups: groups.filter((group) => group.items.length > 0),
    feeAddress,
    nativeFeeBps,
  })
}

/** The maximum number of payments per batch: the API's own limit. A batch of this size fits in one transaction on every network. */
export const MAX_BATCH_ITEMS = 200

/**
 * The conversion of an amount in another currency:
 *
 * - `path` leads from the request's currency to the payment's.
 * - `maxToSpendUnits` is the maximum for amount and fee, in base units of the payment's currency.
 * - `maxRateTimespanS` is the maximum age of a rate, 0 for any.
 */
export type Conversion = {
  path: readonly string[]
  maxToSpendUnits: bigint
  maxRateTimespanS: bigint
}

/**
 * One payment; `token` is null for the native coin. Amounts are in the token's base units; with a conversion, they are in units of the
 * path's first currency.
 */
export type BatchPayment = {
  token: string | null
  payee: string
  amountUnits: bigint
  paymentReference: Hex
  feeUnits: bigint
  conversion?: Conversion | null | undefined
}

/** `nativeHash` is the native coin in the calldata: a network's `nativeCurrency.hash`. `nativeFeeBps` as in `encodeBatch`. */
export type PaymentBatch = {
  contract: string
  nativeHash: string
  items: readonly BatchPayment[]
  feeAddress: string
  nativeFeeBps?: number
}

/** The contract requires this order. */
const GROUPS = [
  BATCH_GROUPS.erc20Conversion,
  BATCH_GROUPS.erc20,
  BATCH_GROUPS.native,
  BATCH_GROUPS.nativeConversion,
] as const

function groupOf({ token, conversion }: BatchPayment): PaymentNetworkId {
  const isConversion = conversion !== null && conversion !== undefined
  if (token === null) return isConversion ? BATCH_GROUPS.nativeConversion : BATCH_GROUPS.native
  return isConversion ? BATCH_GROUPS.erc20Conversion : BATCH_GROUPS.erc20
}

function assertItems(items: readonly BatchPayment[]): void {
  if (items.length > MAX_BATCH_ITEMS)
    throw new InvalidBatchError(
      `it has ${items.length} payments; the maximum is ${MAX_BATCH_ITEMS}`,
    )
  const keys = items.map((item) => `${item.payee}:${item.paymentReference}`.toLowerCase())
  if (new Set(keys).size < keys.length) throw new InvalidBatchError('it contains a payment twice')
}

function toItem(item: BatchPayment, nativeHash: string): BatchItem {
  const { conversion } = item
  return {
    payee: item.payee,
    amountUnits: item.amountUnits,
    path: conversion?.path ?? [item.token ?? nativeHash],
    paymentReference: item.paymentReference,
    feeUnits: item.feeUnits,
    maxToSpendUnits: conversion?.maxToSpendUnits ?? 0n,
    maxRateTimespanS: conversion?.maxRateTimespanS ?? 0n,
  }
}
