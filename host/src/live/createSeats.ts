import { StreamsFullError, TooManyStreamsError } from './errors.ts'

/** The maximum numbers of open streams; each host counts only its own streams. */
export type StreamLimits = { host: number; tenant: number; token: number; credential: number }

/**
 * The facts by which a stream is counted: its merchant, its subject and the client's address. The subject is a payment, or a
 * session or API key that watches the merchant. `end` is called when the stream's seat goes to another stream.
 */
export type SeatFacts = {
  tenantId: string
  subject: { kind: 'payment' | 'credential'; id: string }
  address: string
  end: () => void
}

/** Acquires a seat for a stream. The returned function releases the seat; further calls have no effect. */
export type TakeSeat = (facts: SeatFacts) => () => void

/**
 * Counts one host's open streams, and shares the capacity fairly when it is scarce. At a limit, the largest holder loses its oldest
 * stream to a holder with fewer. For the host's limit the holders are merchants; for the other limits they are addresses. Late
 * callers therefore get a seat, and no caller displaces a holder with fewer or equally many streams.
 *
 * @throws StreamsFullError, TooManyStreamsError from the function that it returns, if no holder has more
 */
export function createSeats(limits: StreamLimits): TakeSeat {
  /** The open streams by merchant, in the order in which they began. */
  const byTenant = new Map<string, Set<SeatFacts>>()
  let taken = 0

  function giveBack(seat: SeatFacts): void {
    const seats = byTenant.get(seat.tenantId)
    if (seats?.delete(seat) !== true) return
    taken -= 1
    if (seats.size === 0) byTenant.delete(seat.tenantId)
  }

  /** Ends the largest holder's oldest stream if the caller would have fewer streams; returns whether a stream ended. */
  function makeRoom(holders: readonly (readonly SeatFacts[])[], own: number): boolean {
    const most = longestOf(holders)
    // Otherwise the seat would only move between holders with equally many streams.
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
    const { tenantId, subject } = facts
    const ofTenant = () => [...(byTenant.get(tenantId) ?? [])]
    const ofSubject = ofTenant().filter((seat) => isSame(seat.subject, subject))
    const limit = subject.kind === 'payment' ? limits.token : limits.credential
    if (limits.host === 0) throw new StreamsFullError()
    if (ofSubject.length >= limit && !makeRoomAmong(ofSubject, facts)) {
      throw new TooManyStreamsError({ limit, of: subject.kind })
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

function isSame(one: SeatFacts['subject'], other: SeatFacts['subject']): boolean {
  return one.kind === other.kind && one.id === other.id
}

function byAddress(seats: readonly SeatFacts[]): SeatFacts[][] {
  return [...Map.groupBy(seats, ({ address }) => address).values()]
}

function longestOf<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists.reduce((one, other) => (other.length > one.length ? other : one), [])
}
