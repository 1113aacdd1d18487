import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import {
  type Credential,
  type EndpointDefinition,
  type EndpointGroup,
  type Input,
  type Output,
  scopeOf,
} from '@secure-payment/core/api'
import { type IRouter, Router } from 'express'
import { createAudit } from '../audit/createAudit.ts'
import { type AuthenticateContext, authenticate } from '../auth/authenticate.ts'
import {
  type ApiKeyCaller,
  type BackendCaller,
  type Caller,
  type ClientIdCaller,
  isServer,
  principalOf,
  type SessionCaller,
  type WalletCaller,
} from '../auth/caller.ts'
import { readClientIdValue } from '../auth/clientId.ts'
import { digestAddress } from '../auth/digestAddress.ts'
import { CallerRefusedError } from '../auth/errors.ts'
import { guardScope } from '../auth/guardScope.ts'
import { withBearerSession } from '../auth/sessionCookie.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Context } from '../context.ts'
import { AcceptedAnswer } from './acceptedAnswer.ts'
import { clientAddress } from './clientAddress.ts'
import { type Cookies, openCookies } from './cookies.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import type { TakeSlot } from './createCallSlots.ts'
import { createStreamSender } from './createStreamSender.ts'
import { CsvAnswer, prefersCsv } from './csvAnswer.ts'
import { RouteNotFoundError } from './errors.ts'
import { EventStream } from './eventStream.ts'
import { findAbsent, guardOffered, namesNoRecord } from './findAbsent.ts'
import { guardOrigin } from './guardOrigin.ts'
import type { Idempotency, IdempotencyClaim } from './idempotency.ts'
import { isTestService } from './isTestService.ts'
import type { ObserveCall } from './observeCalls.ts'
import { describeMethodNotAllowed, describeProblem } from './problem.ts'
import type { RateLimit } from './rateLimit.ts'
import { type Parts, readParts } from './readParts.ts'
import { readPieces } from './readPieces.ts'
import { RenderedAnswer } from './renderedAnswer.ts'
import { requestIdOf } from './requestId.ts'
import { API_HEADERS } from './securityHeaders.ts'
import { type Answer, sendAnswer } from './sendAnswer.ts'
import { sendCsv } from './sendCsv.ts'
import { logProblem, sendProblem } from './sendProblem.ts'
import { traceCall } from './traceCall.ts'

/**
 * The inputs of an action: the call's validated parts, its caller and cookies, and the idempotency record to commit with the
 * action's rows.
 */
export type Call<E extends EndpointDefinition> = Input<E> & {
  caller: CallerOf<E['auth']>
  cookies: Cookies
  /** Set if the caller sent an Idempotency-Key: store its row in the transaction that creates the resource. */
  idempotency: IdempotencyClaim | null
  /** Whether the operation offers text/csv and the caller's `Accept` prefers CSV. */
  wantsCsv: boolean
  /** `Last-Event-ID`, for an operation that returns a stream. */
  lastEventId?: string | undefined
  /** The client's address, for an operation that returns a stream. */
  address?: string | undefined
  /** Whether the caller requests only the response's headers. */
  isHead?: boolean
  /** `Accept-Language` of a page. */
  acceptLanguage?: string | undefined
}

/** The callers that an operation accepts; null if anyone may call. */
type CallerOf<A extends readonly Credential[]> = A extends readonly [] ? null : CallerBy[A[number]]
type CallerBy = {
  apiKey: ApiKeyCaller
  clientId: ClientIdCaller
  backendClientId: BackendCaller
  session: SessionCaller
  walletSession: WalletCaller
}

/**
 * One handler per operation: a missing or superfluous handler does not compile. A handler returns the body of the response, which is sent
 * as JSON, or undefined if the operation has none. A handler may also return one of these responses, which are sent unchanged: JSON that
 * it has written itself, CSV, or events.
 */
export type Handlers<G extends EndpointGroup> = {
  [O in keyof G]: (
    context: Context,
    call: Call<G[O]>,
  ) => Promise<Output<G[O]> | AcceptedAnswer | RenderedAnswer | CsvAnswer | EventStream>
}

