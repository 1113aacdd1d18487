import type { Hex } from '../hex.ts'
import type { Transaction } from '../step.ts'
import { SELECTORS } from './abi.ts'
import { addressWord } from './address.ts'
import { assertFeeAddress } from './assertFeeAddress.ts'
import { referenceWords, sizeWord, uintWord } from './words.ts'

/**
 * Encodes a payment in a token through ERC20FeeProxy. The fee is added: the payer spends `amountUnits + feeUnits` and must have approved
 * the proxy for that sum. Without a fee, `feeAddress` is usually the zero address.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError naming the field at fault.
 */
export function encodeErc20Payment(payment: Erc20Payment): Transaction {
  const { proxy, token, payee, amountUnits, paymentReference, feeUnits, feeAddress } = payment
  addressWord(proxy, 'proxy')
  assertFeeAddress(feeUnits, feeAddress)
  const data =
    SELECTORS.erc20Payment +
    addressWord(token, 'token') +
    addressWord(payee, 'payee') +
    uintWord(amountUnits, 'amountUnits') +
    REFERENCE_OFFSET +
    uintWord(feeUnits, 'feeUnits') +
    addressWord(feeAddress, 'feeAddress') +
    referenceWords(paymentReference)
  // The cast is safe: the selector begins with 0x, and every word is checked hex.
  return { to: proxy, data: data as Hex, value: 0n }
}

/** Amounts are in the token's base units; addresses may have any accepted case. */
export type Erc20Payment = {
  proxy: string
  token: string
  payee: string
  amountUnits: bigint
  paymentReference: Hex
  feeUnits: bigint
  feeAddress: string
}

const REFERENCE_OFFSET = sizeWord(6 * 32)
