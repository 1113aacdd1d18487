import type { z } from 'zod'
import type { AuditAction } from './auditActions.ts'
import type { Scope } from './scopes.ts'
import type { Tag } from './tags.ts'

/**
 * Defines one endpoint of the HTTP contract and returns it unchanged. The route, the validation, the types, the OpenAPI document and the
 * client all derive from this object. The return type keeps the literal types.
 *
 * Schemas describe only the wire format. The host's action checks the rules that need the registry, the database or a hash: for example, a
 * token's decimals, a record's owner or an address's checksum. It reports errors with the same field paths.
 */
export function endpoint<const D extends EndpointDefinition>(definition: D): D {
  return definition
}

/**
 * The credentials of an endpoint:
 *
 * - `apiKey` is the header `x-api-key`.
 * - `clientId` is `x-client-id`: of pages, together with an allowed `Origin`, or of a server.
 * - `backendClientId` accepts only a server's `x-client-id`, which is secret.
 * - `session` is the cookie of any signed-in account or wallet.
 * - `walletSession` accepts only a wallet's session.
 */
export type Credential = 'apiKey' | 'clientId' | 'backendClientId' | 'session' | 'walletSession'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The success statuses that an endpoint can return. */
export type SuccessStatus = 200 | 201 | 202

/** One successful response: its body and one example, which a test parses with `schema`. */
export type ResponseDefinition = {
  /** `z.undefined()` for a response without a body. */
  schema: z.ZodType
  /** A sentence that describes the response. */
  description: string
  example: unknown
  /** Further examples by name, when the response has several shapes. */
  otherExamples?: { readonly [name: string]: unknown }
  /**
   * The same response as text/csv, for callers that request this type; with `isOnly`, the response has no JSON form. `operation` is the
   * id of the operation that describes the CSV: a second media type would make the response's type a union in generated clients.
   */
  csv?: { description: string; example: string; isOnly?: true; operation?: string }
  /** The response is a stream of server-sent events, each with data that matches `schema`; the typed client omits the operation. */
  events?: { description: string; example: string }
}

/** One operation in the HTTP API. */
export type EndpointDefinition = {
  /** OpenAPI `operationId`; unique in the whole contract. */
  id: string
  /** The origin that serves the operation: `{base_url}` or `{auth_url}`. */
  host: 'api' | 'auth'
  method: Method
  /** Path with parameters in braces: `/v2/secure-payments/{token}`. `params` has a member per parameter. */
  path: string
  /** The heading under which the documentation lists the operation. */
  tag: Tag
  /** One line in the imperative. */
  summary: string
  description?: string
  /** Accepted credentials, strongest first; empty means that the operation is public. */
  auth: readonly Credential[]
  /**
   * The scope that an API key or a member needs; `manage` by default. `none` accepts every member and key. Client IDs have no scopes.
   */
  scope?: Scope | 'none'
  /** The audit log entry for a change by an API key or a member; the host's action writes the entry in the change's transaction. */
  audit?: AuditAction
  /** A page may send the client ID as `clientId` in the query: without a custom header, its read needs no preflight. */
  takesClientIdInQuery?: true
  /** A program without a browser may send a session as `Authorization: Bearer`; only for operations that read. */
  takesBearerSession?: true
  /** The rate limit per IP address for a public operation: the strict sign-in limit, or the limit of a client ID. */
  limit?: 'signIn' | 'address'
  /** The offramp provider signs the body, as Standard Webhooks specifies; the signature is checked before the body is parsed. */
  signed?: 'offramp'
  /** The largest body that the operation accepts, in bytes, if it is smaller than for other operations. */
  maxBodyBytes?: number
  /** The response sets the session cookie, or clears it. */
  cookie?: 'set' | 'clear'
  /** The caller may send `Idempotency-Key`; the operation can then also return 409 and 422. */
  idempotent?: true
  /** Reads return an `ETag` and honour `If-None-Match` with 304. */
  etag?: true
  params?: z.ZodObject
  /** Every member is a string on the wire; an array (from a repeated key) is rejected. */
  query?: z.ZodType
  /** An optional schema accepts a call without a body, which parses to undefined. */
  body?: z.ZodType
  /** Body members that are optional in the schema, but that only a caller bound to a payee destination may omit. */
  neededUnlessBound?: readonly string[]
  /** A valid body, as a caller sends it; a test parses it with `body`. */
  bodyExample?: unknown
  /** Further valid bodies by name, when the body has several shapes. */
  otherBodyExamples?: { readonly [name: string]: unknown }
  responses: { readonly [S in SuccessStatus]?: ResponseDefinition }
  /** The error statuses specific to this operation; every operation may also return 500 and 503. */
  errors: readonly number[]
  /** The meaning of an error status for this operation, if it is more specific than the status's general meaning. */
  problems?: { readonly [status: number]: string }
}

/** Endpoints by operation name, which is the same in the host and the client. */
export type EndpointGroup = { readonly [operation: string]: EndpointDefinition }

/** The input of an action: `params`, `query` and `body` after parsing. An absent part is undefined. */
export type Input<E extends EndpointDefinition> = {
  params: E extends { params: infer S extends z.ZodType } ? z.output<S> : NoMembers
  query: E extends { query: infer S extends z.ZodType } ? z.output<S> : NoMembers
  body: E extends { body: infer S extends z.ZodType } ? z.output<S> : undefined
}

/** The result of the host's action and of the client's call: the body of any successful response. */
export type Output<E extends EndpointDefinition> = SchemaOf<E['responses'][keyof E['responses']]>

/** The input of a client's call: `params`, `query` and `body`, each optional when all of its members are. */
export type Call<E extends EndpointDefinition> = Part<E, 'params'> &
  Part<E, 'query'> &
  Part<E, 'body'>

/** An operation whose response is not JSON: an event stream, or only a CSV file. */
export type RawDefinition = EndpointDefinition & {
  responses: {
    readonly 200: { readonly events: object } | { readonly csv: { readonly isOnly: true } }
  }
}

type NoMembers = Readonly<Record<string, never>>

type SchemaOf<R> = R extends { schema: infer S extends z.ZodType } ? z.input<S> : never

type Part<E extends EndpointDefinition, K extends 'params' | 'query' | 'body'> = E extends {
  [P in K]: infer S extends z.ZodType
}
  ? NoMembers extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : { [P in K]: z.input<S> }
  : unknown
