import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALWAYS, bucketOf, rangeOf, splitRange } from './periods.ts'

const moments = fc
  .date({
    min: new Date('2019-12-30T00:00:00.000Z'),
    max: new Date('2028-03-02T00:00:00.000Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString())

describe('splitRange', () => {
  it('splitRange uses whole months, then days, then hours, with a remainder at both ends', () => {
    const range = { from: '2023-12-30T22:15:00.000Z', until: '2024-03-02T01:00:00.500Z' }
    expect(splitRange(range)).toEqual([
      { span: 'rest', from: '2024-03-02T01:00:00.000Z', until: '2024-03-02T01:00:00.500Z' },
      { span: 'hour', from: '2024-03-02T00:00:00.000Z', until: '2024-03-02T01:00:00.000Z' },
      { span: 'day', from: '2024-03-01T00:00:00.000Z', until: '2024-03-02T00:00:00.000Z' },
      { span: 'month', from: '2024-01-01T00:00:00.000Z', until: '2024-03-01T00:00:00.000Z' },
      { span: 'day', from: '2023-12-31T00:00:00.000Z', until: '2024-01-01T00:00:00.000Z' },
      { span: 'hour', from: '2023-12-30T23:00:00.000Z', until: '2023-12-31T00:00:00.000Z' },
      { span: 'rest', from: '2023-12-30T22:15:00.000Z', until: '2023-12-30T23:00:00.000Z' },
    ])
  })

  it('splitRange leaves a range within an hour unsplit', () => {
    const range = { from: '2024-03-02T01:00:00.001Z', until: '2024-03-02T01:59:59.999Z' }
    expect(splitRange(range)).toEqual([{ span: 'rest', ...range }])
  })

  it('splitRange returns nothing for an empty or reversed range', () => {
    const at = '2024-03-02T01:00:00.000Z'
    expect(splitRange({ from: at, until: at })).toEqual([])
    expect(splitRange({ from: at, until: '2024-01-01T00:00:00.000Z' })).toEqual([])
  })

  it('splitRange splits all of time into months only', () => {
    expect(splitRange(ALWAYS)).toEqual([{ span: 'month', ...ALWAYS }])
  })

  it('splitRange covers a range without gaps or overlaps, in at most seven parts', () => {
    fc.assert(
      fc.property(moments, moments, (a, b) => {
        const range = a < b ? { from: a, until: b } : { from: b, until: a }
        const parts = splitRange(range)
        expect(parts.length).toBeLessThanOrEqual(7)
        let end = range.until
        for (const part of parts) {
          expect(part.until).toBe(end)
          expect(part.from < part.until).toBe(true)
          if (part.span !== 'rest') {
            expect(rangeOf(bucketOf(part.from, part.span)).from).toBe(part.from)
            expect(rangeOf(bucketOf(part.until, part.span)).from).toBe(part.until)
          }
          end = part.from
        }
        if (parts.length > 0) expect(end).toBe(range.from)
      }),
    )
  })
})

describe('rangeOf', () => {
  it.each([
    ['2024-02', '2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    ['2024-12', '2024-12-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    ['2024-12-31T23', '2024-12-31T23:00:00.000Z', '2025-01-01T00:00:00.000Z'],
  ])('the range of %s is from %s until %s', (bucket, from, until) => {
    expect(rangeOf(bucket)).toEqual({ from, until })
  })

  it('rangeOf rejects a value that is not a period', () => {
    expect(() => rangeOf('2024')).toThrow('2024 names no period.')
  })
})
