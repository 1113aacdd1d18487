import { type RawBuilder, sql } from 'kysely'
import type { Position } from './paymentFilter.ts'

/**
 * Builds the condition that an entry comes after a position in search order; without a position, every entry does.
 */
export function isAfter(position: Position | null): RawBuilder<boolean> {
  if (position === null) return sql`1 = 1`
  const { blockTime, id } = position
  return sql`(block_time < ${blockTime} or (block_time = ${blockTime} and payment_id < ${id}))`
}
