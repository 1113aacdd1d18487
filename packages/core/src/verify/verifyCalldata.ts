import { MAX_UINT256 } from '../amount.ts'
import { ArithmeticRangeError, BaseError, quoteInput } from '../errors.ts'
import {
  type BatchFee,
  batchPayStep,
  type DecodedCall,
  decodePaymentCall,
  encodeApprove,
  isEvmAddress,
  isSameAddress,
  NO_BATCH_FEE,
  type Payment,
  payStep,
  SELECTORS,
} from '../evm/index.ts'
import type { Hex } from '../hex.ts'
import type { Network } from '../networks/network.ts'
import { batchFeeAddress, type TokenNeed, tokenNeeds } from '../routing/index.ts'
import type { Step, Transaction } from '../step.ts'
import { CalldataMismatchError, refuse } from './CalldataMismatchError.ts'
import { explainMismatch } from './explainMismatch.ts'
import { readWireValue } from './parseWireValue.ts'

/**
 * Checks a host's transactions before any of them is signed. They must be, in this order:
 *
 * - for each token, at most one approval for the exact sum, to the paying contract in the shipped registry; a reset to 0 may precede it;
 * - the one payment, which must equal, byte for byte, this library's call for the displayed one.
 *
 * One item is paid directly, several as a batch. Approvals may be missing, because an earlier one may suffice. Conversions may spend
 * less than the displayed maximum, but never more.
 *
 * Returns the steps to sign, rebuilt from the expectation. Only the choice of approvals and any lower spending limits come from the host's
 * response.
 *
 * @throws CalldataMismatchError for every deviation, and if the expectation itself cannot be paid.
 */
export function verifyCalldata(
  expected: Expectation,
  transactions: readonly WireTransaction[],
): { steps: readonly Step[] } {
  return verifySteps(expected, () => transactions)
}

/**
 * Makes the same checks on the transactions from `receive`, which runs only after the displayed payment has proved payable. `amounts`
 * defines which approval amounts are allowed.
 *
 * @throws CalldataMismatchError
 */
export function verifySteps(
  expected: Expectation,
  receive: () => readonly WireTransaction[],
  amounts: ApprovedAmounts = 'exact',
): { steps: readonly Step[] } {
  // The displayed payment is checked first, independently of the received transactions.
  expectedPayment(expected)
  const calls = readCalls(receive(), expected.network.chainId)
  const payment = findPayment(calls)
  const { step, approvals } = expectedPayment(adoptSpendingLimits(expected, payment))
  const before = calls.slice(0, payment.index)
  const approvalSteps = checkApprovals(before, approvals, step.spender, amounts)
  checkPayment(payment, step.transaction)
  return { steps: [...approvalSteps, step] }
}

/**
 * The displayed payment, from the API's metadata or the page's own pinned values. `payer` is the connected wallet; no call contains it,
 * because the contracts spend the sender's money. `batchFee` is the batch contract's own fee on several items, as the contract returns
 * it; absent means none. A service that requests more or less is rejected.
 */
export type Expectation = {
  network: Network
  items: readonly ExpectedItem[]
  payer: string | null
  batchFee?: BatchFee
}

/**
 * One payment as displayed, in base units. With a conversion, amount and fee are in units of the request's currency, as in the contracts,
 * and `maxToSpendUnits` is the displayed maximum.
 */
export type ExpectedItem = Payment

/** The paying step, and the exact approval that may precede it for each token. */
type ExpectedPayment = { step: Step; approvals: readonly TokenNeed[] }

/**
 * Derives the only acceptable payment from the displayed one, with its approvals.
 *
 * @throws CalldataMismatchError `invalid_expectation` when it cannot be paid on the network; `cause` is the reason.
 */
function expectedPayment({ network, items, batchFee }: Expectation): ExpectedPayment {
  return refuseInvalid(() => {
    assertAmounts(items)
    const fee = items.length > 1 ? batchFee : NO_BATCH_FEE
    return { step: expectedStep(network, items, fee), approvals: tokenNeeds(items, fee) }
  })
}

