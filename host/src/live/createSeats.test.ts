import { describe, expect, it } from 'vitest'
import { createSeats } from './createSeats.ts'
import { StreamsFullError, TooManyStreamsError } from './errors.ts'

const LIMITS = { host: 4, tenant: 3, token: 2 }
const seat = (tenantId: string, token: string) => ({ tenantId, token })

describe('Places for streams', () => {
  it('are bounded by payment, by merchant and by host', () => {
    const take = createSeats(LIMITS)
    take(seat('t1', 'a'))
    take(seat('t1', 'a'))
    expect(() => take(seat('t1', 'a'))).toThrow(TooManyStreamsError)
    take(seat('t1', 'b'))
    expect(() => take(seat('t1', 'c'))).toThrow('3 streams of this merchant are open.')
    take(seat('t2', 'd'))
    expect(() => take(seat('t3', 'e'))).toThrow(StreamsFullError)
  })

  it('are free again when given back, once however often that is', () => {
    const take = createSeats(LIMITS)
    const giveBack = take(seat('t1', 'a'))
    take(seat('t1', 'a'))
    giveBack()
    giveBack()
    take(seat('t1', 'a'))
    expect(() => take(seat('t1', 'a'))).toThrow(TooManyStreamsError)
  })

  it('are none where the host takes none', () => {
    expect(() => createSeats({ ...LIMITS, host: 0 })(seat('t1', 'a'))).toThrow(StreamsFullError)
  })
})
