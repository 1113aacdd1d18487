import type { Api } from './api.ts'
import type { Call, EndpointDefinition, Output, RawDefinition } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { routes, type ServerOnly, securePaymentRoutes } from './routes.ts'

/**
 * Creates a typed client for the HTTP API: `client.securePayments.get({ params: { token } })` resolves with the body of the successful
 * response. It loads no schemas and checks only that the response is JSON; the caller must verify untrusted data such as calldata. It never
 * retries.
 *
 * @throws ApiError for every response other than 2xx, for a response that is not JSON, and if there is no response. If `signal` aborts the
 * call, the promise rejects with the signal's reason.
 */
export function createClient(options: ClientOptions): Client {
  const client: { [group: string]: UntypedGroup } = {}
  for (const [group, operations] of Object.entries(routes)) {
    client[group] = createGroup(options, operations)
  }
  // Proven: `routes` has exactly the groups and operations of `Api`, each with the route of its definition.
  return client as unknown as Client
}

/** The operations on secure payments that pages call. */
export type PageClient = Omit<Client['securePayments'], ServerOnly>

/** Creates a client like `createClient`, but only for secure payments, so that a payment page does not load the other routes. */
export function createSecurePaymentClient(options: ClientOptions): PageClient {
  // Proven: `securePaymentRoutes` has exactly these operations.
  return createGroup(options, securePaymentRoutes) as unknown as PageClient
}

type UntypedGroup = { [operation: string]: UntypedOperation }

function createGroup(
  options: ClientOptions,
  operations: Readonly<Record<string, string>>,
): UntypedGroup {
  const group: UntypedGroup = {}
  for (const [operation, route] of Object.entries(operations)) {
    group[operation] = (input, callOptions) => send(options, route, input, callOptions)
  }
  return group
}

/** The API's origin and the caller's credentials. */
export type ClientOptions = {
  /** Origin of the API, without trailing slash. */
  baseUrl: string
  /** Origin of the authentication host; `baseUrl` by default. */
  authUrl?: string
  /** Sent as `x-api-key`. For servers only. */
  apiKey?: string
  /** Sent as `x-client-id`; a browser adds `Origin` automatically. */
  clientId?: string
  /** Sent as `Origin`, for callers that are not browsers. */
  origin?: string
  /** `include` sends the session cookie to another origin too; the default is the browser's `same-origin`. */
  credentials?: Credentials
  /** Defaults to the platform's `fetch`. */
  fetch?: FetchLike
}

/** The way in which a browser treats the session cookie, as in `fetch`'s `credentials`. */
export type Credentials = 'omit' | 'same-origin' | 'include'

/** Options for one call. */
export type CallOptions = {
  /** Sent as `Idempotency-Key`: repeating the call with the same key does not repeat its effect. */
  idempotencyKey?: string
  /** Aborts the call; `AbortSignal.timeout(ms)` sets a timeout. */
  signal?: Signal
}

/** Every operation in the API by group, except event streams and CSV files, which callers read with `fetch`. */
export type Client = {
  readonly [G in keyof Api]: {
    readonly [O in keyof Api[G] as Api[G][O] extends RawDefinition ? never : O]: Operation<
      Api[G][O]
    >
  }
}

