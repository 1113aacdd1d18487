import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { InvalidInputError } from '@secure-payment/core'
import {
  type EndpointDefinition,
  type EndpointGroup,
  type Input,
  type Output,
  toFieldIssues,
} from '@secure-payment/core/api'
import { type IRouter, Router } from 'express'
import { type AuthenticateContext, authenticate } from '../auth/authenticate.ts'
import { type Caller, credentialKey } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { corsHeaders, PREFLIGHT_HEADERS } from './cors.ts'
import type { Idempotency, IdempotencyClaim } from './idempotency.ts'
import { describeMethodNotAllowed, describeProblem } from './problem.ts'
import type { RateLimit } from './rateLimit.ts'
import { readJsonBody } from './readJsonBody.ts'
import { requestIdOf } from './requestId.ts'
import { API_HEADERS } from './securityHeaders.ts'
import { logProblem, sendProblem } from './sendProblem.ts'

/** What an action receives beside the parsed input: who calls, and what it must commit with its rows. */
export type Call<E extends EndpointDefinition> = Input<E> & {
  caller: E['auth'] extends readonly [] ? null : Caller
  /** Set when the caller sent an Idempotency-Key: store its row in the transaction that creates the resource. */
  idempotency: IdempotencyClaim | null
}

/** One handler an operation: a missing or surplus one does not compile. */
export type Handlers<G extends EndpointGroup> = {
  [O in keyof G]: (context: Context, call: Call<G[O]>) => Promise<Output<G[O]>>
}

/** What every route needs besides the context. */
export type HttpContext = {
  context: Context
  auth: AuthenticateContext
  idempotency: Idempotency
  rateLimit: RateLimit
}

/**
 * Serves a group of the contract: routes, authentication, validation, idempotency, CORS, ETags and problem documents all follow
 * from the definitions.
 */
export function implement<G extends EndpointGroup>(
  http: HttpContext,
  group: G,
  handlers: Handlers<G>,
): IRouter {
  const router = Router({ caseSensitive: true, strict: true })
  const byPath = new Map<string, EndpointDefinition[]>()
  for (const [operation, definition] of Object.entries(group)) {
    const path = definition.path.replaceAll(/\{(\w+)\}/g, ':$1')
    byPath.set(path, [...(byPath.get(path) ?? []), definition])
    // Handlers is keyed by the same group, so this is the handler of this definition; the pair's type is lost in the loop.
    const handler = handlers[operation] as unknown as AnyHandler
    router[METHODS[definition.method]](path, (request, response) =>
      serve(http, definition, handler, request, response),
    )
  }
  for (const [path, definitions] of byPath) {
    router.all(path, (request, response) => serveOther(http, definitions, request, response))
  }
  return router
}

type AnyHandler = (context: Context, call: AnyCall) => Promise<unknown>
type AnyCall = {
  params: unknown
  query: unknown
  body: unknown
  caller: Caller | null
  idempotency: IdempotencyClaim | null
}
type Incoming = IncomingMessage & { params: unknown }
type Parts = Pick<AnyCall, 'params' | 'query' | 'body'>

const METHODS = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
} as const

async function serve(
  http: HttpContext,
  definition: EndpointDefinition,
  handler: AnyHandler,
  request: Incoming,
  response: ServerResponse,
): Promise<void> {
  const requestId = requestIdOf(response)
  let headers: Record<string, string> = { ...API_HEADERS }
  const takesClientId = definition.auth.includes('clientId')
  if (takesClientId) headers = { ...headers, ...corsHeaders(null) }
  try {
    const caller =
      definition.auth.length === 0
        ? null
        : await authenticate(http.auth, request.headers, definition.auth)
    if (takesClientId && caller?.credential === 'clientId') {
      headers = { ...headers, ...corsHeaders(caller.origin) }
    }
    if (caller !== null) headers = { ...headers, ...(await http.rateLimit.take(caller, request)) }
    const parts = await readParts(definition, request)
    const answer = await run(http, definition, handler, request, { ...parts, caller })
    send(request, response, headers, definition, answer)
  } catch (error) {
    const problem = describeProblem(error, { requestId, docsOrigin: http.context.config.baseUrl })
    logProblem(http.context, error, { requestId, operation: definition.id, status: problem.status })
    sendProblem(request, response, headers, problem)
  }
}

