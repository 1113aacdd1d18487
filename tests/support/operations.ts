/** A JSON Schema as in the document. */
export type Schema = { readonly [keyword: string]: unknown }

/** The part of an OpenAPI document from which suites generate calls. */
export type Document = {
  paths: { readonly [path: string]: { readonly [member: string]: unknown } }
  components: { schemas: { readonly [name: string]: Schema } }
}

/** The document's security schemes, each for one credential. */
export type Scheme = 'apiKey' | 'clientId' | 'backendClientId' | 'session' | 'walletSession'

/** One operation in the document. */
export type Operation = {
  id: string
  method: string
  path: string
  /** The accepted credentials; none means that the operation is public. */
  accepts: readonly Scheme[]
  query: readonly { name: string; isRequired: boolean; schema: Schema }[]
  body: { schema: Schema; example: unknown; isRequired: boolean } | null
  statuses: readonly number[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const SCHEMES: readonly Scheme[] = [
  'apiKey',
  'clientId',
  'backendClientId',
  'session',
  'walletSession',
]

/** Lists every operation of a document. */
export function listOperations(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const described = item[method] as DescribedOperation | undefined
      return described === undefined ? [] : [readOperation(method, path, described)]
    }),
  )
}

/** The members of an operation that this file reads. */
type DescribedOperation = {
  operationId: string
  security: readonly { readonly [scheme: string]: unknown }[]
  parameters?: readonly { name?: string; in?: string; required?: boolean; schema?: Schema }[]
  requestBody?: {
    required: boolean
    content: {
      'application/json': {
        schema: Schema
        example?: unknown
        examples?: { usual: { value: unknown } }
      }
    }
  }
  responses: { readonly [status: string]: unknown }
}

function readOperation(method: string, path: string, described: DescribedOperation): Operation {
  const { operationId, security, parameters = [], requestBody, responses } = described
  const content = requestBody?.content['application/json']
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    accepts: security.map((requirement) => {
      const scheme = SCHEMES.find((name) => name in requirement)
      if (scheme !== undefined) return scheme
      throw new Error(`${operationId} takes a credential that no test knows.`)
    }),
    query: parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name = '', required = false, schema = {} }) => ({
        name,
        isRequired: required,
        schema,
      })),
    body:
      requestBody === undefined || content === undefined
        ? null
        : {
            schema: content.schema,
            example: content.examples?.usual.value ?? content.example,
            isRequired: requestBody.required,
          },
    statuses: Object.keys(responses).map(Number),
  }
}

/** Returns whether an operation writes, according to its method. */
export function isWrite({ method }: Operation): boolean {
  return method !== 'GET'
}

/** Returns the path up to each parameter, such as `/v1/webhook/{webhookId}`, which identifies the kind of record. */
export function parametersOf({ path }: Operation): string[] {
  return [...path.matchAll(/\{\w+\}/g)].map((match) => path.slice(0, match.index + match[0].length))
}

/**
 * Fills the parameters of a path; `idOf` returns an id for each path that ends with a parameter.
 *
 * @throws Error when it returns none: the suite must be extended for a new kind of record
 */
export function fillPath(
  operation: Operation,
  idOf: (parameter: string) => string | undefined,
): string {
  const { path } = operation
  return path.replaceAll(/\{\w+\}/g, (match, offset: number) => {
    const parameter = path.slice(0, offset + match.length)
    const id = idOf(parameter)
    if (id === undefined) {
      throw new Error(`No id is known for ${parameter}: add it to the merchant's ids.`)
    }
    return id
  })
}

/** Returns names of members, at any depth of a schema, that end like the id of a record: `clientId`, `destinationId`. */
export function idMembersOf(document: Document, schema: Schema): string[] {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref') visit(document.components.schemas[String(member).split('/').at(-1) ?? ''])
      else visit(member)
    }
    const { properties } = value as { properties?: object }
    for (const name of Object.keys(properties ?? {})) {
      if (/(?:Id|Ids)$/.test(name)) names.add(name)
    }
  }
  visit(schema)
  return [...names]
}
