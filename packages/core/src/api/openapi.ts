import { z } from 'zod'
import { integerTexts } from '../schemas/schemas.ts'
import { events } from '../webhooks/events.ts'
import { api } from './api.ts'
import type { Credential, EndpointDefinition, ResponseDefinition } from './endpoint.ts'
import {
  headers,
  PROBLEM_TEXTS,
  problemResponse,
  rateLimitHeaders,
  requestHeaders,
  securitySchemes,
  signatureHeaders,
  webhookHeaders,
} from './openapiParts.ts'
import { problemSchema } from './problem.ts'
import { type Scope, scopeOf } from './scopes.ts'
import { tags } from './tags.ts'

/**
 * Builds the OpenAPI 3.1 document of the whole contract. The same options give the same document, with the same order of members. URLs are
 * origins without a trailing slash; `version` is the version of the service.
 */
export function createOpenApiDocument(options: {
  baseUrl: string
  authUrl: string
  version: string
}): OpenApiDocument {
  const schemas: JsonObject = {}
  const endpoints = Object.values(api).flatMap((group) => Object.values<EndpointDefinition>(group))
  toSchema(problemSchema, schemas)
  const paths: { [path: string]: JsonObject } = {}
  for (const definition of endpoints) {
    const servers = definition.host === 'auth' ? { servers: [{ url: options.authUrl }] } : {}
    const operation = describeOperation(definition, schemas)
    const siblings = paths[definition.path] ?? servers
    paths[definition.path] = { ...siblings, [definition.method.toLowerCase()]: operation }
  }
  const webhooks = Object.fromEntries(
    events.map((event) => [event.type, { post: describeEvent(event, schemas) }]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Secure Payment',
      version: options.version,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.baseUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: sortKeys(schemas),
      responses: Object.fromEntries(
        Object.keys(PROBLEM_TEXTS).map((status) => [
          `Problem${status}`,
          problemResponse(Number(status)),
        ]),
      ),
      parameters: requestHeaders,
      headers,
      securitySchemes,
    },
  }
}

/** An OpenAPI 3.1 document, with the members that this project reads. */
export type OpenApiDocument = {
  openapi: string
  info: { title: string; version: string; description: string; license: JsonObject }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: { [path: string]: JsonObject }
  webhooks: { [event: string]: JsonObject }
  components: {
    [kind in 'schemas' | 'responses' | 'parameters' | 'headers' | 'securitySchemes']: JsonObject
  }
}

/** Any JSON object. */
export type JsonObject = { [key: string]: unknown }

const INTRODUCTION = [
  'Creates crypto payment requests, returns the exact transactions that settle them, detects the payment on chain and notifies the merchant by webhook.',
  'Amounts are decimal strings in human-readable units. Times are ISO 8601 in UTC. The service ignores unknown members in a body. Errors are problem documents (RFC 9457): [/errors](/errors) explains each code.',
  'A server sends an API key as `x-api-key`. A page sends a client ID, which is public, as `x-client-id`, and the browser adds its `Origin`. A server may send a backend client ID, which is secret, as `x-client-id` alone. A dashboard sends its session cookie. API keys have scopes, and members have their role’s scopes; `security` lists the scope that an operation needs.',
].join('\n\n')

/** OpenAPI 3.1 allows role names for schemes without OAuth; this document lists scopes there. Client IDs have no scopes. */
function describeSecurity(
  definition: EndpointDefinition,
  credential: Credential,
): { readonly [scheme: string]: readonly Scope[] }[] {
  const backend = { backendClientId: [] }
  if (credential === 'clientId') return [{ clientId: [], origin: [] }, backend]
  if (credential === 'backendClientId') return [backend]
  const scope = scopeOf(definition)
  return [{ [credential]: scope === null ? [] : [scope] }]
}

