import fc from 'fast-check'

/** Members that careless code merges into prototypes, reads from prototypes, or assigns to rows. */
const ODD_KEYS = ['__proto__', 'constructor', 'toString', 'id', 'tenantId', 'tenant_id', 'status']

/** Texts that often break parsers, databases and log lines. */
const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0001\u001f\u007f',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066right to left',
  'e\u0301',
  '\u{1f4b8}'.repeat(300),
  'x'.repeat(5_000),
  "'; drop table tenants; --",
  '%00',
  '%s%n{{7*7}}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '0x',
  `0x${'0'.repeat(40)}`,
  `0x${'f'.repeat(64)}`,
  '-1',
  '1e309',
  '0.0000000000000000001',
  '9'.repeat(80),
  'NaN',
  'null',
  'undefined',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:60Z',
  'https://169.254.169.254/latest/meta-data',
  'javascript:alert(1)',
]

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 63),
  [],
  {},
  [null],
  { toString: 1 },
  ['x'.repeat(100)],
  Array.from({ length: 300 }, () => ({})),
]

/** An unusual text, which is often invalid. */
export const oddText = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** An unusual value of any type, which is often invalid. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...ODD_VALUES),
  oddText,
  fc.jsonValue({ maxDepth: 3 }),
)

const mutation = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('replace', 'remove', 'double', 'add'),
  key: fc.oneof(fc.constantFrom(...ODD_KEYS), fc.string({ maxLength: 12 })),
  value: oddValue,
})

/** Generates values of `base` with one to three places, at any depth, replaced, removed, duplicated or extended. */
export function mutatedFrom(base: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(base, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([value, mutations]) => mutations.reduce<unknown>(apply, value))
}

type Mutation = { at: number; kind: string; key: string; value: unknown }
type Place = { parent: Record<string, unknown> | unknown[]; key: string | number }

function apply(root: unknown, { at, kind, key, value }: Mutation): unknown {
  const holder: { root: unknown } = { root: structuredClone(root) }
  const places = listPlaces(holder)
  const place = places[at % places.length]
  if (place === undefined) return value
  const { parent, key: name } = place
  const current = Reflect.get(parent, name)
  if (kind === 'remove' && parent !== holder) {
    if (Array.isArray(parent)) parent.splice(Number(name), 1)
    else Reflect.deleteProperty(parent, name)
  } else if (kind === 'double') Reflect.set(parent, name, [current, current])
  else if (kind === 'add' && typeof current === 'object' && current !== null) {
    // The key is defined instead of assigned, because it may be `__proto__`.
    Object.defineProperty(current, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  } else Reflect.set(parent, name, value)
  return holder.root
}

function listPlaces(holder: { root: unknown }): Place[] {
  const places: Place[] = []
  const visit = (parent: Place['parent'], key: string | number): void => {
    places.push({ parent, key })
    const value = Reflect.get(parent, key)
    if (typeof value !== 'object' || value === null) return
    for (const name of Object.keys(value)) visit(value as Place['parent'], name)
  }
  visit(holder, 'root')
  return places
}
