import { ChainUnavailableError } from '../chains/errors.ts'
import type { RelayContext } from './relayContext.ts'

/**
 * Processes a bounded list concurrently, and returns the results of the items for which nodes responded. The others wait for the next run,
 * so a node that occasionally fails delays only its own queries.
 */
export async function forEachAnswered<T, R>(
  { notices }: Pick<RelayContext, 'notices'>,
  items: readonly T[],
  act: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const outcomes = await Promise.allSettled(items.map(act))
  let isAnswered = true
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue
    if (!(outcome.reason instanceof ChainUnavailableError)) throw outcome.reason
    isAnswered = false
    notices.standing(
      'unanswered',
      { err: outcome.reason },
      'Postponed work because no node responded',
    )
  }
  if (isAnswered) notices.end('unanswered')
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}
