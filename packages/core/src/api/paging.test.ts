import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { toFieldIssues } from './fieldIssues.ts'
import { MAX_OFFSET, pageQuery, refusePageConflict } from './paging.ts'

const query = z
  .object(pageQuery({ defaultLimit: 20, maxLimit: 100 }))
  .superRefine(refusePageConflict)

describe('the page query', () => {
  it.each([
    [{}],
    [{ limit: '1' }],
    [{ limit: '100', offset: '0' }],
    [{ offset: String(MAX_OFFSET) }],
    [{ cursor: 'aZ09_-' }],
    [{ cursor: 'abc', offset: '0', limit: '20' }],
  ])('the page query accepts %j', (input) => {
    expect(query.parse(input)).toEqual(input)
  })

  it.each([
    [{ limit: '0' }, 'limit out_of_range'],
    [{ limit: '101' }, 'limit out_of_range'],
    [{ limit: 20 }, 'limit invalid_type'],
    [{ limit: '' }, 'limit invalid_integer'],
    [{ limit: '+1' }, 'limit invalid_integer'],
    [{ limit: '1.0' }, 'limit invalid_integer'],
    [{ limit: '1\n' }, 'limit invalid_integer'],
    [{ limit: '１' }, 'limit invalid_integer'],
    [{ offset: '-1' }, 'offset invalid_integer'],
    [{ offset: '1e3' }, 'offset invalid_integer'],
    [{ offset: String(MAX_OFFSET + 1) }, 'offset out_of_range'],
    [{ cursor: '' }, 'cursor invalid_cursor'],
    [{ cursor: 'a b' }, 'cursor invalid_cursor'],
    [{ cursor: 'a'.repeat(301) }, 'cursor invalid_cursor'],
    [{ cursor: 'abc', offset: '1' }, 'cursor conflicting_fields'],
  ])('the page query rejects %j', (input, issue) => {
    const { error } = query.safeParse(input)
    expect(
      error && toFieldIssues(error, input).map(({ field, code }) => `${field} ${code}`),
    ).toEqual([issue])
  })
})
