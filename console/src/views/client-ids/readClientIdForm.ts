import { readDestination } from '../../readDestination.ts'
import type { Text } from '../../text/text.ts'
import type { FormValues } from '../../ui/readForm.ts'
import { checkDomains } from './checkDomains.ts'

/** Where payments of a client ID go: the merchant's own wallets, as each payment says; anybody; the wallet's own route; any other. */
export type Binding = 'none' | 'any' | 'own' | 'other'

/** A client ID as the API takes it. */
export type ClientIdBody = {
  label: string
  allowedDomains: string[]
  feePercentage: string | null
  feeAddress: string | null
  payeeDestinationId: string | null
  allowAnyPayee: boolean
}

/** What a form said: the body to send, and what is wrong by field. */
export type ClientIdInput = {
  readonly body: ClientIdBody
  readonly fields: Readonly<Record<string, string>>
}

const PERCENTAGE = /^(?:100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)$/

/** Reads the form of a client ID. `ownDestinationId` is what the choice of the wallet's own route stands for. */
export function readClientIdForm(
  form: FormValues,
  options: { binding: Binding; takesFee: boolean; ownDestinationId: string | null; text: Text },
): ClientIdInput {
  const { binding, takesFee, ownDestinationId, text } = options
  const label = form.text('label')
  const domains = checkDomains(form.text('allowedDomains'), text)
  const feePercentage = takesFee ? form.text('feePercentage') : null
  const feeAddress = takesFee ? form.text('feeAddress') : null
  const other = form.text('payeeDestinationId')

  const fields: Record<string, string> = {}
  if (label === '') fields['label'] = text.errors.required
  if (domains.problem !== null) fields['allowedDomains'] = domains.problem
  if (feePercentage !== null && !PERCENTAGE.test(feePercentage)) {
    fields['feePercentage'] = text.clientIds.feePercentageInvalid
  }
  if (feeAddress === '') fields['feeAddress'] = text.clientIds.feePairNeeded
  if (binding === 'other' && readDestination(other) === null) {
    fields['payeeDestinationId'] = text.clientIds.destinationInvalid
  }
  const bound = { none: null, any: null, own: ownDestinationId, other }[binding]
  const allowedDomains = [...domains.origins]
  const body = {
    label,
    allowedDomains,
    feePercentage,
    feeAddress,
    payeeDestinationId: bound,
    allowAnyPayee: binding === 'any',
  }
  return { body, fields }
}
