import { formatAmount, parseAmount, type Step } from '@secure-payment/core'
import {
  type BatchFee,
  checksumAddress,
  hashHex,
  isSameAddress,
  NO_BATCH_FEE,
} from '@secure-payment/core/evm'
import { findNetwork, type Network } from '@secure-payment/core/networks'
import { type ExpectedItem, verifyCalldata } from '@secure-payment/core/verify'
import type { Calldata } from '../api.ts'
import type { NoteFact } from '../machine/fact.ts'
import type {
  Converter,
  DueConversion,
  SpendingLimits,
  VerifiedPayment,
} from '../machine/verifiedPayment.ts'
import { type NonEmpty, nonEmpty } from '../nonEmpty.ts'
import type { PaymentItem, PaymentMetadata } from '../paymentMetadata.ts'
import type { Cost } from '../payOption.ts'
import type { Review } from '../review.ts'
import { describeBatchFee, feeParts } from './batchFee.ts'
import { findListed } from './listedTokens.ts'
import { matchesRefunds } from './matchesRefunds.ts'
import type { PinCheck } from './pins.ts'
import { readOrder } from './readOrder.ts'
import { refused, refusing } from './refusals.ts'
import { splitDue } from './splitDue.ts'

/** A verified payment, and whether the account lacks the amount or the gas for it. */
export type Verified = {
  readonly verified: VerifiedPayment
  readonly shortOf: 'balance' | 'gas' | null
  /** The shortage of the network fee, which the service does not pay although it stated that it would, with its reason. */
  readonly unpaid?: NoteFact
}

/** The inputs of the verification. */
export type VerifyInput = {
  readonly payment: PaymentMetadata
  readonly calldata: Pick<Calldata, 'transactions'>
  /** The payer. */
  readonly account: string
  /** The check of the destinations that the page pinned. */
  readonly checkPins: PinCheck
  /** Plans the conversions; null for payments without one. */
  readonly converter: Converter | null
  /** The spending limits that the payer was shown, which a newer rate never raises; null at the first review. */
  readonly limits: SpendingLimits | null
  /** The fee of the contract that makes batches, as the contract itself returns it; absent: none. */
  readonly batchFee?: BatchFee
}

/** Computes an item's remainder in units of its invoice currency, only from the shipped registry. */
export type Due = {
  readonly item: PaymentItem
  readonly decimals: number
  readonly amountUnits: bigint
  readonly feeUnits: bigint
  /** The conversion of the item; null if the payment currency is the invoice currency. */
  readonly conversion: DueConversion | null
}

/**
 * Decides whether a payment may be signed. It may be signed if three conditions hold:
 * - network and tokens are the registry's;
 * - payees and tokens are those that the page pinned;
 * - the calldata pays exactly what the metadata shows, through a contract of the registry.
 *
 * Throws PaymentRefusedError.
 */
export function verifyPayment(input: VerifyInput): VerifiedPayment {
  const { payment, calldata, account, converter, batchFee = NO_BATCH_FEE } = input
  const network = requireNetwork(payment)
  const due = duePayments(payment, network, converter).map((one) => withLimit(one, input.limits))
  input.checkPins(due, network)
  const items = due.map(expectedItem)
  const expected = { network, items, payer: account, batchFee }
  const steps = refusing(() => verifyCalldata(expected, calldata.transactions).steps)
  const contractFee = describeBatchFee(due, batchFee)
  const pay = steps.at(-1)
  if (pay?.kind !== 'pay') throw refused('calldata_mismatch', { reason: 'no_payment' })
  const review: Review = {
    items: due.map((one) => ({
      ...reviewItem(one, pay.transaction.to),
      ...lesserToken(one, network),
    })),
    totalNeeded: totals(due, batchFee),
    spending: spending(due, batchFee),
    ...(contractFee && { batchFee: contractFee }),
    networkName: network.name,
    contractAddress: checksumAddress(pay.transaction.to),
    steps: steps.map((step) => step.kind),
    allowances: steps.map((step) => allowance(step, due)),
    verified: true,
    calldata: calldata.transactions,
  }
  const calldataHash = hashHex(pay.transaction.data)
  return {
    payment,
    network,
    steps,
    pay,
    calldataHash,
    items,
    review,
    converter,
    limits: limitsOf(due),
    batchFee,
  }
}

