import type { Hex } from '../hex.ts'
import type { Transaction } from '../step.ts'
import { SELECTORS } from './abi.ts'
import { addressWord } from './address.ts'
import { assertFeeAddress } from './assertFeeAddress.ts'
import type { Erc20Conversion } from './encodeErc20Conversion.ts'
import { pathWords, referenceWords, sizeWord, uintWord } from './words.ts'

/**
 * Encodes a native payment for an amount in another currency through EthConversionProxy. The transaction's value is `maxToSpendUnits`,
 * which the call does not repeat. The contract returns the part beyond the amount and the fee to the payer in the same transaction.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError naming the field at fault.
 */
export function encodeNativeConversion(payment: NativeConversion): Transaction {
  const { proxy, payee, amountUnits, path, paymentReference, feeUnits, feeAddress } = payment
  addressWord(proxy, 'proxy')
  assertFeeAddress(feeUnits, feeAddress)
  uintWord(payment.maxToSpendUnits, 'maxToSpendUnits')
  const words = pathWords(path)
  const data =
    SELECTORS.nativeConversion +
    addressWord(payee, 'payee') +
    uintWord(amountUnits, 'amountUnits') +
    sizeWord(HEAD_BYTES) +
    sizeWord(HEAD_BYTES + words.length / 2) +
    uintWord(feeUnits, 'feeUnits') +
    addressWord(feeAddress, 'feeAddress') +
    uintWord(payment.maxRateTimespanS, 'maxRateTimespanS') +
    words +
    referenceWords(paymentReference)
  // The cast is safe: the selector begins with 0x, and every word is checked hex.
  return { to: proxy, data: data as Hex, value: payment.maxToSpendUnits }
}

/** The fields of a token conversion, but `path` ends in the hash of the network's native coin. */
export type NativeConversion = Erc20Conversion

const HEAD_BYTES = 7 * 32
