import { describe, expect, it } from 'vitest'
import { createRandomText } from './randomText.ts'

describe('createRandomText', () => {
  it('createRandomText redraws bytes that would bias the result', () => {
    const draws = [Uint8Array.of(0, 61, 248, 255), Uint8Array.of(62, 255, 247, 1)]
    const random = () => draws.shift() ?? new Uint8Array(4)
    expect(createRandomText({ random }, 4)).toBe('0z0z')
  })

  it('createRandomText maps every accepted byte to one of 62 characters, each four times', () => {
    const random = (length: number) => Uint8Array.from({ length }, (_, index) => index)
    const text = createRandomText({ random }, 248)
    const counts = new Map<string, number>()
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
    expect(counts.size).toBe(62)
    expect(new Set(counts.values())).toEqual(new Set([4]))
    expect(text).toMatch(/^[0-9A-Za-z]+$/)
  })
})
