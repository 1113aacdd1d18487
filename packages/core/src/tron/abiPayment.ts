import type { Payment } from '../evm/index.ts'
import { toAbiAddress } from './toAbiAddress.ts'

/**
 * A payment on Tron as the ABI codec takes it. A conversion's path is left alone: there is none on Tron, and whoever is
 * asked for one refuses it.
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
