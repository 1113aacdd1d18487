import { describe, expect, test } from 'vitest'
import { createEndpointLimits } from './createEndpointLimits.ts'

const QUICK = { isSuccess: true, durationMs: 5 }
const SLOW = { isSuccess: true, durationMs: 5_000 }
const FAILED = { isSuccess: false, durationMs: 5 }

describe('an endpoint', () => {
  test('begins with 16 slots, less those in flight', () => {
    const limits = createEndpointLimits()
    expect(limits.free('a')).toBe(16)
    limits.started('a')
    expect(limits.free('a')).toBe(15)
    for (let index = 1; index < 9; index += 1) limits.started('a')
    // Less than half are free: not worth a claim.
    expect(limits.free('a')).toBe(0)
    expect(limits.free('b')).toBe(16)
  })

  test('that fails is down to one slot after four failures', () => {
    const limits = createEndpointLimits()
    const left = [8, 4, 2, 1, 1]
    for (const expected of left) {
      limits.started('a')
      limits.ended('a', FAILED)
      expect(limits.free('a')).toBe(expected)
    }
  })

  test('that works gets one more each time, up to 384, which is what its merchant may hold', () => {
    const limits = createEndpointLimits()
    for (let index = 0; index < 600; index += 1) {
      limits.started('a')
      limits.ended('a', QUICK)
    }
    expect(limits.free('a')).toBe(384)
  })

  test('that answers slowly is not given more than it was at first', () => {
    const limits = createEndpointLimits()
    for (const outcome of [...Array(48).fill(QUICK), SLOW, SLOW, SLOW]) {
      limits.started('a')
      limits.ended('a', outcome)
    }
    expect(limits.free('a')).toBe(16)
  })

  test('is never granted less than none while a lowered limit is exceeded', () => {
    const limits = createEndpointLimits()
    for (let index = 0; index < 16; index += 1) limits.started('a')
    limits.ended('a', FAILED)
    expect(limits.free('a')).toBe(0)
  })
})
