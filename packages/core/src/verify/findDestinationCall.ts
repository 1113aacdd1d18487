import { SELECTORS } from '../evm/index.ts'
import type { Transaction } from '../step.ts'
import { CalldataMismatchError } from './CalldataMismatchError.ts'
import { checkDestinationCall } from './checkDestinationCall.ts'
import { type ReceivedTransaction, unknownMethodError } from './verifyCalldata.ts'

/**
 * Returns whether a bridge's calldata in an unknown encoding contains the expected payment on the destination chain. The payment's presence
 * does not prove how the bridge uses it; the presence of another payment is fraud. A selector in the data counts as a call. In honest data
 * of a few kilobytes, the chance of an accidental selector is a few in a million.
 *
 * @throws CalldataMismatchError when the data contains another call to ERC20FeeProxy or Erc20ConversionProxy, or has no method.
 */
export function findDestinationCall(received: ReceivedTransaction, expected: Transaction): boolean {
  const { transaction, index } = received
  if (transaction.data.length < METHOD_LENGTH)
    throw unknownMethodError(received, 'a bridge transaction')
  const digits = transaction.data.slice(2)
  const { length } = expected.data.slice(2)
  let isFound = false
  let at = nextPaymentCall(digits, 0)
  while (at < digits.length) {
    const call = digits.slice(at, at + length)
    if (call.startsWith(CONVERSION)) throw conversionError(index)
    checkDestinationCall(`0x${call}`, expected, index)
    isFound = true
    at = nextPaymentCall(digits, at + length)
  }
  return isFound
}

/** `0x` and a selector. */
const METHOD_LENGTH = 10

const PAYMENT = SELECTORS.erc20Payment.slice(2)
const CONVERSION = SELECTORS.erc20Conversion.slice(2)

/**
 * Returns the position of the first token payment selector at or after `from`, or the number of digits if there is none. Matches in the
 * middle of a byte do not count. Repeated calls read each digit once in total.
 */
function nextPaymentCall(digits: string, from: number): number {
  const pattern = new RegExp(`${PAYMENT}|${CONVERSION}`, 'g')
  pattern.lastIndex = from
  let match = pattern.exec(digits)
  while (match !== null && match.index % 2 === 1) {
    pattern.lastIndex = match.index + 1
    match = pattern.exec(digits)
  }
  return match?.index ?? digits.length
}

function conversionError(index: number): CalldataMismatchError {
  const facts = { expected: 'erc20_payment', actual: 'erc20_conversion' }
  return new CalldataMismatchError({ reason: 'unexpected_method', index, ...facts })
}
