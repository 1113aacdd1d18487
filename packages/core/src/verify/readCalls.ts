import type { Hex } from 'viem'
import { BaseError, quoteInput } from '../errors.ts'
import { type DecodedCall, decodePaymentCall, isEvmAddress, SELECTORS } from '../evm/index.ts'
import type { Transaction } from '../step.ts'
import { CalldataMismatchError, type MismatchReason } from './CalldataMismatchError.ts'
import { parseWireValue } from './parseWireValue.ts'

/**
 * Reads transactions from the wire and decodes their calls. Data may be in any case of hex; extra keys are ignored,
 * because nothing but the result is ever signed.
 *
 * @throws CalldataMismatchError when one is malformed, for another chain, or not a call that this library knows.
 */
export function readCalls(
  transactions: readonly WireTransaction[],
  chainId: number,
): readonly ReceivedCall[] {
  // The list comes from a host that may lie, so its type proves nothing.
  const list: unknown = transactions
  if (!Array.isArray(list)) throw refuse('malformed_transaction', 0, 'a list', quoteInput(list))
  if (list.length > MAX_TRANSACTIONS)
    throw refuse('extra_transaction', MAX_TRANSACTIONS, 'no more', `${list.length} in all`)
  return list.map((wire: unknown, index) => readCall(wire, index, chainId))
}

/** A transaction as the API answers it. `chainId` is optional, but must be right when it is there. */
export type WireTransaction = { to: string; data: string; value: unknown; chainId?: number }

/** A transaction from the wire, decoded; `to` and `data` are lower case. */
export type ReceivedCall = { index: number; transaction: Transaction; call: DecodedCall }

/** A reset and an approval for each token of the largest batch, and its payment. */
const MAX_TRANSACTIONS = 401

const HEX_DATA = /^0x(?:[0-9a-f]{2})*$/

function readCall(wire: unknown, index: number, chainId: number): ReceivedCall {
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
  return { index, transaction, call: readData(lowerData, index) }
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

function readData(data: Hex, index: number): DecodedCall {
  const call = decodePaymentCall(data)
  if (call !== null) return call
  const selector = data.slice(0, 10)
  const isKnown = Object.values<string>(SELECTORS).includes(selector)
  if (isKnown) throw refuse('malformed_calldata', index, 'canonical calldata', quoteInput(data))
  throw refuse('unknown_method', index, 'an approval or a payment', quoteInput(selector))
}

function refuse(
  reason: MismatchReason,
  index: number,
  expected: string,
  actual: string,
  cause?: unknown,
): CalldataMismatchError {
  return new CalldataMismatchError({ reason, index, expected, actual, cause })
}
