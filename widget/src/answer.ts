/** The service's response does not have the shape that docs/openapi.json defines. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError'
  readonly code = 'invalid_response'
  /** The path of the invalid member, such as `items[0].amount`. */
  readonly path: string

  constructor(path: string, expected: string) {
    super(`The service's response has no ${expected} at ${path || 'its top'}.`)
    this.path = path
  }
}

/** Reads a value from an untrusted response, or throws InvalidResponseError with its path. */
export type Check<T> = (value: unknown, path: string) => T

type Shape<S> = { readonly [K in keyof S]: S[K] extends Check<infer T> ? T : never }

/** Any text. */
export const text: Check<string> = (value, path) =>
  typeof value === 'string' ? value : fail(path, 'text')

/** A number other than NaN and infinity. */
export const number: Check<number> = (value, path) =>
  typeof value === 'number' && Number.isFinite(value) ? value : fail(path, 'number')

/** true or false. */
export const boolean: Check<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : fail(path, 'boolean')

/** Any value: a later check, which has more context, validates it. */
export const anything: Check<unknown> = (value) => value

/** Lit does not sanitize URLs: anything but http(s) becomes null, so that no view can link to `javascript:`. */
export const webUrl: Check<string | null> = (value) =>
  typeof value === 'string' && /^https?:\/\//i.test(value) ? value : null

/** Returns a check that returns null for a member that is absent or null. */
export function optional<T>(check: Check<T>): Check<T | null> {
  return (value, path) => (value === undefined || value === null ? null : check(value, path))
}

/** Returns a check for an object with these members, which omits other members. */
export function shape<const S extends Readonly<Record<string, Check<unknown>>>>(
  members: S,
): Check<Shape<S>> {
  return (value, path) => {
    const object = record(value, path)
    const read = Object.entries(members).map(([key, check]) => [
      key,
      check(object[key], path === '' ? key : `${path}.${key}`),
    ])
    // The cast is safe: there is one entry per member of S, each of the type that its check returns.
    return Object.fromEntries(read) as Shape<S>
  }
}

/** Returns a check for a list of at most `limit` entries. */
export function list<T>(check: Check<T>, limit: number): Check<readonly T[]> {
  return (value, path) =>
    Array.isArray(value) && value.length <= limit
      ? value.map((entry: unknown, index) => check(entry, `${path}[${index}]`))
      : fail(path, 'list')
}

/** Returns a check for an object whose members all have the same type. */
export function mapOf<T>(check: Check<T>): Check<Readonly<Record<string, T>>> {
  return (value, path) => {
    const entries = Object.entries(record(value, path))
    return Object.fromEntries(entries.map(([key, entry]) => [key, check(entry, `${path}.${key}`)]))
  }
}

function record(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'object')
  return { ...value }
}

function fail(path: string, expected: string): never {
  throw new InvalidResponseError(path, expected)
}
