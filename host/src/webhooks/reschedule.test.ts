import { describe, expect, test } from 'vitest'
import { parseRetryAfter, reschedule } from './reschedule.ts'

const NOW = Date.UTC(2026, 0, 1)
const clock = { nowMs: NOW, randomUnit: 0 }
const failed = { status: 500, retryAfter: null }

/** The schedule of docs/guides/receive-webhooks.md, in seconds. */
const RESTS_S = [1, 5, 15, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

describe('the schedule', () => {
  test('the schedule waits from 1 s to 24 h between attempts, more than 75 hours in total', () => {
    const rests = RESTS_S.map((_, attempt) => {
      const next = reschedule(attempt, failed, clock)
      return next.kind === 'retry' ? (next.dueAtMs - NOW) / 1_000 : null
    })
    expect(rests).toEqual(RESTS_S)
    expect(RESTS_S.reduce((sum, rest) => sum + rest) / 3_600).toBeGreaterThan(75)
  })

  test('the schedule marks the delivery dead after the thirteenth attempt', () => {
    expect(reschedule(RESTS_S.length, failed, clock)).toEqual({ kind: 'dead' })
  })

  test('the schedule adds a random delay of up to a fifth of the pause', () => {
    const next = reschedule(3, failed, { nowMs: NOW, randomUnit: 0.999_999 })
    expect(next).toEqual({ kind: 'retry', dueAtMs: NOW + 72_000 })
  })

  test.each([200, 201, 204, 299])('the schedule stops at %i', (status) => {
    expect(reschedule(0, { status, retryAfter: null }, clock)).toEqual({ kind: 'delivered' })
  })

  test.each([null, 100, 301, 308, 400, 401, 404, 429, 500, 503])(
    'the schedule continues after %s',
    (status) => {
      expect(reschedule(0, { status, retryAfter: null }, clock).kind).toBe('retry')
    },
  )

  test('the schedule disables the endpoint at 410', () => {
    expect(reschedule(0, { status: 410, retryAfter: null }, clock)).toEqual({ kind: 'gone' })
  })
})

describe('Retry-After', () => {
  test.each([
    ['0', 15],
    ['14', 15],
    ['20', 20],
    ['30', 30],
    ['3600', 30],
    ['soon', 15],
    [new Date(NOW + 25_000).toUTCString(), 25],
    [new Date(NOW - 25_000).toUTCString(), 15],
  ])('Retry-After of %s changes the remaining 15 s to %i s', (retryAfter, seconds) => {
    const next = reschedule(2, { status: 503, retryAfter }, clock)
    expect(next).toEqual({ kind: 'retry', dueAtMs: NOW + seconds * 1_000 })
  })

  test('a malformed Retry-After is ignored', () => {
    expect(parseRetryAfter('-1', NOW)).toBeNull()
    expect(parseRetryAfter('', NOW)).toBeNull()
  })
})
