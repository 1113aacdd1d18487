import type { Hex } from '../hex.ts'
import type { Transaction } from '../step.ts'
import { SELECTORS } from './abi.ts'
import { addressWord } from './address.ts'
import { assertFeeAddress } from './assertFeeAddress.ts'
import { referenceWords, sizeWord, uintWord } from './words.ts'

/**
 * Encodes a payment in the native coin through EthereumFeeProxy. The call contains only the fee; the transaction's value is `amountUnits +
 * feeUnits`, and the payee receives the value minus the fee.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError naming the field at fault.
 */
export function encodeNativePayment(payment: NativePayment): Transaction {
  const { proxy, payee, amountUnits, paymentReference, feeUnits, feeAddress } = payment
  addressWord(proxy, 'proxy')
  assertFeeAddress(feeUnits, feeAddress)
  uintWord(amountUnits, 'amountUnits')
  const data =
    SELECTORS.nativePayment +
    addressWord(payee, 'payee') +
    REFERENCE_OFFSET +
    uintWord(feeUnits, 'feeUnits') +
    addressWord(feeAddress, 'feeAddress') +
    referenceWords(paymentReference)
  const value = amountUnits + feeUnits
  uintWord(value, 'value')
  // The cast is safe: the selector begins with 0x, and every word is checked hex.
  return { to: proxy, data: data as Hex, value }
}

/** Amounts are in the native coin's base units; addresses may have any accepted case. */
export type NativePayment = {
  proxy: string
  payee: string
  amountUnits: bigint
  paymentReference: Hex
  feeUnits: bigint
  feeAddress: string
}

const REFERENCE_OFFSET = sizeWord(4 * 32)
