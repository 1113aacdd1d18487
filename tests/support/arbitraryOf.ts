import fc from 'fast-check'
import type { Document, Schema } from './operations.ts'

/** The maximum list length and nesting depth of a generated value: other tests cover the contract's own limits. */
const MAX_ITEMS = 3
const MAX_DEPTH = 8
const MAX_TEXT = 120

/**
 * Generates values that a schema in the document accepts in nearly every case. Rules between members, and patterns without a generator,
 * hold only by chance.
 */
export function arbitraryOf(document: Document, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (depth > MAX_DEPTH) return fc.constant(null)
  const of = (inner: unknown) => arbitraryOf(document, inner as Schema, depth + 1)
  if (typeof schema['$ref'] === 'string') {
    return of(document.components.schemas[schema['$ref'].split('/').at(-1) ?? ''] ?? {})
  }
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'])
  if ('const' in schema) return fc.constant(schema['const'])
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) return fc.oneof(...choices.map(of))
  switch (schema['type']) {
    case 'object':
      return objectOf(schema, of)
    case 'array':
      return fc.array(of(schema['items'] ?? {}), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: Math.min(Number(schema['maxItems'] ?? MAX_ITEMS), MAX_ITEMS),
      })
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer({
        min: Number(schema['minimum'] ?? Number(schema['exclusiveMinimum'] ?? -1) + 1),
        max: Math.min(Number(schema['maximum'] ?? 2 ** 31 - 1), 2 ** 31 - 1),
      })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(
  schema: Schema,
  of: (inner: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, unknown>)
  const requiredKeys = (schema['required'] ?? []) as string[]
  const members = Object.fromEntries(properties.map(([name, inner]) => [name, of(inner)]))
  return fc.record(members, { requiredKeys, noNullPrototype: true })
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const { pattern, examples, minLength = 0, maxLength = MAX_TEXT } = schema
  const bounds = {
    minLength: Number(minLength),
    maxLength: Math.max(Number(minLength), Math.min(Number(maxLength), MAX_TEXT)),
  }
  const texts: fc.Arbitrary<string>[] = []
  if (Array.isArray(examples)) texts.push(fc.constantFrom(...examples.map(String)))
  const matching = matchingOf(pattern)
  // Texts with a maximum length ignore the pattern, which then restricts only the characters.
  if (matching !== null && schema['maxLength'] === undefined) texts.push(matching)
  if (texts.length === 0) texts.push(...freeTextsOf(bounds))
  return fc.oneof(...texts)
}

type Bounds = { minLength: number; maxLength: number }

/** Caches generators by pattern and by limits: creating one costs more than all the texts that a suite draws from it. */
const byPattern = new Map<string, fc.Arbitrary<string>>()
const byBounds = new Map<string, readonly fc.Arbitrary<string>[]>()

/** Generates texts that match a pattern; null if the pattern has a look-ahead, which has no generator. */
function matchingOf(pattern: unknown): fc.Arbitrary<string> | null {
  if (typeof pattern !== 'string' || pattern.includes('(?!')) return null
  return keep(byPattern, pattern, () => fc.stringMatching(new RegExp(pattern), { size: 'small' }))
}

function freeTextsOf(bounds: Bounds): readonly fc.Arbitrary<string>[] {
  const key = `${bounds.minLength} to ${bounds.maxLength}`
  return keep(byBounds, key, () => [fc.string(bounds), fc.string({ ...bounds, unit: 'grapheme' })])
}

function keep<Value>(kept: Map<string, Value>, key: string, create: () => Value): Value {
  const found = kept.get(key) ?? create()
  kept.set(key, found)
  return found
}
