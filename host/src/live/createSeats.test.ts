import { describe, expect, it } from 'vitest'
import { createSeats, type SeatFacts } from './createSeats.ts'
import { StreamsFullError, TooManyStreamsError } from './errors.ts'

const LIMITS = { host: 4, tenant: 3, token: 2, credential: 1 }

/** The facts of a seat, and whether its stream ended because another stream got the seat. */
type Seat = SeatFacts & { isEnded: boolean }

function seat(tenantId: string, token: string, address = 'a'): Seat {
  const one: Seat = {
    tenantId,
    subject: { kind: 'payment', id: token },
    address,
    isEnded: false,
    end: () => {
      one.isEnded = true
    },
  }
  return one
}

describe('Seats for streams', () => {
  it('seats for streams are limited per payment, per merchant and per host', () => {
    const take = createSeats(LIMITS)
    take(seat('t1', 'a'))
    take(seat('t1', 'a'))
    expect(() => take(seat('t1', 'a'))).toThrow(TooManyStreamsError)
    take(seat('t1', 'b'))
    expect(() => take(seat('t1', 'c'))).toThrow('3 streams of this merchant are open.')
    take(seat('t2', 'd'))
    take(seat('t2', 'e'))
    // Each merchant has two streams, so no holder has more than the caller would have.
    expect(() => take(seat('t2', 'f'))).toThrow(StreamsFullError)
  })

  it('a seat moves from the oldest stream of the merchant with the most streams to a merchant with fewer', () => {
    const take = createSeats({ ...LIMITS, host: 300, tenant: 100, token: 100 })
    const greedy = ['t1', 't2', 't3'].flatMap((tenant) =>
      Array.from({ length: 100 }, (_, index) => {
        const one = seat(tenant, String(index))
        take(one)
        return one
      }),
    )
    for (let count = 0; count < 75; count += 1) take(seat('late', String(count)))
    expect(() => take(seat('late', 'one too many'))).toThrow(StreamsFullError)
    const ended = greedy.filter(({ isEnded }) => isEnded)
    expect(ended).toHaveLength(75)
    for (const tenant of ['t1', 't2', 't3']) {
      expect(ended.filter(({ tenantId }) => tenantId === tenant)).toHaveLength(25)
    }
    expect(greedy[0]).toMatchObject({ isEnded: true })
    expect(greedy[99]).toMatchObject({ isEnded: false })
  })

  it('a seat of a payment moves from the address with the most streams to an address with fewer', () => {
    const take = createSeats({ ...LIMITS, token: 3 })
    const stranger = ['first', 'second', 'third'].map(() => seat('t1', 'a', 'stranger'))
    for (const one of stranger) take(one)
    take(seat('t1', 'a', 'payer'))
    expect(stranger.map(({ isEnded }) => isEnded)).toEqual([true, false, false])
    expect(() => take(seat('t1', 'a', 'stranger'))).toThrow(TooManyStreamsError)
    expect(() => take(seat('t1', 'a', 'payer'))).toThrow(TooManyStreamsError)
  })

  it('seats for streams are limited per session, regardless of the payments’ streams', () => {
    const take = createSeats(LIMITS)
    const ofSession = (id: string): SeatFacts => ({
      ...seat('t1', ''),
      subject: { kind: 'credential', id },
    })
    take(seat('t1', 'a'))
    const giveBack = take(ofSession('a'))
    expect(() => take(ofSession('a'))).toThrow('1 streams of this session or API key are open.')
    take(ofSession('b'))
    expect(() => take(ofSession('c'))).toThrow('3 streams of this merchant are open.')
    giveBack()
    take(ofSession('a'))
  })

  it('a seat is released once, even if its stream releases it repeatedly', () => {
    const take = createSeats(LIMITS)
    const giveBack = take(seat('t1', 'a'))
    take(seat('t1', 'a'))
    giveBack()
    giveBack()
    take(seat('t1', 'a'))
    expect(() => take(seat('t1', 'a'))).toThrow(TooManyStreamsError)
  })

  it('no seat is available if the host’s limit is 0', () => {
    expect(() => createSeats({ ...LIMITS, host: 0 })(seat('t1', 'a'))).toThrow(StreamsFullError)
  })
})