async function run(
  http: HttpContext,
  definition: EndpointDefinition,
  handler: AnyHandler,
  request: IncomingMessage,
  call: Parts & { caller: Caller | null },
): Promise<Answer> {
  const status = successStatus(definition)
  const key = request.headers['idempotency-key']
  if (definition.idempotent !== true || key === undefined || call.caller === null) {
    const body = await handler(http.context, { ...call, idempotency: null })
    return { status, text: JSON.stringify(body), isReplayed: false }
  }
  const scope = `${call.caller.tenantId}:${credentialKey(call.caller)}:${definition.id}`
  const outcome = await http.idempotency.run(
    { key: String(key), scope, body: call.body },
    (idempotency) => handler(http.context, { ...call, idempotency }),
  )
  if ('stored' in outcome) return { ...outcome.stored, isReplayed: true }
  return { status, text: JSON.stringify(outcome.result), isReplayed: false }
}

type Answer = { status: number; text: string; isReplayed: boolean }

async function readParts(definition: EndpointDefinition, request: Incoming): Promise<Parts> {
  const { params, query, body } = definition
  return {
    params: params === undefined ? {} : parsePart(params, request.params),
    query: query === undefined ? {} : parsePart(query, readQuery(request)),
    body: body === undefined ? undefined : parsePart(body, await readJsonBody(request)),
  }
}

function parsePart(schema: NonNullable<EndpointDefinition['body']>, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new InvalidInputError(toFieldIssues(parsed.error, value))
}

/** A repeated key becomes an array, which no schema takes. */
function readQuery(request: IncomingMessage): unknown {
  const url = request.url ?? ''
  const mark = url.indexOf('?')
  return mark < 0 ? {} : { ...parseQuery(url.slice(mark + 1)) }
}

function successStatus(definition: EndpointDefinition): number {
  return Number(Object.keys(definition.responses)[0] ?? 200)
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
  definition: EndpointDefinition,
  answer: Answer,
): void {
  const all: Record<string, string> = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
  }
  if (answer.isReplayed) all['idempotent-replayed'] = 'true'
  if (definition.etag === true) {
    const etag = etagOf(answer.text)
    all['etag'] = etag
    all['cache-control'] = 'private, no-cache'
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      delete all['content-type']
      response.writeHead(304, all).end()
      return
    }
  }
  all['content-length'] = String(Buffer.byteLength(answer.text))
  response.writeHead(answer.status, all).end(answer.text)
}

/** The clock in an answer does not make it a new one. */
const SERVER_TIME = /"serverTime":"[^"]*"/

function etagOf(text: string): string {
  return `W/"${hash('sha1', text.replace(SERVER_TIME, ''), 'base64url')}"`
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((candidate) => candidate.trim() === etag) ?? false
}

function serveOther(
  http: HttpContext,
  definitions: readonly EndpointDefinition[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const requestId = requestIdOf(response)
  const headers = { ...API_HEADERS }
  const allowed = definitions.map((definition) => definition.method)
  if (request.method !== 'OPTIONS') {
    const docsOrigin = http.context.config.baseUrl
    const problem = describeMethodNotAllowed(allowed, { requestId, docsOrigin })
    sendProblem(request, response, headers, problem)
    return
  }
  const takesClientId = definitions.some((definition) => definition.auth.includes('clientId'))
  const cors = takesClientId ? PREFLIGHT_HEADERS : {}
  response.writeHead(204, { ...headers, ...cors, allow: [...allowed, 'OPTIONS'].join(', ') }).end()
}
