import type { Payment } from '../evm/index.ts'
import { toAbiAddress } from './toAbiAddress.ts'

/**
 * Converts a payment on Tron for the ABI codec. A conversion's path stays unchanged: Tron has no conversions, and the functions that need
 * one reject it.
 *
 * @throws InvalidAddressError when token, payee or fee address is not a Tron address.
 */
export function abiPayment<Terms extends Payment>(payment: Terms): Terms {
  const { token, payee, feeAddress } = payment
  return {
    ...payment,
    token: token === null ? null : toAbiAddress(token),
    payee: toAbiAddress(payee),
    feeAddress: feeAddress === null ? null : toAbiAddress(feeAddress),
  }
}
