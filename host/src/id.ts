import { createUlid } from '@secure-payment/core'
import type { Context } from './context.ts'

const ULID_RANDOM_BYTES = 10

/** Creates a record id: a ULID with 80 new random bits. */
export function createId(context: Pick<Context, 'now' | 'random'>): string {
  return createUlid(context.now().getTime(), context.random(ULID_RANDOM_BYTES))
}
