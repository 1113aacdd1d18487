import type { Failure } from '../../failure.ts'
import { MOST_LETTERS } from './readLinkForm.ts'

/** The names that members of the call's body share with fields of the form. */
const MARKED: ReadonlySet<string> = new Set(['amount', ...Object.keys(MOST_LETTERS)])

/**
 * Returns a failure whose message contains the service's sentences about parts of the body without a field of the same name, such as
 * the payee. No field shows them.
 */
export function nameUnmarked(failure: Failure | null): Failure | null {
  if (failure?.code !== 'validation_failed') return failure
  const unmarked = Object.entries(failure.fields).filter(([name]) => !MARKED.has(name))
  if (unmarked.length === 0) return failure
  return { ...failure, message: unmarked.map(([, sentence]) => sentence).join(' ') }
}
