import type { IncomingMessage } from 'node:http'
import type { Caller } from '../auth/caller.ts'

/**
 * Where calls are counted. `take` returns the headers that tell a caller where it stands, or throws an error of kind
 * `rate_limited`.
 */
export type RateLimit = {
  take(caller: Caller, request: IncomingMessage): Promise<Readonly<Record<string, string>>>
}

/** Counts nothing: the seam until limits exist. */
export const unlimited: RateLimit = { take: async () => ({}) }
