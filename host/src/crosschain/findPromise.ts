import {
  decodePaymentCall,
  encodeErc20Payment,
  isSameAddress,
  SELECTORS,
  ZERO_ADDRESS,
} from '@secure-payment/core/evm'
import type { Hex } from 'viem'
import type { Row } from '../db/schema.ts'
import { rescale } from '../settlement/rescale.ts'
import type { Sent } from './readSent.ts'

/**
 * The maximum number of calls examined per transaction; an honest one contains its payment once or twice.
 */
const MAX_CALLS = 20
/** The number of hex digits in a call with one of this service's references, which have 8 bytes. */
const DIGITS = encodeErc20Payment({
  proxy: ZERO_ADDRESS,
  token: ZERO_ADDRESS,
  payee: ZERO_ADDRESS,
  amountUnits: 1n,
  paymentReference: `0x${'00'.repeat(8)}`,
  feeUnits: 0n,
  feeAddress: ZERO_ADDRESS,
}).data.slice(2).length

/** The maximum percentage by which the value of one dollar token may exceed another's. */
const MAX_PREMIUM_PERCENT = 5n

/**
 * The payment that a source transaction orders a bridge to make by calling ERC20FeeProxy on arrival, in base units of the request's token.
 */
export type Promised = { amountUnits: bigint; feeUnits: bigint }

/**
 * Finds a request's payment in the bytes of a source transaction, whose encoding depends on the bridge. The result is the first call
 * to ERC20FeeProxy that pays the request's payee in its token under its reference. Null if there is none. Such a call does not prove that
 * the bridge will make the payment; only the funds sent with it make that likely.
 */
export function findPromise(
  input: Hex,
  request: Pick<Row<'requests'>, 'payee' | 'token_address' | 'payment_reference'>,
): Promised | null {
  const { payee, token_address: token, payment_reference } = request
  if (token === null) return null
  const digits = input.slice(2).toLowerCase()
  const selector = SELECTORS.erc20Payment.slice(2)
  const reference = payment_reference.toLowerCase()
  let at = digits.indexOf(selector)
  for (let calls = 0; at >= 0 && calls < MAX_CALLS; calls += 1) {
    const call = decodePaymentCall(`0x${digits.slice(at, at + DIGITS)}`)
    const isOfRequest =
      call?.kind === 'erc20_payment' &&
      isSameAddress(call.token, token) &&
      isSameAddress(call.payee, payee) &&
      call.paymentReference === reference
    if (isOfRequest) return { amountUnits: call.amountUnits, feeUnits: call.feeUnits }
    at = digits.indexOf(selector, at + selector.length)
  }
  return null
}

/**
 * Returns whether the sent amount can fund the ordered amount, which is in a token with `decimals` decimals. A transaction that sends only
 * dust therefore cannot block a payment.
 */
export function isFunded(
  { amountUnits, feeUnits }: Promised,
  { sent, decimals }: { sent: Sent; decimals: number },
): boolean {
  const dueUnits = rescale(amountUnits + feeUnits, decimals, sent.token.decimals)
  return sent.units * (100n + MAX_PREMIUM_PERCENT) >= dueUnits * 100n
}
