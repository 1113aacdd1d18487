import { describe, expect, test } from 'vitest'
import { createEndpointLimits } from './createEndpointLimits.ts'

const QUICK = { isSuccess: true, durationMs: 5 }
const SLOW = { isSuccess: true, durationMs: 5_000 }
const FAILED = { isSuccess: false, durationMs: 5 }

describe('an endpoint', () => {
  test('an endpoint starts with 16 slots, minus those in flight', () => {
    const limits = createEndpointLimits()
    expect(limits.free('a')).toBe(16)
    limits.started('a')
    expect(limits.free('a')).toBe(15)
    for (let index = 1; index < 9; index += 1) limits.started('a')
    // Fewer than half of the slots are free, so a claim is not worthwhile.
    expect(limits.free('a')).toBe(0)
    expect(limits.free('b')).toBe(16)
  })

  test('an endpoint has a single slot after four failures', () => {
    const limits = createEndpointLimits()
    const left = [8, 4, 2, 1, 1]
    for (const expected of left) {
      limits.started('a')
      limits.ended('a', FAILED)
      expect(limits.free('a')).toBe(expected)
    }
  })

  test('an endpoint gets one more slot per success, up to 384 slots', () => {
    const limits = createEndpointLimits()
    for (let index = 0; index < 600; index += 1) {
      limits.started('a')
      limits.ended('a', QUICK)
    }
    expect(limits.free('a')).toBe(384)
  })

  test("slow responses halve an endpoint's slots only while they exceed its initial slots", () => {
    const limits = createEndpointLimits()
    for (const outcome of [...Array(48).fill(QUICK), SLOW, SLOW, SLOW]) {
      limits.started('a')
      limits.ended('a', outcome)
    }
    expect(limits.free('a')).toBe(16)
  })

  test('an endpoint has no free slots while its attempts in flight exceed its lowered limit', () => {
    const limits = createEndpointLimits()
    for (let index = 0; index < 16; index += 1) limits.started('a')
    limits.ended('a', FAILED)
    expect(limits.free('a')).toBe(0)
  })

  test('an endpoint with attempts in flight is still remembered after ten thousand others', () => {
    const limits = createEndpointLimits()
    limits.started('busy')
    for (let index = 0; index < 10_001; index += 1) {
      limits.started(`other-${index}`)
      limits.ended(`other-${index}`, QUICK)
    }
    expect(limits.inFlight('busy')).toBe(1)
    // The endpoint that was idle for longest was removed, so it starts with the initial limit again.
    expect(limits.free('other-0')).toBe(16)
    expect(limits.free('other-10000')).toBe(17)
  })
})
