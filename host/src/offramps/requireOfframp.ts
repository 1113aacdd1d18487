import type { Context } from '../context.ts'
import { NoOfframpError } from '../payers/errors.ts'
import type { Offramp } from './offramp.ts'

/**
 * Returns this host's provider.
 *
 * @throws NoOfframpError
 */
export function requireOfframp({ offramp }: Pick<Context, 'offramp'>): Offramp {
  if (offramp === null) throw new NoOfframpError()
  return offramp
}
