import { readDestination } from '../../readDestination.ts'
import type { FormValues } from '../../readForm.ts'
import type { Text } from '../../text/text.ts'
import { type Bearer, readFee } from '../fees/readFee.ts'
import { checkDomains } from './checkDomains.ts'

/**
 * The destination choice: a merchant wallet that each payment names, any wallet, the signed-in wallet's own route, the
 * record's current destination, or another destination.
 */
export type Binding = 'none' | 'any' | 'own' | 'current' | 'other'

/** A client ID in the API's form. */
type ClientIdBody = {
  label: string
  /** The origins on which the client ID works; omitted for a server. */
  allowedDomains?: string[]
  feePercentage: string | null
  feeAddress: string | null
  feeBearer: Bearer
  /** Omitted with `allowAnyPayee` if the destination stays as it is. */
  payeeDestinationId?: string | null
  allowAnyPayee?: boolean
}

/** A form's values: the body to send, and the errors by field. */
export type ClientIdInput = {
  readonly body: ClientIdBody
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Reads the client ID form. `ownDestinationId` is the bound destination if the wallet's own route is chosen. `keepsBinding` omits the
 * destination, so that an edit leaves it unchanged.
 */
export function readClientIdForm(
  form: FormValues,
  options: {
    isBackend: boolean
    binding: Binding
    keepsBinding: boolean
    takesFee: boolean
    ownDestinationId: string | null
    text: Text
  },
): ClientIdInput {
  const { isBackend, binding, keepsBinding, takesFee, ownDestinationId, text } = options
  const label = form.text('label')
  const domains = isBackend ? null : checkDomains(form.text('allowedDomains'), text)
  const fee = takesFee ? readFee(form, { text }) : null
  const other = form.text('payeeDestinationId')

  const fields: Record<string, string> = { ...fee?.fields }
  if (label === '') fields['label'] = text.errors.required
  if (domains !== null && domains.problem !== null) fields['allowedDomains'] = domains.problem
  if (binding === 'other' && readDestination(other) === null) {
    fields['payeeDestinationId'] = text.clientIds.destinationInvalid
  }
  const body = {
    label,
    ...(domains !== null && { allowedDomains: [...domains.origins] }),
    feePercentage: fee?.feePercentage ?? null,
    feeAddress: fee?.feeAddress ?? null,
    feeBearer: fee?.bearer ?? null,
    ...(!keepsBinding && {
      payeeDestinationId: { none: null, any: null, current: null, own: ownDestinationId, other }[
        binding
      ],
      allowAnyPayee: binding === 'any',
    }),
  }
  return { body, fields }
}