/** The inputs of every route, in addition to the context. */
export type HttpContext = {
  context: Context
  auth: AuthenticateContext & { sessions: Sessions }
  /** Origins whose pages may use a session, compared as strings. */
  dashboardOrigins: ReadonlySet<string>
  idempotency: Idempotency
  rateLimit: RateLimit
  /** Limits concurrent calls; if absent, their number is unlimited. */
  takeSlot?: TakeSlot
  /** Counts and logs responses; null if the host does neither. */
  observe?: ObserveCall | null
}

/**
 * Serves a group of the contract. Routes, authentication, the origin rule, limits, validation, idempotency, cookies, CORS, ETags and
 * problem documents follow from the definitions.
 */
export function implement<G extends EndpointGroup>(
  http: HttpContext,
  group: G,
  handlers: Handlers<G>,
): IRouter {
  const router = Router({ caseSensitive: true, strict: true })
  const serving = { ...http, sendStream: createStreamSender(http.context) }
  const byPath = new Map<string, EndpointDefinition[]>()
  for (const [operation, definition] of Object.entries(group)) {
    const path = definition.path.replaceAll(/\{(\w+)\}/g, ':$1')
    byPath.set(path, [...(byPath.get(path) ?? []), definition])
    // Handlers have the same keys as the group, so this handler belongs to this definition; TypeScript cannot relate the two in a loop.
    const handler = handlers[operation] as unknown as AnyHandler
    // A GET route also serves HEAD. The caller of a HEAD would hold the stream open without reading it.
    if (isStream(definition)) {
      router.head(path, (request, response) => serveOther(http, [definition], request, response))
    }
    router[METHODS[definition.method]](path, (request, response) =>
      traceCall(http.context, definition, { request, response }, () =>
        serve(serving, definition, handler, request, response),
      ),
    )
  }
  for (const [path, definitions] of byPath) {
    router.all(path, (request, response) => serveOther(http, definitions, request, response))
  }
  return router
}

type AnyHandler = (context: Context, call: AnyCall) => Promise<unknown>
type AnyCall = Parts & {
  caller: Caller | null
  cookies: Cookies
  idempotency: IdempotencyClaim | null
  wantsCsv: boolean
  lastEventId: string | undefined
  address: string | undefined
  isHead: boolean
  acceptLanguage: string | undefined
}
type Incoming = IncomingMessage & { params: unknown }

const METHODS = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
} as const

async function serve(
  http: HttpContext & { sendStream: ReturnType<typeof createStreamSender> },
  definition: EndpointDefinition,
  handler: AnyHandler,
  request: Incoming,
  response: ServerResponse,
): Promise<void> {
  const { dashboardOrigins } = http
  const cors = (caller: Caller | null) =>
    corsHeaders(definition, request.headers, { dashboardOrigins, caller })
  let headers: Record<string, string> = { ...API_HEADERS, ...cors(null) }
  let giveBack: () => void = () => {}
  const observed = http.observe?.(definition.id, definition.method, response)
  try {
    guardOffered(request)
    const caller = await identifyCaller(http, definition, request)
    if (caller !== null) headers = { ...API_HEADERS, ...cors(caller) }
    if (observed !== undefined && caller !== null) observed.tenantId = caller.tenantId
    if (caller !== null || definition.limit !== undefined) {
      guardOrigin(dashboardOrigins, request, caller)
      Object.assign(headers, await http.rateLimit.take(caller, request, definition))
    }
    if (caller !== null) guardScope(caller, scopeOf(definition))
    const parts = await readParts(http.context, definition, request, caller)
    // The call acquires a slot only after its body is read, so that a slow client holds none.
    if (caller !== null) giveBack = (await http.takeSlot?.(holderOf(caller))) ?? giveBack
    const cookies = openCookies(request.headers)
    const wantsCsv = offersCsv(definition) && prefersCsv(request.headers.accept)
    const lastEventId = request.headers['last-event-id']?.toString()
    const { trustedProxies } = http.context.config
    const address = isStream(definition) ? clientAddress(request, trustedProxies) : undefined
    const isHead = request.method === 'HEAD'
    const acceptLanguage = request.headers['accept-language']
    const asked = { wantsCsv, lastEventId, address, isHead, acceptLanguage }
    const call = { ...parts, caller, cookies, ...asked }
    const answer = await run(http, definition, handler, request, call)
    if (caller !== null && definition.method !== 'GET') http.context.replica?.wrote(caller.tenantId)
    Object.assign(headers, cookies.headers(), varyOf(definition, headers))
    if (answer instanceof CsvAnswer) {
      giveBack()
      await sendCsv(response, headers, inSlots(http, caller, answer))
    } else if (answer instanceof EventStream) {
      if (observed !== undefined) observed.isStream = true
      const { sessions } = http.auth
      const auth = { ...http.auth, sessions: { find: sessions.check } }
      const prove = async () => {
        const again = await authenticate(auth, credentialsOf(definition, request), definition.auth)
        guardScope(again, scopeOf(definition))
        return again
      }
      http.sendStream(response, headers, { stream: answer, caller, authenticate: prove })
    } else sendAnswer(request, response, headers, { hasEtag: definition.etag === true, answer })
  } catch (error) {
    const requestId = requestIdOf(response)
    const { config } = http.context
    const facts = { requestId, docsOrigin: config.baseUrl, isTestService: isTestService(config) }
    const problem = describeProblem(error, facts)
    logProblem(http.context, error, { requestId, operation: definition.id, status: problem.status })
    // The CSV failed midway; the caller detects the failure from the broken connection.
    if (response.headersSent) return
    sendProblem(request, response, headers, problem)
  } finally {
    giveBack()
  }
}

