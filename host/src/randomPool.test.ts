import { describe, expect, it } from 'vitest'
import { createRandomPool } from './randomPool.ts'

describe('createRandomPool', () => {
  it('createRandomPool never returns the same bytes twice', () => {
    const random = createRandomPool()
    const seen = new Set(
      Array.from({ length: 10_000 }, () => Buffer.from(random(16)).toString('hex')),
    )
    expect(seen.size).toBe(10_000)
  })

  it('createRandomPool returns a separate array per caller, of any length', () => {
    const random = createRandomPool()
    const first = random(8)
    const copy = [...first]
    random(8).fill(0)
    expect([...first]).toEqual(copy)
    expect(random(0)).toHaveLength(0)
    expect(random(100_000)).toHaveLength(100_000)
  })
})