function assertAmounts(items: readonly ExpectedItem[]): void {
  for (const { amountUnits: actual } of items) {
    if (actual > 0n) continue
    throw new ArithmeticRangeError({
      operation: 'Paying',
      requirement: 'an amount above 0',
      actual,
    })
  }
}

function expectedStep(
  network: Network,
  items: readonly ExpectedItem[],
  batchFee: BatchFee | undefined,
): Step {
  const [first] = items
  if (first !== undefined && items.length === 1) return payStep(network, first)
  return batchPayStep(network, items, batchFeeAddress(items), batchFee)
}

/**
 * Derives a value from the displayed payment, and rejects the payment if that fails.
 *
 * @throws CalldataMismatchError `invalid_expectation` in place of any error of this project; `cause` is that error.
 */
export function refuseInvalid<Result>(derive: () => Result): Result {
  try {
    return derive()
  } catch (cause) {
    if (!(cause instanceof BaseError)) throw cause
    throw refuse('invalid_expectation', 0, 'a payment that can be made', cause.message, cause)
  }
}

/**
 * Parses transactions from the wire and decodes their calls.
 *
 * @throws CalldataMismatchError when one is malformed, for another chain, or not a call that this library supports.
 */
function readCalls(
  transactions: readonly WireTransaction[],
  chainId: number,
): readonly ReceivedCall[] {
  return readTransactions(transactions, chainId).map((received) => {
    const call = readKnownCall(received)
    if (call !== null) return { ...received, call }
    throw unknownMethodError(received, 'an approval or a payment')
  })
}

/**
 * Parses transactions from the wire. Data may be hex in any case. Extra keys are ignored, because only the result is ever signed.
 *
 * @throws CalldataMismatchError when one is malformed or for another chain.
 */
export function readTransactions(
  transactions: readonly WireTransaction[],
  chainId: number,
): readonly ReceivedTransaction[] {
  // The list comes from a host that may be malicious, so its type proves nothing.
  const list: unknown = transactions
  if (!Array.isArray(list)) throw refuse('malformed_transaction', 0, 'a list', quoteInput(list))
  if (list.length > MAX_TRANSACTIONS)
    throw refuse('extra_transaction', MAX_TRANSACTIONS, 'no more', `${list.length} in all`)
  return list.map((wire: unknown, index) => readTransaction(wire, index, chainId))
}

/**
 * Decodes a transaction's call; null if this library does not support its method.
 *
 * @throws CalldataMismatchError `malformed_calldata` when it supports the method and the data is not in canonical form.
 */
export function readKnownCall({ transaction, index }: ReceivedTransaction): DecodedCall | null {
  const { data } = transaction
  const call = decodePaymentCall(data)
  if (call !== null) return call
  const isKnown = Object.values<string>(SELECTORS).includes(selectorOf(data))
  if (isKnown) throw refuse('malformed_calldata', index, 'canonical calldata', quoteInput(data))
  return null
}

/** Creates the error for an unexpected method. */
export function unknownMethodError(
  { transaction, index }: ReceivedTransaction,
  expected: string,
): CalldataMismatchError {
  return refuse('unknown_method', index, expected, quoteInput(selectorOf(transaction.data)))
}

/** A transaction in the API's response. `chainId` is optional, but must be correct when present. */
export type WireTransaction = { to: string; data: string; value: unknown; chainId?: number }

/** A transaction from the wire and its place in the list; `to` and `data` are lower case. */
export type ReceivedTransaction = { index: number; transaction: Transaction }

/** A transaction from the wire, decoded. */
export type ReceivedCall = ReceivedTransaction & { call: DecodedCall }

/** The maximum number of transactions: a reset and an approval for each token of the largest batch, and its payment. */
const MAX_TRANSACTIONS = 401

const HEX_DATA = /^0x(?:[0-9a-f]{2})*$/

