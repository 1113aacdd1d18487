import type { Hex } from 'viem'
import { BaseError, quoteInput } from '../errors.ts'
import { type DecodedCall, decodePaymentCall, isEvmAddress, SELECTORS } from '../evm/index.ts'
import type { Transaction } from '../step.ts'
import { type CalldataMismatchError, refuse } from './CalldataMismatchError.ts'
import { parseWireValue } from './parseWireValue.ts'

/**
 * Parses transactions from the wire and decodes their calls.
 *
 * @throws CalldataMismatchError when one is malformed, for another chain, or not a call of this library.
 */
export function readCalls(
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
 * Parses transactions from the wire. Data may be hex of any case. Extra keys are ignored, because only the result is ever signed.
 *
 * @throws CalldataMismatchError when one is malformed or for another chain.
 */
export function readTransactions(
  transactions: readonly WireTransaction[],
  chainId: number,
): readonly ReceivedTransaction[] {
  // The list comes from a host that may lie, so its type proves nothing.
  const list: unknown = transactions
  if (!Array.isArray(list)) throw refuse('malformed_transaction', 0, 'a list', quoteInput(list))
  if (list.length > MAX_TRANSACTIONS)
    throw refuse('extra_transaction', MAX_TRANSACTIONS, 'no more', `${list.length} in all`)
  return list.map((wire: unknown, index) => readTransaction(wire, index, chainId))
}

/**
 * Decodes the call of a transaction; null when this library does not support its method.
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

/** A reset and an approval for each token of the largest batch, and its payment. */
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
  const transaction = { to: to.toLowerCase(), data: lowerData, value: readValue(value, index) }
  return { index, transaction }
}

function isHexData(data: string): data is Hex {
  return HEX_DATA.test(data)
}

function readValue(value: unknown, index: number): bigint {
  try {
    return parseWireValue(value)
  } catch (cause) {
    if (!(cause instanceof BaseError)) throw cause
    throw refuse(
      'malformed_value',
      index,
      'an amount of at most 256 bits',
      quoteInput(value),
      cause,
    )
  }
}

/** `0x` and four bytes, or fewer when the data is shorter. */
function selectorOf(data: Hex): string {
  return data.slice(0, 10)
}
