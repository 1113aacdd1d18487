import { describe, expect, it } from 'vitest'
import { createTestBounds, TooManyTestsError } from './createTestBounds.ts'

const one = (count: number, nowMs = 0, tenantId = 't1') => ({ tenantId, count, nowMs })

describe('The bounds on test events', () => {
  it('bounds on test events allow a merchant a hundred deliveries at a time', () => {
    const take = createTestBounds()
    const done = take(one(72))
    expect(() => take(one(72))).toThrow(TooManyTestsError)
    take(one(28))
    take(one(100, 0, 't2'))
    done()
    take(one(72))
  })

  it('bounds on test events allow a merchant three hundred per minute, and return the seconds until the next', () => {
    const take = createTestBounds()
    for (let time = 0; time < 3; time += 1) take(one(100, time))()
    const refused = (nowMs: number) => {
      try {
        take(one(1, nowMs))
        return null
      } catch (error) {
        return error
      }
    }
    expect(refused(20_000)).toMatchObject({ code: 'too_many_tests', retryAfterS: 40 })
    expect(refused(59_999)).toMatchObject({ retryAfterS: 1 })
    take(one(1, 59_999, 't2'))
    expect(refused(60_000)).toBeNull()
  })

  it('bounds on test events allow a merchant three thousand per day', () => {
    const take = createTestBounds()
    const minuteMs = 60_000
    for (let time = 0; time < 30; time += 1) take(one(100, time * minuteMs))()
    expect(() => take(one(1, 30 * minuteMs))).toThrow(
      '3000 test events are sent for one merchant in a day',
    )
    take(one(1, 30 * minuteMs, 't2'))
    take(one(1, 24 * 60 * minuteMs))
  })
})