function readTransaction(wire: unknown, index: number, chainId: number): ReceivedTransaction {
  if (typeof wire !== 'object' || wire === null)
    throw refuse('malformed_transaction', index, 'an object', quoteInput(wire))
  const { to, data, value, chainId: wireChainId = chainId }: Partial<WireTransaction> = wire
  if (wireChainId !== chainId)
    throw refuse('wrong_chain', index, String(chainId), quoteInput(wireChainId))
  if (typeof to !== 'string' || !isEvmAddress(to))
    throw refuse('malformed_transaction', index, 'an address in "to"', quoteInput(to))
  const lowerData = typeof data === 'string' ? data.toLowerCase() : ''
  if (!isHexData(lowerData))
    throw refuse('malformed_transaction', index, 'hex bytes in "data"', quoteInput(data))
  const transaction = { to: to.toLowerCase(), data: lowerData, value: readWireValue(value, index) }
  return { index, transaction }
}

function isHexData(data: string): data is Hex {
  return HEX_DATA.test(data)
}

/** Returns `0x` and four bytes, or fewer when the data is shorter. */
function selectorOf(data: Hex): string {
  return data.slice(0, 10)
}

/**
 * Returns the one call that pays, which is any call except an approval: there must be exactly one, and it must be the last.
 *
 * @throws CalldataMismatchError
 */
export function findPayment<Call extends ReceivedTransaction & { call: { kind: string } }>(
  calls: readonly Call[],
): Call {
  const [payment, second] = calls.filter(({ call }) => call.kind !== 'approve')
  const last = calls.length - 1
  if (payment === undefined) {
    throw refuse('missing_transaction', calls.length, 'a payment', '')
  }
  if (second !== undefined) {
    const isRepeated = second.transaction.data === payment.transaction.data
    const reason = isRepeated ? 'duplicate_payment' : 'extra_transaction'
    throw refuse(reason, second.index, 'one payment', `a second ${second.call.kind}`)
  }
  if (payment.index !== last) {
    const actual = `${last - payment.index} behind it`
    throw refuse('payment_before_approval', payment.index, 'approvals first', actual)
  }
  return payment
}

/**
 * Returns the expectation with each conversion's spending limit from the received payment, if that limit is above 0 and at most the
 * displayed one. A lower limit benefits the payer. Otherwise the displayed limit remains, so that the comparison finds the difference.
 */
function adoptSpendingLimits(expected: Expectation, payment: ReceivedCall): Expectation {
  const [, second] = expected.items
  const limitOf =
    second === undefined
      ? () => singleLimit(payment)
      : (item: ExpectedItem) => batchLimit(payment.call, item)
  return { ...expected, items: expected.items.map((item) => adopt(item, limitOf)) }
}

function adopt(
  item: ExpectedItem,
  limitOf: (item: ExpectedItem) => bigint | undefined,
): ExpectedItem {
  const { conversion } = item
  if (conversion === null || conversion === undefined) return item
  const limit = limitOf(item) ?? 0n
  if (limit <= 0n || limit > conversion.maxToSpendUnits) return item
  return { ...item, conversion: { ...conversion, maxToSpendUnits: limit } }
}

/** Returns a single conversion's limit: from the call for a token, from the value for the coin; undefined for any other call. */
function singleLimit({ call, transaction }: ReceivedCall): bigint | undefined {
  if (call.kind === 'erc20_conversion') return call.maxToSpendUnits
  return call.kind === 'native_conversion' ? transaction.value : undefined
}

function batchLimit(call: DecodedCall, item: ExpectedItem): bigint | undefined {
  if (call.kind !== 'batch') return undefined
  const reference = item.paymentReference.toLowerCase()
  return call.groups
    .flatMap((group) => group.items)
    .find((received) => received.paymentReference === reference)?.maxToSpendUnits
}

/**
 * Checks the approvals before a payment and rebuilds them as steps. Each needed token may have, in the order of `needs`: nothing, the exact
 * sum, or 0 and then the exact sum. Each approval is to `spender`, without value. Instead of the exact sum, `amounts` may allow the
 * largest amount.
 *
 * @throws CalldataMismatchError
 */
