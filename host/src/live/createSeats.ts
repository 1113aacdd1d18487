import { StreamsFullError, TooManyStreamsError } from './errors.ts'

/** How many streams may be open at once; counted by each host. */
export type StreamLimits = { host: number; tenant: number; token: number }

/** Takes a place for a stream of a payment; what it returns gives the place back, once. */
export type TakeSeat = (facts: { tenantId: string; token: string }) => () => void

/**
 * Counts open streams of one host.
 *
 * @throws StreamsFullError, TooManyStreamsError from the function that it returns
 */
export function createSeats(limits: StreamLimits): TakeSeat {
  let taken = 0
  const byTenant = new Map<string, number>()
  const byToken = new Map<string, number>()
  return ({ tenantId, token }) => {
    if (taken >= limits.host) throw new StreamsFullError()
    if ((byToken.get(token) ?? 0) >= limits.token) {
      throw new TooManyStreamsError({ limit: limits.token, of: 'payment' })
    }
    if ((byTenant.get(tenantId) ?? 0) >= limits.tenant) {
      throw new TooManyStreamsError({ limit: limits.tenant, of: 'merchant' })
    }
    let isTaken = true
    taken += 1
    count(byTenant, tenantId, 1)
    count(byToken, token, 1)
    return () => {
      if (!isTaken) return
      isTaken = false
      taken -= 1
      count(byTenant, tenantId, -1)
      count(byToken, token, -1)
    }
  }
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + change
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}