/** Returns the current figures, with the limit that the payer was shown before. */
function withLimit(due: Due, limits: SpendingLimits | null): Due {
  const mostUnits = limits?.get(due.item.requestId)
  if (mostUnits === undefined || due.conversion === null) return due
  return { ...due, conversion: { ...due.conversion, mostUnits } }
}

function limitsOf(due: readonly Due[]): SpendingLimits {
  return new Map(
    due.flatMap(({ item, conversion }) =>
      conversion === null ? [] : [[item.requestId, conversion.mostUnits]],
    ),
  )
}

/** Returns the network that the payment names, if the registry has it with the same chain id. Throws PaymentRefusedError. */
export function requireNetwork(payment: PaymentMetadata): Network {
  const network = findNetwork(payment.chain.id)
  const params = { network: payment.chain.name }
  if (network === undefined || network.family !== 'evm')
    throw refused('unsupported_network', params)
  if (network.chainId !== payment.chain.chainId || payment.network !== network.id) {
    throw refused('calldata_mismatch', { reason: 'wrong_chain' })
  }
  return network
}

/**
 * Checks the sums that the page shows before the review: the lines of the order, and each item's fee. The fee is its percentage of the
 * amount, rounded up. Throws PaymentRefusedError.
 */
export function requireSums(payment: PaymentMetadata): void {
  const isRight = refusing(() => {
    readOrder(payment)
    return payment.items.every(hasOwnFee)
  })
  if (!isRight) throw refused('invalid_response', { reason: 'wrong_fee' })
}

function hasOwnFee(item: PaymentItem): boolean {
  const read = (text: string) => parseAmount(text, item.decimals, { allowZero: true })
  return !item.fee || read(item.fee.amount) === splitDue(read(item.amount), item).feeUnits
}

/**
 * Computes the remainder per item, with decimals and symbols of the registry. The service can neither show a familiar symbol for another
 * token nor shift the decimal point.
 *
 * Throws PaymentRefusedError.
 */
export function duePayments(
  payment: PaymentMetadata,
  network: Network,
  converter: Converter | null,
): readonly Due[] {
  requireSums(payment)
  const isShown = refusing(() => matchesRefunds(payment))
  if (!isShown) throw refused('calldata_mismatch', { reason: 'other_refund' })
  const all = payment.items.map((item) => dueItem(item, network, converter))
  const due = all.filter((one) => one.amountUnits > 0n)
  if (due.length === 0) throw refused('invalid_response', { reason: 'nothing_to_pay' })
  return due
}

/**
 * Returns the invoiced sums, fees included: one per currency, in the order of the items. The contract's fee on conversions is in the
 * payment currency, and therefore only part of the spent amount.
 */
export function totals(due: readonly Due[], fee?: BatchFee): NonEmpty<Cost> {
  const isBatch = due.length > 1
  const direct = due.filter(({ conversion }) => conversion === null)
  return sumUp([
    ...due.map(({ item, decimals, amountUnits, feeUnits }) => ({
      key:
        (item.conversion === null && !item.quoted ? item.tokenAddress : item.invoiceCurrency) ?? '',
      symbol: item.symbol,
      decimals,
      units: amountUnits + feeUnits,
    })),
    ...(isBatch ? feeParts(direct, fee) : []),
  ])
}

/** Returns the maximum that leaves the wallet, fees included: one sum per token, in the order of the items. */
export function spending(due: readonly Due[], fee?: BatchFee): NonEmpty<Cost> {
  const isBatch = due.length > 1
  return sumUp([
    ...due.map(({ item, decimals, amountUnits, feeUnits, conversion }) => ({
      key: item.tokenAddress ?? '',
      symbol: conversion?.symbol ?? item.symbol,
      decimals: conversion?.decimals ?? decimals,
      units: conversion?.mostUnits ?? amountUnits + feeUnits,
    })),
    ...(isBatch ? feeParts(due, fee) : []),
  ])
}

type Sum = { key: string; symbol: string; decimals: number; units: bigint }

function sumUp(parts: readonly Sum[]): NonEmpty<Cost> {
  const sums = new Map<string, Sum>()
  for (const part of parts) {
    const key = part.key.toLowerCase()
    sums.set(key, { ...part, units: part.units + (sums.get(key)?.units ?? 0n) })
  }
  return nonEmpty(
    [...sums.values()].map(({ symbol, decimals, units }) => ({
      symbol,
      amount: formatAmount(units, decimals),
    })),
  )
}

