import type { Failure } from '../../failure.ts'
import { MOST_LETTERS } from './readLinkForm.ts'

/** The names that the request body's properties share with the form's fields. */
const MARKED: ReadonlySet<string> = new Set([
  'amount',
  'accessPolicy',
  ...Object.keys(MOST_LETTERS),
])

/**
 * Returns the failure with a message about the rejected values that no form field shows, such as the payee. Any other failure is returned
 * unchanged; null without one.
 */
export function nameUnmarked(failure: Failure | null): Failure | null {
  if (failure?.code !== 'validation_failed') return failure
  const unmarked = Object.entries(failure.fields).filter(([name]) => !MARKED.has(name))
  if (unmarked.length === 0) return failure
  return { ...failure, message: unmarked.map(([, sentence]) => sentence).join(' ') }
}