/** Separates calls with a public client ID from the calls of its merchant's servers, so that strangers do not use up the servers' slots. */
function holderOf(caller: Caller): string {
  if (caller.credential !== 'clientId' || isServer(caller)) return `servers:${caller.tenantId}`
  return caller.isFirstParty ? 'hosted page' : `pages:${caller.tenantId}`
}

/** Holds a slot only while a piece is read from the database, so that a slow reader does not delay the merchant's other calls. */
function inSlots(
  { takeSlot }: HttpContext,
  caller: Caller | null,
  { pieces, fileName }: CsvAnswer,
): CsvAnswer {
  if (caller === null || takeSlot === undefined) return new CsvAnswer(pieces, fileName)
  return new CsvAnswer(
    readPieces(pieces, () => takeSlot(holderOf(caller))),
    fileName,
  )
}

/** Counts guessed credentials by address, because a guess has no authenticated caller. */
async function identifyCaller(
  http: HttpContext,
  definition: EndpointDefinition,
  request: IncomingMessage,
): Promise<Caller | null> {
  const { auth } = definition
  if (auth.length === 0) return null
  try {
    const caller = await authenticate(http.auth, credentialsOf(definition, request), auth)
    return definition.method === 'POST' ? withAddress(http, request, caller) : caller
  } catch (error) {
    const isGuess = error instanceof CallerRefusedError && error.kind === 'unauthenticated'
    if (isGuess && error.code !== 'missing_credential') await http.rateLimit.takeRefused(request)
    throw error
  }
}

/** The address is stored only as a keyed digest, with the records that the call creates. */
function withAddress({ context }: HttpContext, request: IncomingMessage, caller: Caller): Caller {
  if (isServer(caller)) return caller
  const address = clientAddress(request, context.config.trustedProxies)
  return { ...caller, addressDigest: digestAddress(context.sealer, address) }
}

/** Returns the headers; with the client ID of the query or the session of a bearer token, if the operation accepts one there. */
function credentialsOf(
  { takesClientIdInQuery, takesBearerSession }: EndpointDefinition,
  { headers, url = '' }: IncomingMessage,
): IncomingHttpHeaders {
  if (takesBearerSession === true) return withBearerSession(headers)
  if (takesClientIdInQuery !== true || headers['x-client-id'] !== undefined) return headers
  const clientId = new URLSearchParams(url.split('?', 2)[1]).get('clientId')
  if (clientId === null) return headers
  // Proxies and servers log URLs, so no URL may contain a secret.
  if (readClientIdValue(clientId).isSecret) throw new CallerRefusedError('invalid_client_id')
  return { ...headers, 'x-client-id': clientId }
}