function describeOperation(definition: EndpointDefinition, schemas: JsonObject): JsonObject {
  const parameters = [
    ...describeParameters('path', definition.params, schemas),
    ...describeParameters('query', definition.query, schemas),
    ...(definition.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(definition.etag ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...(isStream(definition) ? [{ $ref: '#/components/parameters/LastEventId' }] : []),
    ...(definition.signed === undefined ? [] : signatureHeaders),
  ]
  return {
    operationId: definition.id,
    tags: [definition.tag],
    summary: definition.summary,
    ...(definition.description !== undefined && { description: definition.description }),
    security: definition.auth.flatMap((credential) => describeSecurity(definition, credential)),
    ...(parameters.length > 0 && { parameters }),
    ...(definition.body !== undefined && {
      requestBody: {
        required: !definition.body.safeParse(undefined).success,
        content: {
          'application/json': {
            schema: toSchema(definition.body, schemas),
            ...describeExamples({
              example: definition.bodyExample,
              otherExamples: definition.otherBodyExamples,
            }),
          },
        },
      },
    }),
    responses: describeResponses(definition, schemas),
  }
}

function describeResponses(definition: EndpointDefinition, schemas: JsonObject): JsonObject {
  const responses: JsonObject = {}
  for (const [status, response] of Object.entries<ResponseDefinition>(definition.responses)) {
    responses[status] = {
      description: response.description,
      headers: successHeaders(definition),
      ...describeContent(response, schemas),
    }
  }
  if (definition.etag) {
    responses['304'] = {
      description: 'Nothing has changed since the response with this ETag.',
      headers: { ETag: { $ref: '#/components/headers/ETag' } },
    }
  }
  for (const status of problemStatuses(definition)) {
    const meaning = definition.problems?.[status]
    responses[status] =
      meaning === undefined
        ? { $ref: `#/components/responses/Problem${status}` }
        : problemResponse(status, meaning)
  }
  return responses
}

/**
 * Returns every error status of an operation, including those that follow from its definition. Input adds 400, a body 413 and 415,
 * credentials 401, 403 and 429. Every operation can return 408, 431, 500 and 503.
 */
function problemStatuses(definition: EndpointDefinition): number[] {
  const { params, query, body, auth, limit, idempotent, errors } = definition
  const hasInput = params !== undefined || query !== undefined || body !== undefined
  const statuses = new Set([
    ...errors,
    ...(hasInput ? [400] : []),
    ...(body === undefined ? [] : [413, 415]),
    ...(isSessionWrite(definition) ? [415] : []),
    ...(auth.length === 0 ? [] : [401, 403, 429]),
    ...(limit === undefined ? [] : [403, 429]),
    ...(idempotent ? [409, 422] : []),
    ...[408, 431],
    ...[500, 503],
  ])
  return [...statuses].sort((a, b) => a - b)
}

/** A write with a session accepts only JSON: a form on another site's page could send other types. */
function isSessionWrite({ auth, method }: EndpointDefinition): boolean {
  return method !== 'GET' && (auth.includes('session') || auth.includes('walletSession'))
}

function successHeaders(definition: EndpointDefinition): JsonObject {
  const { auth, limit, cookie, etag, idempotent } = definition
  const names = [
    'X-Request-Id',
    ...(auth.length > 0 || limit !== undefined ? Object.keys(rateLimitHeaders) : []),
    ...(cookie === undefined ? [] : ['Set-Cookie']),
    ...(etag ? ['ETag'] : []),
    ...(idempotent ? ['Idempotent-Replayed'] : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function isStream({ responses }: EndpointDefinition): boolean {
  return responses[200]?.events !== undefined
}

/** Returns the response's content; none for a schema of undefined, which means that there is no body. */
function describeContent(response: ResponseDefinition, schemas: JsonObject): JsonObject {
  const { schema, csv, events } = response
  if (schema instanceof z.ZodUndefined) return {}
  if (events !== undefined) {
    const { description, example } = events
    const data = { 'x-event-data': toSchema(schema, schemas) }
    return {
      content: {
        'text/event-stream': { schema: { type: 'string', description }, example, ...data },
      },
    }
  }
  const text = csv && {
    schema: { type: 'string', description: csv.description },
    example: csv.example,
  }
  if (csv?.isOnly === true) return { content: { 'text/csv': text } }
  const json = { schema: toSchema(schema, schemas), ...describeExamples(response) }
  if (text === undefined) return { content: { 'application/json': json } }
  if (csv?.operation !== undefined) {
    return { content: { 'application/json': json }, 'x-csv-operation': csv.operation }
  }
  return { content: { 'application/json': json, 'text/csv': text } }
}

function describeExamples({
  example,
  otherExamples,
}: {
  example?: unknown
  otherExamples?: ResponseDefinition['otherExamples'] | undefined
}): JsonObject {
  if (otherExamples === undefined) return { example }
  const all = Object.entries({ usual: example, ...otherExamples })
  return { examples: Object.fromEntries(all.map(([name, value]) => [name, { value }])) }
}

function describeParameters(
  place: 'path' | 'query',
  schema: z.ZodType | undefined,
  schemas: JsonObject,
): JsonObject[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, schemas)
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = typeof property === 'boolean' ? {} : property
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
    }
  })
}

function describeEvent(event: (typeof events)[number], schemas: JsonObject): JsonObject {
  return {
    operationId: `on.${event.type}`,
    summary: event.type,
    // The signature in the headers authenticates the service.
    security: [],
    parameters: webhookHeaders,
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: toSchema(event.schema, schemas), example: event.example },
      },
    },
    responses: {
      '2XX': {
        description: 'The event was accepted. The service retries after any other response.',
      },
      '410': { description: 'The receiver no longer exists: the service disables the endpoint.' },
    },
  }
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Converts a schema to JSON Schema. Adds each schema with an id to `schemas`, and refers to it by `$ref`. */
function toSchema(schema: z.ZodType, schemas: JsonObject): JsonObject {
  return { ...toJsonSchema(schema, schemas) }
}

/**
 * Uses input schemas in both directions. Requests and responses may contain members that this version does not define, so that either side
 * can be newer.
 */
function toJsonSchema(schema: z.ZodType, schemas: JsonObject): JsonSchema {
  const printed = z.toJSONSchema(schema, { io: 'input', override: adjust })
  const { $schema: _, $defs = {}, ...root }: JsonSchema = pointAtComponents(printed)
  Object.assign(schemas, $defs)
  return root
}

/** Adjusts one printed schema. */
function adjust(context: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  dropSafeIntegerBounds(context)
  const range = integerTexts.get(context.zodSchema)
  if (range === undefined) return
  const { jsonSchema } = context
  delete jsonSchema.pattern
  Object.assign(jsonSchema, { type: 'integer', ...range })
}

/** `z.int()` emits the bounds of safe integers, which are not part of the contract. */
function dropSafeIntegerBounds(context: { jsonSchema: JsonSchema }): void {
  const { jsonSchema } = context
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

function pointAtComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string'
      ? value.replace('#/$defs/', '#/components/schemas/')
      : value,
  )
}

function sortKeys(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}
