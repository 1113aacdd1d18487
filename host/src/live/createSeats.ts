import { StreamsFullError, TooManyStreamsError } from './errors.ts'

/** The maximum number of streams that may be open at once; counted by each host. */
export type StreamLimits = { host: number; tenant: number; token: number }

/**
 * The owner of a stream: a payment of a merchant, from a client's address. `end` ends it when its seat goes to another
 * one.
 */
export type SeatFacts = { tenantId: string; token: string; address: string; end: () => void }

/** Acquires a place for a stream of a payment; the returned function gives the place back, once. */
export type TakeSeat = (facts: SeatFacts) => () => void

/**
 * Counts open streams of one host, and shares them fairly where they are scarce. At a bound, the largest holder under
 * it gives up its oldest stream for a holder of fewer. Under the host's bound the holders are merchants; under those of
 * a merchant and of a payment they are addresses. So late callers get a place, and no caller displaces a holder that
 * has no more streams than itself.
 *
 * @throws StreamsFullError, TooManyStreamsError from the function that it returns, where no holder has more
 */
export function createSeats(limits: StreamLimits): TakeSeat {
  /** By merchant, each in the order in which they began. */
  const byTenant = new Map<string, Set<SeatFacts>>()
  let taken = 0

  function giveBack(seat: SeatFacts): void {
    const seats = byTenant.get(seat.tenantId)
    if (seats?.delete(seat) !== true) return
    taken -= 1
    if (seats.size === 0) byTenant.delete(seat.tenantId)
  }

  /** Ends the oldest stream of the largest holder, for a holder of fewer; returns whether there was any. */
  function makeRoom(holders: readonly (readonly SeatFacts[])[], own: number): boolean {
    const most = longestOf(holders)
    // The seat would only change hands.
    if (most.length <= own + 1) return false
    const oldest = longestOf(byAddress(most))[0]
    if (oldest === undefined) return false
    giveBack(oldest)
    oldest.end()
    return true
  }

  function makeRoomAmong(seats: readonly SeatFacts[], { address }: SeatFacts): boolean {
    return makeRoom(byAddress(seats), seats.filter((seat) => seat.address === address).length)
  }

  return (facts) => {
    const { tenantId, token } = facts
    const ofTenant = () => [...(byTenant.get(tenantId) ?? [])]
    const ofToken = ofTenant().filter((seat) => seat.token === token)
    if (limits.host === 0) throw new StreamsFullError()
    if (ofToken.length >= limits.token && !makeRoomAmong(ofToken, facts)) {
      throw new TooManyStreamsError({ limit: limits.token, of: 'payment' })
    }
    if (ofTenant().length >= limits.tenant && !makeRoomAmong(ofTenant(), facts)) {
      throw new TooManyStreamsError({ limit: limits.tenant, of: 'merchant' })
    }
    const holders = () => [...byTenant.values()].map((seats) => [...seats])
    if (taken >= limits.host && !makeRoom(holders(), ofTenant().length)) {
      throw new StreamsFullError()
    }
    const seats = byTenant.get(tenantId) ?? new Set()
    byTenant.set(tenantId, seats.add(facts))
    taken += 1
    return () => giveBack(facts)
  }
}

function byAddress(seats: readonly SeatFacts[]): SeatFacts[][] {
  return [...Map.groupBy(seats, ({ address }) => address).values()]
}

function longestOf<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists.reduce((one, other) => (other.length > one.length ? other : one), [])
}