type Operation<E> = E extends EndpointDefinition
  ? unknown extends Call<E>
    ? (input?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Output<E>>
    : Record<string, never> extends Call<E>
      ? (input?: Call<E>, options?: CallOptions) => Promise<Output<E>>
      : (input: Call<E>, options?: CallOptions) => Promise<Output<E>>
  : never

/** The part of `fetch` that the client uses; every platform's `fetch` matches. */
export type FetchLike = {
  // A method's parameters are checked less strictly, so a platform's `fetch` with stricter option types matches.
  fetch(url: string, init: FetchInit): Promise<FetchAnswer>
}['fetch']

type FetchInit = {
  method: string
  headers: Record<string, string>
  body?: string
  credentials?: Credentials
  signal?: Signal
}

type FetchAnswer = {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** The platform's `AbortSignal` if its types are loaded, otherwise the members that the client reads. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer S } }
  ? S
  : { readonly aborted: boolean; readonly reason: unknown }

/**
 * A failed call. `code` comes from the problem document, or is one of the client's own:
 *
 * - `network_error` (status 0): there was no response, and the call may or may not have had its effect.
 * - `unexpected_response`: the body is not the API's JSON, such as a proxy's error page.
 * - `invalid_path_parameter` (status 404): the client sent nothing, because an id was empty or a dot segment.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  readonly code: string
  /** The problem document, if the response contained one. */
  readonly problem: Problem | null
  /** `x-request-id` of the response or its problem, to quote to support; null without both. */
  readonly requestId: string | null
  /** Seconds to wait before a retry, from `Retry-After`; null without a number there. */
  readonly retryAfter: number | null

  constructor(facts: {
    message: string
    status: number
    code: string
    problem?: Problem | null
    requestId?: string | null
    retryAfter?: number | null
    cause?: unknown
  }) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.status = facts.status
    this.code = facts.code
    this.problem = facts.problem ?? null
    this.requestId = facts.requestId ?? null
    this.retryAfter = facts.retryAfter ?? null
  }
}

type Values = { readonly [name: string]: string | number | undefined }
type UntypedInput = { params?: Values; query?: Values; body?: unknown }
type UntypedOperation = (input?: UntypedInput, options?: CallOptions) => Promise<unknown>

async function send(
  options: ClientOptions,
  route: string,
  { params = {}, query = {}, body }: UntypedInput = {},
  { idempotencyKey, signal }: CallOptions = {},
): Promise<unknown> {
  const [host = '', method = '', path = ''] = route.split(' ')
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (options.apiKey !== undefined) headers['x-api-key'] = options.apiKey
  if (options.clientId !== undefined) headers['x-client-id'] = options.clientId
  if (options.origin !== undefined) headers['origin'] = options.origin
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey

  const baseUrl = host === 'auth' ? (options.authUrl ?? options.baseUrl) : options.baseUrl
  const url = baseUrl + fillPath(path, params) + formatQuery(query)
  const init: FetchInit = { method, headers }
  if (body !== undefined) init.body = JSON.stringify(body)
  if (options.credentials !== undefined) init.credentials = options.credentials
  if (signal !== undefined) init.signal = signal

  const fetch = options.fetch ?? platformFetch()
  let answer: FetchAnswer
  let text: string
  try {
    answer = await fetch(url, init)
    text = await answer.text()
  } catch (cause) {
    if (signal?.aborted === true) throw cause
    const message = `No response from ${baseUrl}. The call may or may not have had its effect.`
    throw new ApiError({ message, status: 0, code: 'network_error', cause })
  }
  return readAnswer(answer, text)
}

function readAnswer(answer: FetchAnswer, text: string): unknown {
  const { status, headers } = answer
  const value = parseJson(text)
  const isSuccess = status >= 200 && status < 300
  if (isSuccess && value !== undefined) return value
  // An operation without a response body sends this header; a truncated response lacks it.
  if (isSuccess && text === '' && headers.get('content-length') === '0') return undefined
  const problem = isProblem(value) ? value : null
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  throw new ApiError({
    message: problem?.message ?? `The response with status ${status} is not the API's JSON.`,
    status,
    code: problem?.code ?? 'unexpected_response',
    problem,
    requestId: headers.get('x-request-id') ?? problem?.requestId ?? null,
    retryAfter: Number.isFinite(seconds) ? seconds : null,
  })
}

function fillPath(path: string, params: Values): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '')
    // URL parsers remove these segments, even when escaped, so the call would reach another operation.
    if (value === '' || value === '.' || value === '..') {
      const message = `The path parameter ${name} must be an id.`
      throw new ApiError({ message, status: 404, code: 'invalid_path_parameter' })
    }
    return encodeURIComponent(value)
  })
}

function formatQuery(query: Values): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Returns undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Checks only the members that the client itself reads. */
function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false
  const { code, message } = value as { code?: unknown; message?: unknown }
  return typeof code === 'string' && typeof message === 'string'
}

function platformFetch(): FetchLike {
  const { fetch } = globalThis as unknown as { fetch?: FetchLike }
  if (fetch === undefined)
    throw new TypeError('This platform has no fetch: pass one as options.fetch.')
  return (url, init) => fetch(url, init)
}
