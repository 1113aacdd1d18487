import type { DecodedCall } from '../evm/index.ts'
import type { Expectation, ExpectedItem } from './expectedPayment.ts'
import type { ReceivedCall } from './readCalls.ts'

/**
 * The expectation with each conversion's limit of spending as the received payment has it, where that is above 0 and at
 * most what the payer was shown: a lower one is the payer's gain, and follows a rate that moved since. Any other limit
 * stays the shown one, so that the comparison finds the difference.
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

/** What a single conversion may spend: said by the call for a token, by the value for the coin. */
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
