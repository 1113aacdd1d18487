import type { Hex } from '../hex.ts'
import type { Transaction } from '../step.ts'
import { SELECTORS } from './abi.ts'
import { addressWord } from './address.ts'
import { assertFeeAddress } from './assertFeeAddress.ts'
import { pathWords, referenceWords, sizeWord, uintWord } from './words.ts'

/**
 * Encodes a token payment for an amount in another currency through Erc20ConversionProxy, which converts the amount with its price feeds in
 * the payment's block. The payer must have approved the proxy for `maxToSpendUnits`. The call reverts if the amount and the fee exceed that
 * maximum, or if a feed is older than `maxRateTimespanS` (0 accepts any age).
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError naming the field at fault.
 */
export function encodeErc20Conversion(payment: Erc20Conversion): Transaction {
  const { proxy, payee, amountUnits, path, paymentReference, feeUnits, feeAddress } = payment
  addressWord(proxy, 'proxy')
  assertFeeAddress(feeUnits, feeAddress)
  const words = pathWords(path)
  const data =
    SELECTORS.erc20Conversion +
    addressWord(payee, 'payee') +
    uintWord(amountUnits, 'amountUnits') +
    sizeWord(HEAD_BYTES) +
    sizeWord(HEAD_BYTES + words.length / 2) +
    uintWord(feeUnits, 'feeUnits') +
    addressWord(feeAddress, 'feeAddress') +
    uintWord(payment.maxToSpendUnits, 'maxToSpendUnits') +
    uintWord(payment.maxRateTimespanS, 'maxRateTimespanS') +
    words +
    referenceWords(paymentReference)
  // The cast is safe: the selector begins with 0x, and every word is checked hex.
  return { to: proxy, data: data as Hex, value: 0n }
}

/**
 * `amountUnits` and `feeUnits` are in the first currency of `path` (fiat at 8 decimals). `maxToSpendUnits` is in base units of the last
 * currency, which is the token's address. Addresses may have any accepted case.
 */
export type Erc20Conversion = {
  proxy: string
  payee: string
  amountUnits: bigint
  path: readonly string[]
  paymentReference: Hex
  feeUnits: bigint
  feeAddress: string
  maxToSpendUnits: bigint
  maxRateTimespanS: bigint
}

const HEAD_BYTES = 8 * 32
