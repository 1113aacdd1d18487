type Schema = Record<string, unknown>
type Media = { content?: Record<string, { schema?: Schema }> }
type Parameter = { in: string; name: string; required?: boolean; schema?: Schema }
type PublishedOperation = {
  parameters?: Parameter[]
  requestBody?: Media
  responses: Record<string, Media>
}

/** An OpenAPI 3.0 document without references. */
type PublishedDocument = {
  info: { title: string; version: string }
  paths: Record<string, Record<string, PublishedOperation>>
}

/** An operation of another service's document: its statuses, and the schemas of its query, body and responses. */
type Distilled = {
  statuses: string[]
  query: Record<string, Schema>
  /** The names of the parameters of the query that every call has. */
  requiredQuery: string[]
  body?: Schema
  responses: Record<string, Schema>
}

/** Members of a schema that are texts for readers. */
const TEXTS = new Set(['default', 'deprecated', 'description', 'example', 'examples', 'title'])
/** A schema that occurs twice and is at least this long becomes a definition. */
const SHARED_LENGTH = 300

/**
 * Reduces an OpenAPI 3.0 document to its operations and schemas, as JSON Schema 2020-12 without texts. Schemas that occur several times
 * become definitions.
 */
export function distillDocument({ info, paths }: PublishedDocument) {
  const operations: Record<string, Distilled> = {}
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      operations[`${method.toUpperCase()} ${path}`] = distillOperation(operation)
    }
  }
  const $defs = shareSchemas(operations)
  return { source: `${info.title} ${info.version}`, $defs, operations }
}

function distillOperation({ parameters = [], requestBody, responses }: PublishedOperation) {
  const query = parameters.filter((one) => one.in === 'query')
  const body = jsonSchema(requestBody)
  return {
    statuses: Object.keys(responses),
    query: Object.fromEntries(query.map(({ name, schema = {} }) => [name, convert(schema)])),
    requiredQuery: query.filter((one) => one.required).map(({ name }) => name),
    ...(body && { body }),
    responses: Object.fromEntries(
      Object.entries(responses).flatMap(([status, media]) => {
        const schema = jsonSchema(media)
        return schema === undefined ? [] : [[status, schema]]
      }),
    ),
  }
}

function jsonSchema(media: Media | undefined): Schema | undefined {
  const schema = media?.content?.['application/json']?.schema
  return schema && convert(schema)
}

/** Converts OpenAPI 3.0's `nullable` and boolean exclusive bounds to JSON Schema's forms. */
function convert(schema: Schema): Schema {
  const { nullable, exclusiveMinimum, ...rest } = schema
  const converted: Schema = {}
  for (const [key, value] of Object.entries(rest)) {
    if (TEXTS.has(key)) continue
    converted[key] = key === 'properties' ? mapValues(value, convert) : convertNested(value)
  }
  if (exclusiveMinimum === true) {
    converted['exclusiveMinimum'] = converted['minimum']
    delete converted['minimum']
  }
  if (nullable !== true) return converted
  if (typeof converted['type'] !== 'string') return { anyOf: [converted, { type: 'null' }] }
  const values = converted['enum']
  return {
    ...converted,
    type: [converted['type'], 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  }
}

function convertNested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => (isSchema(one) ? convert(one) : one))
  return isSchema(value) ? convert(value) : value
}

/** Moves each long schema that occurs several times to a definition, named after its first member. */
function shareSchemas(operations: Record<string, Distilled>): Record<string, Schema> {
  const counts = new Map<string, number>()
  const count = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const text = JSON.stringify(value)
    if (text.length >= SHARED_LENGTH) counts.set(text, (counts.get(text) ?? 0) + 1)
    for (const one of Object.values(value)) count(one)
  }
  for (const { body, responses } of Object.values(operations)) count([body, responses])
  const names = new Map<string, string>()
  const $defs: Record<string, Schema> = {}
  const share = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => share(one, name))
    if (!isSchema(value)) return value
    const text = JSON.stringify(value)
    const known = names.get(text)
    if (known !== undefined) return { $ref: `#/$defs/${known}` }
    // A map of members may have a member `type`, whose value is a schema.
    const isShared = !isSchema(value['type'] ?? {}) && (counts.get(text) ?? 0) > 1
    const free = isShared ? freeName(name, $defs) : ''
    if (isShared) {
      names.set(text, free)
      $defs[free] = {}
    }
    const shared = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, share(one, isWord(key) ? name : key)]),
    )
    if (!isShared) return shared
    $defs[free] = shared
    return { $ref: `#/$defs/${free}` }
  }
  for (const [name, operation] of Object.entries(operations)) {
    const { body, responses } = operation
    if (body !== undefined) operation.body = { ...Object(share(body, 'body')) }
    operation.responses = mapValues(responses, (schema) => Object(share(schema, 'response')))
    operations[name] = operation
  }
  return $defs
}

/** Words of JSON Schema, which name no member of an API. */
function isWord(key: string): boolean {
  return ['allOf', 'anyOf', 'items', 'oneOf', 'properties', 'additionalProperties'].includes(key)
}

function freeName(name: string, taken: object): string {
  if (!(name in taken)) return name
  let number = 2
  while (`${name}${number}` in taken) number += 1
  return `${name}${number}`
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mapValues(value: unknown, change: (one: Schema) => Schema): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(Object(value)).map(([key, one]) => [key, isSchema(one) ? change(one) : {}]),
  )
}
