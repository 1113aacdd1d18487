import fc from 'fast-check'
import type { AccessCase } from './accessCredentials.ts'
import { exampleBody, referencesTo } from './accessRules.ts'
import { arbitraryOf } from './arbitraryOf.ts'
import { mutatedFrom, oddText, oddValue } from './mutatedFrom.ts'
import { type Document, fillPath, type Operation, parametersOf } from './operations.ts'
import type { Merchant } from './seedMerchant.ts'

/** One generated request, ready to send. */
export type GeneratedCall = {
  who: string
  path: string
  headers: Readonly<Record<string, string>>
  /** The text of the body; undefined for none. */
  raw: string | undefined
}

/** The input for generated calls. */
export type CallFacts = {
  document: Document
  operation: Operation
  /** The merchants whose ids and references appear: the caller, and other merchants. */
  named: readonly Merchant[]
  /** Callers with allowed credentials, drawn more often than `others`. */
  entitled: readonly AccessCase[]
  others: readonly AccessCase[]
}

/** Generates calls to one operation by any caller: valid, nearly valid and nonsense. */
export function callsOf(facts: CallFacts): fc.Arbitrary<GeneratedCall> {
  const { operation, entitled, others } = facts
  const anybody = fc.constantFrom(...others)
  const access =
    entitled.length === 0
      ? anybody
      : fc.oneof(
          { arbitrary: fc.constantFrom(...entitled), weight: 3 },
          { arbitrary: anybody, weight: 1 },
        )
  return fc
    .record({
      access,
      path: pathsOf(facts),
      query: queriesOf(facts),
      body: bodiesOf(facts),
      headers: fc.record(
        {
          'idempotency-key': fc.oneof(
            fc.constantFrom('a', 'b'),
            fc.constantFrom('', 'x'.repeat(300), 'a b', '\u00e9'),
          ),
          accept: fc.constantFrom('text/csv', '*/*', 'application/json', 'text/csv;q=x', ''),
          'if-none-match': fc.constantFrom('*', 'W/"x"', '"', ''),
        },
        { requiredKeys: [] },
      ),
    })
    .map(({ access, path, query, body, headers }) => ({
      who: access.name,
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...body.headers, ...headers, ...access.headers },
      raw: operation.method === 'GET' ? undefined : body.raw,
    }))
}

const oddSegment = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map(encodeSegment)

function pathsOf({ operation, named }: CallFacts): fc.Arbitrary<string> {
  const parameters = parametersOf(operation)
  const odd = fc.oneof(
    fc.constantFrom(
      '%00',
      '%ff',
      '%ed%a0%80',
      '%2e%2e%2f',
      'x'.repeat(400),
      '00000000000000000000000000',
    ),
    oddSegment,
  )
  const ids = parameters.map((parameter) =>
    fc.oneof(
      { arbitrary: fc.constantFrom(...named).map(({ ids }) => ids[parameter] ?? 'x'), weight: 6 },
      { arbitrary: odd, weight: 1 },
    ),
  )
  return fc
    .tuple(...ids)
    .map((chosen) => fillPath(operation, (parameter) => chosen[parameters.indexOf(parameter)]))
}

/** Encodes a segment of a path. URL parsers remove a segment of dots, so the call would reach another operation. */
function encodeSegment(text: string): string {
  return /^\.{1,2}$/.test(text) ? '%2e%2e%2e' : encodeURIComponent(text)
}

function queriesOf(facts: CallFacts): fc.Arbitrary<string> {
  const { document, operation, named } = facts
  const { query } = operation
  const members = query.map(({ name, schema }) => {
    const known = named.flatMap((merchant) => {
      const value = referencesTo(operation, merchant).query[name]
      return value === undefined ? [] : [value]
    })
    const texts = arbitraryOf(document, schema).map(String)
    const values = known.length === 0 ? texts : fc.oneof(texts, fc.constantFrom(...known))
    return [
      name,
      fc.oneof({ arbitrary: values, weight: 5 }, { arbitrary: oddText, weight: 1 }),
    ] as const
  })
  const requiredKeys = query.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const usual = fc
    .record(Object.fromEntries(members), { requiredKeys })
    .map((values) => formatQuery(Object.entries(values)))
  const strange = fc
    .array(fc.tuple(fc.constantFrom('limit', 'token', 'a[b]', '__proto__', ''), oddText), {
      maxLength: 3,
    })
    .map(formatQuery)
  const twice = usual.map((text) => `${text}&${text}`)
  return fc.oneof(
    { arbitrary: usual, weight: 6 },
    { arbitrary: strange, weight: 1 },
    { arbitrary: twice, weight: 1 },
  )
}

function formatQuery(pairs: readonly (readonly [string, string])[]): string {
  // A lone surrogate cannot be escaped; browsers send the replacement character instead.
  const encode = (text: string) => encodeURIComponent(text.toWellFormed())
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
}

type Body = { raw: string | undefined; headers: Record<string, string> }

const JSON_HEADERS = { 'content-type': 'application/json' }
const NO_BODY: Body = { raw: undefined, headers: {} }

function bodiesOf(facts: CallFacts): fc.Arbitrary<Body> {
  const { document, operation } = facts
  const strange = fc.constantFrom<Body>(
    { raw: '', headers: JSON_HEADERS },
    { raw: '{', headers: JSON_HEADERS },
    { raw: '{"a":1}}', headers: JSON_HEADERS },
    { raw: '{"__proto__":{"isAdmin":true}}', headers: JSON_HEADERS },
    { raw: `${'['.repeat(5_000)}`, headers: JSON_HEADERS },
    { raw: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { raw: '{}', headers: { 'content-type': 'text/plain' } },
    { raw: '{}', headers: {} },
    { raw: '{}', headers: { ...JSON_HEADERS, 'content-encoding': 'gzip' } },
    { raw: `"${'x'.repeat(300_000)}"`, headers: JSON_HEADERS },
    NO_BODY,
  )
  if (operation.body === null) {
    return fc.oneof(
      { arbitrary: fc.constant(NO_BODY), weight: 5 },
      { arbitrary: strange, weight: 1 },
    )
  }
  const valid = fc.oneof(
    examplesOf(facts),
    withReferences(facts, arbitraryOf(document, operation.body.schema)),
  )
  const sent = fc.oneof(
    { arbitrary: valid, weight: 4 },
    { arbitrary: mutatedFrom(valid), weight: 4 },
    { arbitrary: oddValue, weight: 1 },
  )
  const asJson = sent.map((value): Body => ({ raw: JSON.stringify(value), headers: JSON_HEADERS }))
  return fc.oneof({ arbitrary: asJson, weight: 8 }, { arbitrary: strange, weight: 1 })
}

function examplesOf(facts: CallFacts): fc.Arbitrary<unknown> {
  const example = fc.constant(null).map(() => exampleBody(facts.operation))
  return fc.oneof(example, withReferences(facts, example))
}

/** Generates bodies whose members name records of a merchant where possible. */
function withReferences(
  { operation, named }: CallFacts,
  bodies: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  return fc
    .tuple(bodies, fc.constantFrom(...named))
    .map(([body, merchant]) => ({ ...(body as object), ...referencesTo(operation, merchant).body }))
}