function dueItem(item: PaymentItem, network: Network, converter: Converter | null): Due {
  const currency =
    item.tokenAddress === null
      ? network.nativeCurrency
      : (network.tokens.find((token) => isSameAddress(token.address, item.tokenAddress ?? '')) ??
        findListed(network.id, item.tokenAddress))
  if (currency === undefined) {
    throw refused('unsupported_network', { network: network.name, token: item.symbol })
  }
  // The payment currency: for a conversion the service returns it next to the amounts; otherwise the amounts are in
  // it.
  const said = item.conversion ?? item.quoted ?? item
  if (
    currency.symbol !== said.symbol ||
    currency.decimals !== said.decimals ||
    item.isNativeCurrency !== (item.tokenAddress === null)
  ) {
    throw refused('calldata_mismatch', { reason: 'wrong_currency' })
  }
  const { decimals } = item
  return refusing(() => {
    const openUnits = parseAmount(item.remainingAmount, decimals, { allowZero: true })
    const { amountUnits, feeUnits } = splitDue(openUnits, item)
    const due = { item, decimals, amountUnits, feeUnits, conversion: null }
    if (said === item || amountUnits === 0n) return due
    const conversion = converter?.planConversion(network, item, { ...due, currency }) ?? null
    if (conversion === null) throw refused('calldata_mismatch', { reason: 'wrong_currency' })
    return { ...due, conversion }
  })
}

/** Returns the transactions that an item requires. */
export function expectedItem({ item, amountUnits, feeUnits, conversion }: Due): ExpectedItem {
  return {
    payee: item.payee,
    token: item.tokenAddress,
    amountUnits,
    feeUnits,
    ...conversion?.quoted,
    paymentReference: hex(item.paymentReference),
    feeAddress: item.fee?.address ?? null,
    conversion:
      conversion === null || conversion.quoted
        ? null
        : {
            path: conversion.path,
            maxToSpendUnits: conversion.mostUnits,
            maxRateTimespanS: conversion.maxRateTimespanS,
          },
  }
}

/** Returns the payer's view of an item that the contract `to` pays out. */
export function reviewItem(due: Due, to: string) {
  const { item, decimals, amountUnits, feeUnits } = due
  const fee = item.fee && { ...item.fee, amount: formatAmount(feeUnits, decimals) }
  return {
    requestId: item.requestId,
    payee: refusing(() => checksumAddress(item.payee)),
    amount: formatAmount(amountUnits, decimals),
    symbol: item.symbol,
    fee,
    conversion: describeConversion(due),
    contract: checksumAddress(to),
  }
}

/** Returns the amounts that an item's conversion spends, fee included; null without a conversion. */
export function describeConversion({ conversion }: Due): { about: Cost; most: Cost } | null {
  if (conversion === null) return null
  const { symbol, decimals, estimateUnits, mostUnits } = conversion
  return {
    about: { symbol, amount: formatAmount(estimateUnits, decimals) },
    most: { symbol, amount: formatAmount(mostUnits, decimals) },
  }
}

/** Returns an item's token if the registry does not have it; otherwise an object without members. */
function lesserToken(
  { item, conversion }: Due,
  { tokens }: Network,
): Pick<ReviewItem, 'lesserToken'> {
  const { tokenAddress: address } = item
  if (address === null || tokens.some((token) => isSameAddress(token.address, address))) return {}
  const { symbol } = conversion ?? item
  return { lesserToken: { symbol, address: checksumAddress(address) } }
}

type ReviewItem = Review['items'][number]

/** Describes an approval in the token's own symbol and decimals; null for any other call. */
function allowance(step: Step, due: readonly Due[]): Cost | null {
  const { kind, token, amountUnits } = step
  if (kind === 'pay' || token === null) return null
  const one = due.find(({ item }) => isSameAddress(item.tokenAddress ?? '', token))
  if (one === undefined) return null
  const { symbol, decimals } = one.conversion ?? { ...one.item, decimals: one.decimals }
  return { symbol, amount: formatAmount(amountUnits, decimals) }
}

function hex(text: string): `0x${string}` {
  if (!/^0x[0-9a-f]{16}$/i.test(text)) {
    throw refused('invalid_response', { reason: 'payment_reference' })
  }
  return `0x${text.slice(2).toLowerCase()}`
}
