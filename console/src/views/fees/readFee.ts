import type { FormValues } from '../../readForm.ts'
import type { Text } from '../../text/text.ts'

/** The party that bears a fee; null leaves the choice to each payment. */
export type Bearer = 'payer' | 'payee' | null

/** The fee in a form's fields, and the errors by field. */
export type FeeInput = {
  readonly feePercentage: string
  readonly feeAddress: string
  readonly bearer: Bearer
  readonly fields: Readonly<Record<string, string>>
}

const PERCENTAGE = /^(?:100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)$/

/** Reads the fields of a fee. `isAddress` checks the fee's address; the service checks it again. */
export function readFee(
  form: Pick<FormValues, 'text'>,
  { text, isAddress = (address) => address !== '' }: FeeOptions,
): FeeInput {
  const feePercentage = form.text('feePercentage')
  const feeAddress = form.text('feeAddress')
  const bearer = form.text('feeBearer')
  const fields: Record<string, string> = {}
  if (!PERCENTAGE.test(feePercentage)) fields['feePercentage'] = text.clientIds.feePercentageInvalid
  if (feeAddress === '') fields['feeAddress'] = text.clientIds.feePairNeeded
  else if (!isAddress(feeAddress)) fields['feeAddress'] = text.fees.addressInvalid
  return {
    feePercentage,
    feeAddress,
    bearer: bearer === 'payer' || bearer === 'payee' ? bearer : null,
    fields,
  }
}

type FeeOptions = { readonly text: Text; readonly isAddress?: (address: string) => boolean }
