import { describe, expect, test } from 'vitest'
import { createEndpointLimits } from './endpointLimits.ts'

describe('an endpoint', () => {
  test('begins with 16 slots, less those in flight', () => {
    const limits = createEndpointLimits()
    expect(limits.free('a')).toBe(16)
    limits.started('a')
    expect(limits.free('a')).toBe(15)
    expect(limits.free('b')).toBe(16)
  })

  test('that fails is down to one slot after four failures', () => {
    const limits = createEndpointLimits()
    const left = [8, 4, 2, 1, 1]
    for (const expected of left) {
      limits.started('a')
      limits.ended('a', false)
      expect(limits.free('a')).toBe(expected)
    }
  })

  test('that works gets one more each time, up to 64', () => {
    const limits = createEndpointLimits()
    for (let index = 0; index < 100; index += 1) {
      limits.started('a')
      limits.ended('a', true)
    }
    expect(limits.free('a')).toBe(64)
  })

  test('is never granted less than none while a lowered limit is exceeded', () => {
    const limits = createEndpointLimits()
    for (let index = 0; index < 16; index += 1) limits.started('a')
    limits.ended('a', false)
    expect(limits.free('a')).toBe(0)
  })
})
