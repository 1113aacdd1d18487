import type { FeeBearer } from '@secure-payment/core'
import type { FeePlanAnswer } from '@secure-payment/core/api'
import { atField } from '../atField.ts'
import type { Caller, ClientIdCaller } from '../auth/caller.ts'
import { recognizeWallet } from '../auth/wallet/recognizeWallet.ts'
import { FeeNotAllowedError } from './errors.ts'

type PlannedFee = FeePlanAnswer['fees'][number]

/** A share of each payment that goes to an address other than the payee's. */
export type Fee = {
  percentage: string
  address: string
  bearer: FeeBearer
  bearerSource: PlannedFee['feeBearerSource']
  source: PlannedFee['configSource']
}

/** The members of a call that state a fee, both or neither, and the party that bears the fee. */
export type StatedFee = {
  feePercentage?: string | undefined
  feeAddress?: string | undefined
  defaultFeeBearer?: FeeBearer | undefined
}

/** The party that bears a fee if neither the client ID nor the call names one. */
export const FLOW_BEARER: FeeBearer = 'payer'

/**
 * Decides which fee a call's payments carry; null for none. A fee of the client ID overrides the call's, unless it is zero; with zero, the
 * call's fee applies. A client ID that pays only its own merchant, and has no fee setting, allows no fee. A client ID is public, so a
 * stranger could send the fee.
 *
 * The bearer that the client ID names takes precedence over the call's, and the call's over the default. A page may not make the merchant
 * bear a fee, unless the client ID names the payee as the bearer.
 *
 * @throws FeeNotAllowedError, InvalidInputError naming `feeAddress`
 */
export function decideFee(stated: StatedFee, caller: Caller): Fee | null {
  const { defaultFeeBearer: wanted } = stated
  const ofCall = {
    bearer: wanted ?? FLOW_BEARER,
    bearerSource: wanted === undefined ? 'flow_default' : 'payment_default_override',
  } as const
  if (caller.credential === 'clientId') {
    const { feePercentage, feeAddress, feeBearer } = caller
    const overrides = feePercentage !== null && !/^0(?:\.0*)?$/.test(feePercentage)
    if (overrides && feeAddress !== null) {
      const fee = { percentage: feePercentage, address: feeAddress, source: 'client_id' } as const
      if (feeBearer !== null) return { ...fee, bearer: feeBearer, bearerSource: 'fee_config' }
      guardBearer(caller, wanted)
      return { ...fee, ...ofCall }
    }
  }
  const { feePercentage, feeAddress } = stated
  if (feePercentage === undefined || feeAddress === undefined) return null
  if (paysOwnAlone(caller) && caller.feePercentage === null) throw new FeeNotAllowedError()
  guardBearer(caller, wanted)
  const address = atField('feeAddress', () => recognizeWallet(feeAddress).address)
  return { percentage: feePercentage, address, source: 'call', ...ofCall }
}

function paysOwnAlone(caller: Caller): caller is ClientIdCaller {
  if (caller.credential !== 'clientId') return false
  return caller.payeeDestination !== null || !caller.allowsAnyPayee
}

/** Rejects a page that makes the payee bear a fee, because a visitor could send the same call. */
function guardBearer(caller: Caller, wanted: FeeBearer | undefined): void {
  const isPage = caller.credential === 'clientId' && caller.origin !== null
  if (isPage && wanted === 'payee') throw new FeeNotAllowedError({ because: 'bearer' })
}
