import { SELECTORS } from '../evm/index.ts'
import type { Transaction } from '../step.ts'
import { CalldataMismatchError } from './CalldataMismatchError.ts'
import { checkDestinationCall } from './checkDestinationCall.ts'
import { type ReceivedTransaction, unknownMethodError } from './readCalls.ts'

/**
 * Whether a bridge's calldata, whose encoding is not known here, contains the expected payment of the destination chain.
 * That it is there does not prove what the bridge does with it; that another one is there is a lie. A selector among the
 * data counts as a call of it: in honest data of a few kilobytes one stands by chance less than once in a million times.
 *
 * @throws CalldataMismatchError when another call of ERC20FeeProxy or Erc20ConversionProxy is in it, or it has no method.
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
 * Where the next selector of a payment of a token begins, from a digit on; the length of the digits when there is none. One in
 * the middle of a byte is none. All in all, data is read once.
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
