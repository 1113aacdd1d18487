import { createUlid } from '@secure-payment/core'
import type { Context } from './context.ts'

const ULID_RANDOM_BYTES = 10

/**
 * Makes ULIDs for rows that are written together, ascending: within one millisecond their order is that of the array,
 * so a read in id order meets the rows in the order they happened. Not for secrets: neighbours are comparable.
 */
export function orderedUlids(context: Pick<Context, 'now' | 'random'>, count: number): string[] {
  const nowMs = context.now().getTime()
  const ids = Array.from({ length: count }, () =>
    createUlid(nowMs, context.random(ULID_RANDOM_BYTES)),
  )
  return ids.sort()
}

/** Returns each member of a list with its own id: ascending, in the order of the list. */
export function withUlids<T>(
  context: Pick<Context, 'now' | 'random'>,
  items: readonly T[],
): { id: string; item: T }[] {
  const ids = orderedUlids(context, items.length).values()
  return items.map((item) => {
    const { value: id } = ids.next()
    if (id === undefined) throw new TypeError('A row has no id.')
    return { id, item }
  })
}
