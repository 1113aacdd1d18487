import type { Context } from '../context.ts'
import type { Offramp } from '../offramps/offramp.ts'
import { NoOfframpError } from './errors.ts'

/**
 * The provider of this host.
 *
 * @throws NoOfframpError
 */
export function requireOfframp({ offramp }: Pick<Context, 'offramp'>): Offramp {
  if (offramp === null) throw new NoOfframpError()
  return offramp
}
