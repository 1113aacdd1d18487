import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { MAX_ISSUES, toFieldIssues } from './fieldIssues.ts'

describe('toFieldIssues', () => {
  it.each([
    ['a missing member', z.object({ a: z.string() }), {}, 'a', 'required'],
    ['a missing choice', z.object({ a: z.enum(['x']) }), {}, 'a', 'required'],
    ['a missing body', z.object({}), undefined, '', 'required'],
    ['a body of another type', z.object({}), [], '', 'invalid_type'],
    ['a null', z.object({ a: z.string() }), { a: null }, 'a', 'invalid_type'],
    ['a number for a string', z.object({ a: z.string() }), { a: 1 }, 'a', 'invalid_type'],
    ['an array for a scalar', z.object({ a: z.string() }), { a: ['1', '2'] }, 'a', 'invalid_type'],
    ['a fraction for a whole number', z.object({ a: z.int() }), { a: 1.5 }, 'a', 'invalid_type'],
    ['another choice', z.object({ a: z.enum(['x', 'y']) }), { a: 'z' }, 'a', 'invalid_value'],
    ['a bad UUID', z.object({ a: z.uuid() }), { a: 'no' }, 'a', 'invalid_uuid'],
    ['a short text', z.object({ a: z.string().min(2) }), { a: 'x' }, 'a', 'too_short'],
    ['a long text', z.object({ a: z.string().max(2) }), { a: 'xyz' }, 'a', 'too_long'],
    ['an empty list', z.object({ a: z.array(z.string()).min(1) }), { a: [] }, 'a', 'too_few_items'],
    [
      'a long list',
      z.object({ a: z.array(z.string()).max(1) }),
      { a: ['', ''] },
      'a',
      'too_many_items',
    ],
    ['a small number', z.object({ a: z.int().min(1) }), { a: 0 }, 'a', 'out_of_range'],
    ['a large number', z.object({ a: z.int().max(1) }), { a: 2 }, 'a', 'out_of_range'],
    [
      'no member of a union',
      z.object({ a: z.union([z.string(), z.null()]) }),
      { a: 1 },
      'a',
      'invalid_value',
    ],
    [
      'a nested item',
      z.object({ a: z.array(z.object({ b: z.string() })) }),
      { a: [{ b: '' }, {}] },
      'a[1].b',
      'required',
    ],
    [
      'a rule without a code',
      z.object({ a: z.string().refine(() => false) }),
      { a: '' },
      'a',
      'invalid_value',
    ],
  ])(
    'toFieldIssues returns the field and a stable code for %s',
    (_, schema, input, field, code) => {
      expect(issuesOf(schema, input)).toEqual([expect.objectContaining({ field, code })])
    },
  )

  it('toFieldIssues writes messages that form a sentence with the field’s name', () => {
    const schema = z.object({
      a: z.string(),
      b: z.string(),
      c: z.int(),
      d: z.enum(['x', 'y']),
      e: z.array(z.string()).min(1),
      f: z.array(z.string()).max(2),
      g: z.uuid(),
      h: z.object({}),
    })
    const input = { b: 1, c: 1.5, d: 'z', e: [], f: ['', '', ''], g: '', h: 'x' }
    expect(issuesOf(schema, input).map(({ field, message }) => `${field} ${message}`)).toEqual([
      'a is required',
      'b must be a string',
      'c must be a whole number',
      'd must be one of: x, y',
      'e must not be empty',
      'f must have at most 2 items',
      'g must be a valid UUID',
      'h must be an object',
    ])
  })

  it('toFieldIssues lists at most 50 issues', () => {
    const input = { a: Array.from({ length: 200 }, () => 1) }
    expect(issuesOf(z.object({ a: z.array(z.string()) }), input)).toHaveLength(MAX_ISSUES)
    expect(MAX_ISSUES).toBe(50)
  })

  it('toFieldIssues reports a field as missing if only the prototype has it', () => {
    const schema = z.object({ constructor: z.string() })
    expect(issuesOf(schema, JSON.parse('{}'))).toEqual([
      expect.objectContaining({ field: 'constructor', code: 'required' }),
    ])
  })
})

function issuesOf(schema: z.ZodType, input: unknown) {
  const result = schema.safeParse(input)
  if (result.success) throw new Error('The input was accepted.')
  return toFieldIssues(result.error, input)
}
