import { describe, expect, it } from 'vitest'
import { inspectJson, MAX_BODY_DEPTH } from './inspectJson.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('inspectJson', () => {
  it.each([
    ['on the first level', '{"a":1,"a":2}', 'a'],
    [
      'in an object of a list',
      '{"requests":[{"amount":"1"},{"amount":"1","amount":"2"}]}',
      'amount',
    ],
    ['after an object of the same key', '{"a":{"a":{}},"b":[],"a":1}', 'a'],
    ['written with an escape', '{"a":1,"\\u0061":2}', 'a'],
    ['with white space before its colon', '{"a" :1,"a"\n\t:2}', 'a'],
    ['that is empty', '{"":1,"":2}', ''],
    ['that ends in a backslash', '{"a\\\\":1,"a\\\\":2}', 'a\\\\'],
    ['that holds a quote', '{"a\\"b":1,"a\\"b":2}', 'a\\"b'],
  ])('inspectJson rejects a duplicate key %s', (_, text, key) => {
    expect(() => inspectJson(text)).toThrow(`has the key "${key}" twice in one object`)
  })

  it.each([
    '{"a":1,"b":2}',
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"a":["a","a",":"],"b":"\\"a\\":"}',
    '{"a":1,"A":2,"a ":3}',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '"a"',
    '[]',
    'null',
  ])('inspectJson accepts %s', (text) => {
    JSON.parse(text)
    expect(() => inspectJson(text)).not.toThrow()
  })

  it.each(['__proto__', 'constructor', 'prototype'])(
    'inspectJson rejects the key %s, escaped or not',
    (key) => {
      expect(() => inspectJson(`{"a":[{"${key}":1}]}`)).toThrow(`has the key "${key}"`)
      const escaped = `\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}`
      expect(() => inspectJson(`{"${escaped}":1}`)).toThrow(`has the key "${key}"`)
      expect(() => inspectJson(`{"a":"${key}"}`)).not.toThrow()
    },
  )

  it('inspectJson rejects nesting above the limit, and accepts nesting at the limit', () => {
    expect(() => inspectJson(nested(MAX_BODY_DEPTH))).not.toThrow()
    expect(() => inspectJson(nested(MAX_BODY_DEPTH + 1))).toThrow('nested deeper than 16 levels')
    expect(() => inspectJson(`"${nested(100)}"`)).not.toThrow()
  })

  it.each([
    [
      'keys',
      (count: number) => `{${Array.from({ length: count }, (_, key) => `"k${key}":1`).join()}}`,
    ],
    ['backslashes', (count: number) => `{"a":"${'\\\\'.repeat(count)}"}`],
    ['quotes', (count: number) => `{"a":"${'\\"'.repeat(count)}"}`],
    ['white space', (count: number) => `{"a"${' '.repeat(count)}:1}`],
  ])('inspectJson runs in time proportional to the length: %s', (_, write) => {
    // The text is as large as a body may be; a quadratic pass over it would take minutes.
    const text = write(20_000)
    const startMs = performance.now()
    inspectJson(text)
    expect(performance.now() - startMs).toBeLessThan(1_000)
  })
})
