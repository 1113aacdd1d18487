import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import { BaseError } from '@secure-payment/core'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { Agent, buildConnector, Dispatcher } from 'undici'

/** The targets that are allowed in addition to public addresses. */
export type TargetPolicy = {
  /** Allows loopback, even without TLS: for development only. */
  allowLoopback: boolean
}

/** A user gave a URL that the host must not call. */
export class ForbiddenTargetError extends BaseError {
  readonly code = 'forbidden_target'
  readonly kind = 'invalid'

  /** The fault, worded to follow "The URL". */
  readonly reason: string

  constructor(reason: string) {
    super(`The URL ${reason}.`, {
      hint: 'Use an https URL of a public host, without user name or password.',
    })
    this.reason = reason
  }
}

/**
 * A response that {@link SafeFetch} received. The client reads at most `MAX_READ_BYTES` of the body, and keeps at most `MAX_KEPT_BYTES`.
 */
export type SafeAnswer = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

/** One POST to a user's URL. */
type SafeRequest = {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** The maximum time from the queue to the end of the body. */
  deadlineMs: number
}

/** Sends guarded requests over kept-alive connections. Disposal aborts the exchanges in progress, whose promises reject. */
export type SafeFetch = AsyncDisposable & {
  /** Sends a guarded POST, and follows no redirects. Throws {@link ForbiddenTargetError}, or the network's own error. */
  post(request: SafeRequest): Promise<SafeAnswer>
  /** Sends a guarded GET, to read a file. */
  get(request: Pick<SafeRequest, 'url' | 'deadlineMs'>): Promise<SafeAnswer>
}

/** Resolves names, like `dns.lookup` with `all: true`; tests of DNS rebinding replace it. */
export type Lookup = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * The dependencies that tests replace. Certificates are always verified; `authorities` (PEM) are trusted in place of the
 * system's.
 */
export type SafeFetchOptions = { lookup?: Lookup; authorities?: string }

const MAX_URL_LENGTH = 2_048
const MAX_READ_BYTES = 64 * 1024
export const MAX_KEPT_BYTES = 2 * 1024
const FIRST_FREE_PORT = 1_024
const CONNECT_TIMEOUT_MS = 10_000
const CONNECTIONS_PER_ORIGIN = 64
const KEEP_ALIVE_MS = 10_000

/**
 * Checks a URL before its name is resolved: length, scheme, port, credentials and a literal address. Throws {@link ForbiddenTargetError};
 * returns the parsed URL. The resolved address is checked again on every connection.
 */
export function parseTarget(text: string, policy: TargetPolicy): URL {
  if (text.length > MAX_URL_LENGTH) throw new ForbiddenTargetError('is too long')
  if (!URL.canParse(text)) throw new ForbiddenTargetError('cannot be parsed')
  const url = new URL(text)
  const isLocalName = /^localhost\.?$/.test(url.hostname)
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  const isLoopback = isLocalName || (isIP(literal) !== 0 && rangeOf(literal) === 'loopback')
  if (isLoopback && !policy.allowLoopback) {
    throw new ForbiddenTargetError(
      'leads to this machine, which only a host with PAY_ALLOW_PRIVATE_WEBHOOKS=true calls',
    )
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    throw new ForbiddenTargetError('does not use https')
  }
  if (!isAllowedPort(url)) throw new ForbiddenTargetError('uses a port that is not allowed')
  if (url.username !== '' || url.password !== '') {
    throw new ForbiddenTargetError('contains a user name or password')
  }
  if (isIP(literal) !== 0) assertAllowedAddress(literal, policy)
  return url
}

/**
 * Returns whether the port is allowed. Ports below 1024 belong to other protocols, except 443 (and 80 without TLS, in development).
 */
function isAllowedPort({ port }: URL): boolean {
  // A parsed URL omits the scheme's default port.
  return port === '' || Number(port) >= FIRST_FREE_PORT
}

/**
 * Opens a guarded HTTP client for URLs that users gave. The client checks the address as a literal, at name resolution and at the
 * connected peer. It checks the connection's own lookup, so DNS rebinding has no window.
 */
export function openSafeFetch(policy: TargetPolicy, options: SafeFetchOptions = {}): SafeFetch {
  // The library is large, so a host loads it with its first call.
  let opened: Promise<Agent> | null = null
  const openAgent = async () => {
    const undici = await import('undici')
    return new undici.Agent({
      connect: guardedConnector(undici.buildConnector, policy, options),
      connections: CONNECTIONS_PER_ORIGIN,
      keepAliveTimeout: KEEP_ALIVE_MS,
      pipelining: 1,
    })
  }
  const targets = new LRUCache<string, URL>({ max: MAX_PARSED_TARGETS })
  const send = async (request: Exchange): Promise<SafeAnswer> => {
    const target = targets.get(request.url) ?? parseTarget(request.url, policy)
    targets.set(request.url, target)
    opened ??= openAgent()
    return exchange(await opened, target, request)
  }
  return {
    post: (request) => send(request),
    get: (request) => send({ ...request, headers: {}, body: null }),
    async [Symbol.asyncDispose]() {
      await (await opened)?.destroy()
    },
  }
}

/**
 * Connects to a user's URL, with TLS for https, and sends no request. The connection is guarded like those of {@link openSafeFetch}. Throws
 * {@link ForbiddenTargetError}, or the network's own error.
 */
