import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Answer } from './callApi.ts'
import published from './vectors/requestNetwork.json' with { type: 'json' }

type Schema = Record<string, unknown>
type PublishedOperation = {
  statuses: string[]
  query: Record<string, Schema>
  requiredQuery: string[]
  body?: Schema
  responses: Record<string, Schema>
}

/** The operations in version 0.13.0 of Request Network's document, by method and path; `scripts/publishedApi.ts` writes them. */
export const publishedOperations: Record<string, PublishedOperation> = published.operations

const ajv = new Ajv2020({ strict: false, allErrors: true })
// The package is CommonJS, and its type does not show that Node imports the function itself as the default export.
const register = addFormats as unknown as (ajv: Ajv2020) => void
register(ajv)
const validators = new Map<Schema, ValidateFunction>()

const places = Object.keys(publishedOperations).map((name) => {
  const [method = '', path = ''] = name.split(' ')
  // A token is a ULID, so that a word in its place is the path of one of this service's own operations.
  const segments = path.replaceAll('{token}', '[0-9A-Z]{26}').replaceAll(/\{\w+\}/g, '[^/]+')
  const pattern = new RegExp(`^${segments}$`)
  return { name, method, path, pattern }
})

/**
 * Returns the published operation of a call, or null. A literal path precedes a path with a parameter in the same place. A call without a
 * parameter that the document requires is this service's own.
 */
export function findPublished(method: string, path: string): string | null {
  const [pathname = '', query] = path.split('?', 2)
  const ofMethod = places.filter((one) => one.method === method)
  const found =
    ofMethod.find((one) => one.path === pathname) ??
    ofMethod.find(({ pattern }) => pattern.test(pathname))
  if (found === undefined) return null
  const sent = new URLSearchParams(query)
  const required = publishedOperations[found.name]?.requiredQuery ?? []
  return required.every((name) => sent.has(name)) ? found.name : null
}

/**
 * Returns how a response differs from the published document, in sorted lines such as
 * `GET /v2/payments 200: /payments/n/type enum`. Each line is an operation, a status, a place with `n` for each index, and the rule that
 * the place breaks. A response matches if it matches one of several published shapes; otherwise the differences from the nearest one are
 * returned. Errors need no listed status, because their statuses are this service's own.
 */
export function findDifferences(method: string, path: string, answer: Answer): string[] {
  const name = findPublished(method, path)
  const operation = name === null ? undefined : publishedOperations[name]
  if (operation === undefined) return []
  const { status, json } = answer
  const begin = `${name} ${status}:`
  if (status < 300 && !operation.statuses.includes(String(status))) return [`${begin} status`]
  const schema = operation.responses[String(status)]
  if (schema === undefined || !isJson(answer)) return []
  return [...new Set(findBroken(schema, json).map((place) => `${begin} ${place}`))].sort()
}

/** Streams and CSV have the same paths as published operations, but other media types. */
function isJson({ headers }: Answer): boolean {
  return /^application\/(?:problem\+)?json\b/.test(headers['content-type'] ?? '')
}

/** Returns the places and rules that a value breaks. Of several shapes, the one with the most members of the value counts. */
export function findBroken(schema: object, value: unknown): string[] {
  const shapes: Schema[] =
    'anyOf' in schema && Array.isArray(schema.anyOf) ? schema.anyOf : [schema]
  const compared = shapes.map((shape) => ({
    known: Object.keys(Object(value)).filter((key) => key in Object(shape['properties'])).length,
    broken: validate(shape, value),
  }))
  const [nearest] = compared.sort(
    (a, b) =>
      Math.sign(a.broken.length) - Math.sign(b.broken.length) ||
      b.known - a.known ||
      a.broken.length - b.broken.length,
  )
  return nearest?.broken ?? []
}

function validate(schema: Schema, value: unknown): string[] {
  let check = validators.get(schema)
  if (check === undefined) {
    check = ajv.compile({ ...schema, $defs: published.$defs })
    validators.set(schema, check)
  }
  return check(value) ? [] : (check.errors ?? []).map(describe)
}

function describe({ instancePath, keyword, params }: ErrorObject): string {
  const place = instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/n')
  if (keyword === 'required') return `${place}/${params['missingProperty']} required`
  if (keyword === 'additionalProperties') {
    return `${place}/${params['additionalProperty']} additionalProperties`
  }
  return `${place} ${keyword}`
}
