import { atField } from '../atField.ts'
import type { Caller, ClientIdCaller } from '../auth/caller.ts'
import { recognizeWallet } from '../auth/wallet/recognizeWallet.ts'
import { FeeNotAllowedError } from './errors.ts'

/** A share of each payment that goes to an address other than the payee's, on top of the amount. */
export type Fee = { percentage: string; address: string }

/** The members of a call that state a fee, both or neither. */
export type StatedFee = { feePercentage?: string | undefined; feeAddress?: string | undefined }

/**
 * Decides which fee a call's payments carry. A fee of the client ID overrides the call's, unless it is zero; with zero, the call's fee
 * applies. A client ID that pays only its own merchant, and has no fee setting, allows no fee. A client ID is public, so a stranger could
 * send the fee.
 *
 * @throws FeeNotAllowedError, InvalidInputError naming `feeAddress`
 */
export function decideFee(stated: StatedFee, caller: Caller): Fee | null {
  if (caller.credential === 'clientId') {
    const { feePercentage, feeAddress } = caller
    const overrides = feePercentage !== null && !/^0(?:\.0*)?$/.test(feePercentage)
    if (overrides && feeAddress !== null) return { percentage: feePercentage, address: feeAddress }
  }
  const { feePercentage, feeAddress } = stated
  if (feePercentage === undefined || feeAddress === undefined) return null
  if (paysOwnAlone(caller) && caller.feePercentage === null) throw new FeeNotAllowedError()
  const address = atField('feeAddress', () => recognizeWallet(feeAddress).address)
  return { percentage: feePercentage, address }
}

function paysOwnAlone(caller: Caller): caller is ClientIdCaller {
  if (caller.credential !== 'clientId') return false
  return caller.payeeDestination !== null || !caller.allowsAnyPayee
}
