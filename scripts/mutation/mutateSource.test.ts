import { stripTypeScriptTypes } from 'node:module'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { mutateSource } from './mutateSource.ts'

describe('mutateSource', () => {
  test('a mutated module without an active mutant behaves like its source', () => {
    expect(results('const a = [1, 2].some((n) => n > 1) && "x" + 3', 'a')[0]).toBe('x3')
  })

  test.each([
    ['a comparison has a boundary and an opposite', 'const a = 1 < 1', 'true,true,false,true'],
    ['a condition is always true and always false', 'const a = 0 ? "y" : "n"', 'y,n,y,,n'],
    ['a logical operator changes', 'const a = true && false', 'true,false,true'],
    ['arithmetic changes', 'const a = 6 - 2', '8,5,3'],
    ['a bigint moves by one', 'const a = 5n', '6'],
    ['a text disappears, and an empty text gets content', "const a = 'x' + ''", 'null,xmutated'],
    ['a list becomes empty', 'const a = [true]', ',false'],
    ['a filter disappears', 'const a = [0, 4].filter(Boolean)', '0|4,,1|4,5'],
    ['a statement disappears', 'let a = false\na = a === false', 'false'],
  ])('%s', (_, code, expected) => {
    const [, ...mutated] = results(code, 'a')
    const shown = mutated.map((value) => (Array.isArray(value) ? value.join('|') : String(value)))
    const wanted = expected.split(',').map((value) => (value === 'null' ? '' : value))
    expect(new Set(shown)).toEqual(new Set(wanted))
  })

  test.each([
    ['types', "export type A = { b: 'c' }\nexport const a: 'd' | null = null"],
    ['imports', "import { a } from './a.ts'\nexport { b } from './b.ts'"],
    ['names of properties', "export const a = { 'b-c': null, d }\ndeclare const d: null"],
    ['logs', "context.log.warn({ msg: 'Lost', n: 1 })"],
    ['columns of a statement', "db.selectFrom('a').select(['b'])"],
  ])('mutateSource keeps %s', (_, code) => {
    const { mutants } = mutateSource('a.ts', code)
    expect(mutants.filter(({ change }) => change !== 'statement removed')).toEqual([])
  })

  test('a mutant has its line and column, and the instrumented source has as many lines as the original', () => {
    const { code, mutants } = mutateSource('a.ts', 'const a =\n  b < c\n', 7)
    expect(mutants).toMatchObject([
      { id: 7, line: 2, column: 3, change: 'boundary', original: 'b < c', replacement: '(b <= c)' },
      { id: 8, line: 2, column: 3, change: 'negated' },
    ])
    expect(code.split('\n')).toHaveLength(3)
  })

  test('statements without semicolons stay apart', () => {
    const code = 'let a = 1\na += 2\nfalse || Math.max(1, 2)\na = a'
    expect(results(code, 'a')[0]).toBe(3)
  })

  test('an optional chain stays in one piece', () => {
    expect(results('const b = undefined; const a = b?.c.filter(Boolean).d', 'a')).toEqual([
      undefined,
    ])
  })
})

/** Evaluates a module without a mutant, then with each of them. */
function results(source: string, name: string): unknown[] {
  const { code, mutants } = mutateSource('a.ts', source)
  const script = `${stripTypeScriptTypes(code)}\n;${name}`
  return [-1, ...mutants.map(({ id }) => id)].map((active) =>
    runInNewContext(script, { mutation: { has: (id: number) => id === active } }),
  )
}
