import {
  BRIDGE_SELECTORS,
  type Delivery,
  type DepositOrder,
  decodeDeposit,
  encodeDeposit,
} from '../crosschain/index.ts'
import { quoteInput } from '../errors.ts'
import type { Hex } from '../hex.ts'
import { CalldataMismatchError, type MismatchReason } from './CalldataMismatchError.ts'
import { checkDestinationCall } from './checkDestinationCall.ts'
import type { ExpectedTransfer } from './expectedTransfer.ts'
import { type ReceivedTransaction, unknownMethodError } from './verifyCalldata.ts'

/**
 * Accepts a call to the devnet's bridge if it equals this library's call for the displayed payment, byte for byte. The bridge chooses the
 * quote's id and the deadline. The rest of this file only describes the difference.
 *
 * @throws CalldataMismatchError
 */
export function checkDeposit(received: ReceivedTransaction, expected: ExpectedTransfer): void {
  const { transaction, index } = received
  const order = readDeposit(received)
  const { quoteId, deadlineS } = order
  const wanted = encodeDeposit({ ...expected.order, quoteId, deadlineS })
  if (transaction.data === wanted) return
  const difference = facts(expected.order, order).find(([, want, got]) => want !== got)
  if (difference === undefined) checkDestinationCall(order.delivery.callData, expected.call, index)
  const [reason, want, got] = difference ?? ['malformed_calldata', wanted, transaction.data]
  throw new CalldataMismatchError({ reason, index, expected: want, actual: got })
}

/** Returns whether the data is for the devnet's bridge, by its selector. */
export function isDeposit(data: Hex): boolean {
  return data.startsWith(BRIDGE_SELECTORS.deposit)
}

function readDeposit(received: ReceivedTransaction): DepositOrder {
  const { transaction, index } = received
  if (!isDeposit(transaction.data)) throw unknownMethodError(received, 'a deposit')
  const order = decodeDeposit(transaction.data)
  if (order !== null) return order
  const facts = { expected: 'canonical calldata', actual: quoteInput(transaction.data) }
  throw new CalldataMismatchError({ reason: 'malformed_calldata', index, ...facts })
}

/** One fact of an order, as expected and as received. */
type Fact = readonly [reason: MismatchReason, expected: string, actual: string]

function facts(expected: ExpectedTransfer['order'], actual: DepositOrder): readonly Fact[] {
  return [
    ['wrong_token', expected.token.toLowerCase(), actual.token],
    ['wrong_source_amount', `${expected.amountUnits}`, `${actual.amountUnits}`],
    ['wrong_destination', `${expected.toChainId}`, `${actual.toChainId}`],
    ...deliveryFacts(expected.delivery, actual.delivery),
  ]
}

function deliveryFacts(expected: Delivery, actual: Delivery): readonly Fact[] {
  return [
    ['wrong_token', expected.token.toLowerCase(), actual.token],
    ['wrong_delivery', `${expected.amountUnits}`, `${actual.amountUnits}`],
    ['wrong_fallback', expected.fallbackAddress.toLowerCase(), actual.fallbackAddress],
    ['wrong_target', expected.target.toLowerCase(), actual.target],
    ['wrong_spender', expected.spender.toLowerCase(), actual.spender],
    ['wrong_gas_limit', `${expected.gasLimit}`, `${actual.gasLimit}`],
  ]
}