export function checkApprovals(
  calls: readonly ReceivedCall[],
  needs: readonly TokenNeed[],
  spender: string | null,
  amounts: ApprovedAmounts,
): Step[] {
  const progress: Progress = { needs, spender, amounts, next: 0, openReset: null }
  const steps = calls.map((received) => checkApproval(received, progress))
  if (progress.openReset !== null) throw openResetError(progress.openReset, 'a payment')
  return steps
}

/** The approvals that are allowed for a needed sum: only that sum, or also the largest amount. */
export type ApprovedAmounts = 'exact' | 'exact_or_largest'

/** The position of the check in `needs`, and the reset that no approval has followed yet. */
type Progress = {
  readonly needs: readonly TokenNeed[]
  readonly spender: string | null
  readonly amounts: ApprovedAmounts
  /** The tokens before this one are done. */
  next: number
  openReset: ReceivedCall | null
}

function checkApproval(received: ReceivedCall, progress: Progress): Step {
  const { call, index, transaction } = received
  const { needs, spender, amounts } = progress
  // A native payment has no spender, and therefore no needs.
  if (call.kind !== 'approve' || needs.length === 0 || spender === null)
    throw refuse('unexpected_approval', index, '', `${call.kind} on ${transaction.to}`)
  const position = needs.findIndex(({ token }) => isSameAddress(token, transaction.to))
  const need = needs[position]
  if (need === undefined)
    throw refuse('wrong_token', index, needs.map(({ token }) => token).join(' or '), transaction.to)
  if (!isSameAddress(call.spender, spender))
    throw refuse('wrong_spender', index, spender, call.spender)
  if (transaction.value !== 0n)
    throw refuse('wrong_value', index, '0', transaction.value.toString())
  const isLargest = amounts === 'exact_or_largest' && call.amountUnits === MAX_UINT256
  if (!isLargest) assertAmount(call.amountUnits, need.units, index)
  assertTurn(received, call.amountUnits === 0n, position, progress)

  const { token } = need
  const amountUnits = call.amountUnits
  const kind = amountUnits === 0n ? 'reset_approval' : 'approve'
  const rebuilt = encodeApprove({ token, spender, amountUnits })
  return { kind, transaction: rebuilt, token, spender, amountUnits }
}

function assertAmount(units: bigint, neededUnits: bigint, index: number): void {
  if (units === 0n || units === neededUnits) return
  const reason =
    units === MAX_UINT256
      ? 'unlimited_approval'
      : units > neededUnits
        ? 'excessive_approval'
        : 'insufficient_approval'
  throw refuse(reason, index, neededUnits.toString(), units.toString())
}

/** Tokens appear in the order of the needs, each once, and an approval follows each reset. */
function assertTurn(
  received: ReceivedCall,
  isReset: boolean,
  position: number,
  progress: Progress,
): void {
  const { index, transaction } = received
  const { openReset, next } = progress
  if (openReset !== null && (isReset || openReset.transaction.to !== transaction.to))
    throw openResetError(openReset, `an approval of ${transaction.to}`)
  if (position < next) {
    const isRepeated = position === next - 1 && !isReset
    const reason = isRepeated ? 'duplicate_approval' : 'approval_order'
    throw refuse(reason, index, 'the next token or the payment', `${transaction.to} again`)
  }
  progress.openReset = isReset ? received : null
  progress.next = isReset ? position : position + 1
}

function openResetError(reset: ReceivedCall, actual: string): CalldataMismatchError {
  const expected = `an approval of ${reset.transaction.to} after it`
  return refuse('reset_without_approval', reset.index, expected, actual)
}

/**
 * Accepts a received payment if contract, calldata and value are exactly the expected ones. The comparison decides; the explanation only
 * describes the difference.
 *
 * @throws CalldataMismatchError
 */
export function checkPayment(received: ReceivedCall, expected: Transaction): void {
  const { transaction, call, index } = received
  const isSameCall = transaction.data === expected.data && transaction.value === expected.value
  if (isSameCall && isSameAddress(transaction.to, expected.to)) return
  throw new CalldataMismatchError({ ...explainMismatch(call, transaction, expected), index })
}