export async function connectSafely(url: string, policy: TargetPolicy): Promise<void> {
  const { hostname, host, protocol, port } = parseTarget(url, policy)
  const { buildConnector } = await import('undici')
  const connect = guardedConnector(buildConnector, policy, {})
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  connect({ hostname, host, protocol, port }, (error, socket) => {
    socket?.destroy()
    if (error === null) resolve()
    else reject(error)
  })
  await promise
}

const MAX_PARSED_TARGETS = 1_000

/** A POST, or a GET without a body. */
type Exchange = Omit<SafeRequest, 'body'> & { body: string | null }

/**
 * Runs one exchange with the agent's handlers, because its streams would cost more than the rest of a delivery. An idle timer
 * never fires on a slow response, so one deadline covers the time from the queue to the end of the body.
 */
function exchange(agent: Agent, target: URL, request: Exchange): Promise<SafeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<SafeAnswer>()
  const { headers, body, deadlineMs } = request
  const kept: Buffer[] = []
  let answer: Omit<SafeAnswer, 'body'> | null = null
  let size = 0
  let controller: Dispatcher.DispatchController | null = null
  let stopped: Error | null = null

  function finish(): void {
    clearTimeout(timer)
    if (answer === null) reject(stopped ?? new Error('no answer'))
    else resolve({ ...answer, body: Buffer.concat(kept).toString('utf8') })
  }

  const timer = setTimeout(() => {
    stopped = new DeadlineError(deadlineMs)
    answer = null
    controller?.abort(stopped)
    finish()
  }, deadlineMs)
  const path = target.pathname + target.search
  agent.dispatch(
    { origin: target.origin, path, method: body === null ? 'GET' : 'POST', headers, body },
    {
      onRequestStart(started) {
        controller = started
        if (stopped !== null) started.abort(stopped)
      },
      onResponseStart(_controller, status, answered) {
        answer = { status, headers: answered }
      },
      onResponseData(current, chunk) {
        if (size < MAX_KEPT_BYTES) kept.push(Buffer.from(chunk.subarray(0, MAX_KEPT_BYTES - size)))
        size += chunk.length
        if (size < MAX_READ_BYTES) return
        finish()
        current.abort(new Error('the response exceeds the limit'))
      },
      onResponseEnd: finish,
      onResponseError(_controller, error) {
        stopped ??= error
        answer = null
        finish()
      },
    },
  )
  return promise
}

/** The exchange took longer than its deadline. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'

  constructor(deadlineMs: number) {
    super(`no complete response within ${deadlineMs} ms`)
  }
}

const lookupAll: Lookup = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, callback)
}

function guardedConnector(
  build: typeof buildConnector,
  policy: TargetPolicy,
  { lookup = lookupAll, authorities }: SafeFetchOptions,
): buildConnector.connector {
  const connect = build({
    timeout: CONNECT_TIMEOUT_MS,
    lookup: guardedLookup(policy, lookup),
    ...(authorities === undefined ? {} : { ca: authorities }),
  })
  return (options, callback) => {
    const literal = options.hostname.replace(/^\[|\]$/g, '')
    try {
      if (isIP(literal) !== 0) assertAllowedAddress(literal, policy)
    } catch (error) {
      callback(toError(error), null)
      return
    }
    connect(options, (error, socket) => {
      if (error !== null || socket === null) {
        callback(error ?? new Error('no socket'), null)
        return
      }
      try {
        assertAllowedAddress(socket.remoteAddress ?? '', policy)
      } catch (refusal) {
        socket.destroy()
        callback(toError(refusal), null)
        return
      }
      callback(null, socket)
    })
  }
}

/** Creates a `dns.lookup` that rejects a name if any of its addresses is forbidden. */
function guardedLookup(policy: TargetPolicy, lookup: Lookup): GuardedLookup {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, [])
        return
      }
      try {
        for (const { address } of addresses) assertAllowedAddress(address, policy)
      } catch (refusal) {
        callback(toError(refusal), [])
        return
      }
      const [first] = addresses
      if (options.all === true) callback(null, addresses)
      else if (first === undefined) callback(new Error(`${hostname} has no address`), [])
      else callback(null, first.address, first.family)
    })
  }
}

type GuardedLookup = (
  hostname: string,
  options: LookupOptions,
  callback: (
    error: NodeJS.ErrnoException | null,
    address: string | LookupAddress[],
    family?: number,
  ) => void,
) => void

function assertAllowedAddress(address: string, policy: TargetPolicy): void {
  const range = rangeOf(address)
  if (range === 'unicast') return
  if (range === 'loopback' && policy.allowLoopback) return
  const words = range.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new ForbiddenTargetError(`leads to an address that is not public (${words})`)
}

/**
 * Returns an address's range. An IPv4-mapped IPv6 address counts as the IPv4 address; other embeddings (6to4, NAT64, Teredo) have
 * separate ranges.
 */
function rangeOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (!ipaddr.isValid(plain)) return 'malformed'
  const parsed = ipaddr.process(plain)
  const range = parsed.range()
  if (range !== 'unicast' || parsed instanceof ipaddr.IPv4) return range
  // The library treats unassigned addresses as unicast, including the deprecated ::a.b.c.d (RFC 4291 2.5.5.1).
  return parsed.match(GLOBAL_UNICAST) ? range : 'unassigned'
}

/** The range of all globally routed IPv6 addresses (IANA IPv6 Global Unicast Address Assignments). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