async function run(
  http: HttpContext,
  definition: EndpointDefinition,
  handler: AnyHandler,
  request: IncomingMessage,
  call: Omit<AnyCall, 'idempotency'>,
): Promise<Answer | CsvAnswer | EventStream> {
  const status = successStatus(definition)
  const key = request.headers['idempotency-key']
  const context = withAudit(http.context, definition, call.caller)
  if (definition.idempotent !== true || key === undefined || call.caller === null) {
    const body = await handler(context, { ...call, idempotency: null })
    if (body instanceof RenderedAnswer) {
      return { status, text: body.text, etag: body.etag, isReplayed: false }
    }
    if (body instanceof CsvAnswer || body instanceof EventStream) return body
    if (body instanceof AcceptedAnswer) return { ...body.render(), isReplayed: false }
    return { status, text: body === undefined ? '' : JSON.stringify(body), isReplayed: false }
  }
  const scope = `${call.caller.tenantId}:${principalOf(call.caller)}:${definition.id}`
  const outcome = await http.idempotency.run(
    { key: String(key), scope, body: bodyOf(call) },
    (idempotency) => handler(context, { ...call, idempotency }),
  )
  if ('stored' in outcome) return { ...outcome.stored, isReplayed: true }
  const { result } = outcome
  if (result instanceof AcceptedAnswer) return { ...result.render(), isReplayed: false }
  return { status, text: JSON.stringify(result), isReplayed: false }
}

/** An idempotency key covers the whole call, so path parameters count as part of the body. */
function bodyOf({ params, body }: Parts): unknown {
  return Object.keys(params ?? {}).length === 0 ? body : { params, body }
}

/** Adds the audit log to the context, except for calls from pages: these calls cannot change the merchant account. */
function withAudit(
  context: Context,
  { audit: action }: EndpointDefinition,
  caller: Caller | null,
): Context {
  if (action === undefined || caller === null) return context
  if (caller.credential === 'clientId' && !isServer(caller)) return context
  const { tenantId } = caller
  const facts = {
    tenantId,
    action,
    actor: { kind: KINDS[caller.credential], id: principalOf(caller) },
  }
  return { ...context, audit: createAudit(context, facts) }
}

const KINDS = {
  apiKey: 'api_key',
  clientId: 'client_id',
  session: 'account',
  walletSession: 'wallet',
} as const

function isStream({ responses }: EndpointDefinition): boolean {
  return responses[200]?.events !== undefined
}

/** Returns whether the caller chooses between JSON and CSV. */
function offersCsv({ responses }: EndpointDefinition): boolean {
  const csv = responses[200]?.csv
  return csv !== undefined && csv.isOnly !== true
}

/** Adds `Accept` to `Vary`, so that caches distinguish CSV from JSON. */
function varyOf(
  definition: EndpointDefinition,
  { vary }: Readonly<Record<string, string>>,
): Record<string, string> {
  if (!offersCsv(definition)) return {}
  return { vary: vary === undefined ? 'Accept' : `${vary}, Accept` }
}

function successStatus(definition: EndpointDefinition): number {
  return Number(Object.keys(definition.responses)[0] ?? 200)
}

function serveOther(
  { context, dashboardOrigins }: HttpContext,
  definitions: readonly EndpointDefinition[],
  request: Incoming,
  response: ServerResponse,
): void {
  const allowed = definitions.map((definition) => definition.method)
  if (request.method !== 'OPTIONS') {
    const facts = { requestId: requestIdOf(response), docsOrigin: context.config.baseUrl }
    const absent = findAbsent(request) ?? (namesNoRecord(request) ? new RouteNotFoundError() : null)
    const problem =
      absent === null ? describeMethodNotAllowed(allowed, facts) : describeProblem(absent, facts)
    sendProblem(request, response, API_HEADERS, problem)
    return
  }
  const cors = preflightHeaders(definitions, request.headers, dashboardOrigins)
  response
    .writeHead(204, { ...API_HEADERS, ...cors, allow: [...allowed, 'OPTIONS'].join(', ') })
    .end()
}
