import { ApiError } from '@secure-payment/core/client'
import type { Failure } from '../../failure.ts'
import type { Text } from '../../text/text.ts'

/** The form's fields, by their paths in the request body. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['payee', 'payee'],
  ['amount', 'amount'],
  ['reference', 'reference'],
  ['payer', 'payer'],
  ['recurrence.payer', 'payer'],
  ['recurrence.startDate', 'startDate'],
  ['recurrence.frequency', 'frequency'],
  ['recurrence.totalPayments', 'totalPayments'],
])

/**
 * Returns a new schedule's rejection as messages for the form's fields, with an explanation if the service does not
 * support schedules.
 */
export function readScheduleFailure(error: unknown, text: Text): Partial<Failure> {
  if (!(error instanceof ApiError)) return {}
  const { unavailable, payerIsContract } = text.schedules.form
  if (error.code === 'payer_is_contract') return { message: payerIsContract, fields: {} }
  if (error.code === 'recurring_unavailable') {
    const reason = error.problem?.['reason']
    const isKnown = typeof reason === 'string' && Object.hasOwn(unavailable, reason)
    return { message: (isKnown ? unavailable[reason] : undefined) ?? error.message, fields: {} }
  }
  const issues = error.problem?.errors ?? []
  const fields = issues.flatMap(({ field, message }) => {
    const name = FIELDS.get(field)
    return name === undefined ? [] : [[name, `${capitalize(message)}.`] as const]
  })
  return fields.length === 0
    ? { message: error.message, fields: {} }
    : { fields: Object.fromEntries(fields) }
}

function capitalize(sentence: string): string {
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`
}
