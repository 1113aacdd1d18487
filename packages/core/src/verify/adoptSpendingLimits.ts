import type { DecodedCall } from '../evm/index.ts'
import type { Expectation, ExpectedItem } from './expectedPayment.ts'
import type { ReceivedCall } from './readCalls.ts'

/**
 * Returns the expectation with each conversion's spending limit from the received payment, if that is above 0 and at most the displayed
 * one. A lower limit benefits the payer, and follows a rate that has moved since. Otherwise the displayed limit stays, so that the
 * comparison finds the difference.
 */
export function adoptSpendingLimits(expected: Expectation, payment: ReceivedCall): Expectation {
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

/** Returns the limit of a single conversion: from the call for a token, from the value for the coin. */
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
