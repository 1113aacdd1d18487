import type { z } from 'zod'

/**
 * States one endpoint of the HTTP contract and returns it unchanged, so that the route, the validation, the types, the
 * OpenAPI document and the client all derive from one object. Literal types are kept.
 *
 * Schemas only describe the wire: a rule that needs the registry of currencies, the database or a hash (decimals of a
 * token, an address checksum, who owns a record) belongs to the host's action and answers with the same field paths.
 */
export function endpoint<const D extends EndpointDefinition>(definition: D): D {
  return definition
}

/**
 * Who may call an endpoint: `apiKey` is the header `x-api-key`; `clientId` is `x-client-id` together with an allowed
 * `Origin`; `session` is the cookie of any signed-in account or wallet; `walletSession` that of a wallet alone.
 */
export type Credential = 'apiKey' | 'clientId' | 'session' | 'walletSession'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The statuses that an endpoint can succeed with. */
export type SuccessStatus = 200 | 201 | 202

/** One successful answer: its body and one example of it, which a test parses with `schema`. */
export type ResponseDefinition = {
  /** `z.undefined()` for an answer without a body. */
  schema: z.ZodType
  /** What the answer means, as a sentence. */
  description: string
  example: unknown
  /** Further examples by name, where the answer has several shapes. */
  otherExamples?: { readonly [name: string]: unknown }
  /** The same answer as text/csv, for callers that ask for it. */
  csv?: { description: string; example: string }
  /** The answer is a stream of server-sent events, each with data of `schema`; the typed client has no such operation. */
  events?: { description: string; example: string }
}

/** One operation of the HTTP API. */
export type EndpointDefinition = {
  /** OpenAPI `operationId`; unique over the whole contract. */
  id: string
  /** Which of the two origins serves it: `{base_url}` or `{auth_url}`. */
  host: 'api' | 'auth'
  method: Method
  /** Path with parameters in braces: `/v2/secure-payments/{token}`. Each is a key of `params`. */
  path: string
  /** Heading that the documentation lists the operation under. */
  tag: string
  /** One line in the imperative. */
  summary: string
  description?: string
  /** Accepted credentials, strongest first; empty means that anyone may call. */
  auth: readonly Credential[]
  /** A client ID may be sent as the query's `clientId` too: without a header of its own, a page's read needs no preflight. */
  takesClientIdInQuery?: true
  /** An operation that anyone may call is counted by IP: at the tight limit of signing in, or at that of a client ID. */
  limit?: 'signIn' | 'address'
  /** The body is signed by the offramp provider, as Standard Webhooks do; that is checked before it is parsed. */
  signed?: 'offramp'
  /** Where it is less than other operations take. */
  maxBodyBytes?: number
  /** The answer sets the session cookie, or clears it. */
  cookie?: 'set' | 'clear'
  /** The caller may send `Idempotency-Key`; 409 and 422 then join the errors. */
  idempotent?: true
  /** Reads answer with an `ETag` and honour `If-None-Match` with 304. */
  etag?: true
  params?: z.ZodObject
  /** Every member is a string on the wire; an array (a repeated key) is refused. */
  query?: z.ZodType
  /** An optional schema takes a call without body, which parses to undefined. */
  body?: z.ZodType
  /** Members of the body that its schema lets be absent, and only a caller bound to a payee destination may leave out. */
  neededUnlessBound?: readonly string[]
  /** A body that succeeds, as it is sent; a test parses it with `body`. */
  bodyExample?: unknown
  /** Further bodies that succeed, by name, where the body has several shapes. */
  otherBodyExamples?: { readonly [name: string]: unknown }
  responses: { readonly [S in SuccessStatus]?: ResponseDefinition }
  /** Statuses of the problem documents that belong to this operation; 500 and 503 go without saying. */
  errors: readonly number[]
  /** What a status means here, where that is more than its general meaning. */
  problems?: { readonly [status: number]: string }
}

/** Endpoints by operation name; the key is how the host and the client call the operation. */
export type EndpointGroup = { readonly [operation: string]: EndpointDefinition }

/** What an action receives: `params`, `query` and `body` after parsing. A part that is not defined stays empty. */
export type Input<E extends EndpointDefinition> = {
  params: E extends { params: infer S extends z.ZodType } ? z.output<S> : NoMembers
  query: E extends { query: infer S extends z.ZodType } ? z.output<S> : NoMembers
  body: E extends { body: infer S extends z.ZodType } ? z.output<S> : undefined
}

/** What an action returns and a client receives: the body of any of the endpoint's successful answers. */
export type Output<E extends EndpointDefinition> = SchemaOf<E['responses'][keyof E['responses']]>

/** What a client passes: a part is optional when all of its members are. */
export type Call<E extends EndpointDefinition> = Part<E, 'params'> &
  Part<E, 'query'> &
  Part<E, 'body'>

/** An operation that answers with a stream of events. */
export type StreamDefinition = EndpointDefinition & {
  responses: { readonly 200: { readonly events: object } }
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
