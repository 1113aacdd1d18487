import { createUlid } from '@secure-payment/core'
import type { Context } from './context.ts'
import { ensureDefined } from './ensureDefined.ts'

const ULID_RANDOM_BYTES = 10

/**
 * Returns each member of a list, whose rows are written together, with a separate ULID. The ULIDs ascend in the list's order, although all
 * have the same millisecond, so a read in id order returns the rows chronologically.
 */
export function withUlids<T>(
  context: Pick<Context, 'now' | 'random'>,
  items: readonly T[],
): { id: string; item: T }[] {
  const nowMs = context.now().getTime()
  const ids = items.map(() => createUlid(nowMs, context.random(ULID_RANDOM_BYTES))).sort()
  return items.map((item, index) => ({ id: ensureDefined(ids[index], 'The id of a row'), item }))
}
