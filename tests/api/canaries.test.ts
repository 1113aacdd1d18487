import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseUnavailableError } from '../../host/src/db/errors.ts'
import { createLogger } from '../../host/src/log.ts'
import type { Answer, CallOptions } from '../support/callApi.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import { readCookie } from '../support/signIn.ts'
import { type Collector, startCollector } from '../support/startCollector.ts'
import {
  API_KEY,
  PAYEE,
  PAYER,
  pageHeaders,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

/**
 * A secret value in the run. `stored` is the reason for storing the value in plain text; null means that its raw bytes must be absent from
 * the database. `MARKS` proves that each place was searched.
 */
type Canary = { name: string; value: string; stored: string | null }

const ENCRYPTION_KEY = 'canary-encryption-key-6b1f0c7d2e9a4c55'
const DATA_KEY = 'canary-data-key-4c0a7be19d52f836-0123'
const RELAYER_KEY = `0x${'c0ffee5ec2e7'.padEnd(64, 'a')}`
const LIFI_KEY = 'canary-lifi-key-4f7a'
const COLLECTOR_KEY = 'canary-collector-key-5d20'
const RPC_KEY = 'canary-rpc-key-91d2'
const DATABASE_PASSWORD = 'canary-database-password'
const EMAIL = 'canary.merchant@example.test'
const PASSWORD = 'canary password one'
const NEW_PASSWORD = 'canary password two'
const WRONG_PASSWORD = 'canary password guessed'
const SHORT_PASSWORD = 'canry77'
const WRONG_API_KEY = 'sk_canary_guess_000000000000000000000000'
const WRONG_COOKIE = `canaryguess${'x'.repeat(32)}`
const WRONG_SECRET = `canary_secret_guess_${'y'.repeat(23)}`
const WRONG_BEARER = `canarybearer${'z'.repeat(31)}`
const IDEMPOTENCY_KEY = 'canary-idempotency-key'
const HOOK_TOKEN = 'canary-token-in-webhook-url'

/**
 * Plain values that the run leaves in the logs and in the database: finding them proves that the search for canaries works.
 */
const MARKS = { log: 'Rejected a call', database: 'Canary shop' }

let test: TestHost
let stack: AsyncDisposableStack
let log = ''
const canaries: Canary[] = []
const answers: { name: string; answer: Answer }[] = []
let metrics = ''
let collector: Collector
let database: Buffer

const note = (name: string, value: string, stored: string | null = null) => {
  expect(value, name).toMatch(/^.{7,}$/)
  canaries.push({ name, value, stored })
}

async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const answer = await test.call(method, path, options)
  answers.push({ name: `${method} ${path} ${answer.status}`, answer })
  return answer
}

const as = (cookie: string, body?: unknown): CallOptions => ({
  anonymous: true,
  headers: { cookie, origin: test.host.context.config.authUrl },
  ...(body !== undefined && { body }),
})

const anonymous = (body: unknown): CallOptions => ({ anonymous: true, body })

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  givePassword()
  // A provider that rejects the key and repeats it in the error, as some providers do.
  const node = await serve((request, response) => {
    response.writeHead(401).end(`{"error":"no access for ${request.url}"}`)
  })
  const receiver = await serve((_request, response) => response.writeHead(500).end('not today'))
  const destination = {
    write(line: string) {
      log += line
    },
  }
  collector = stack.use(await startCollector())
  test = await startTestHost(
    {
      PAY_ENCRYPTION_KEY: ENCRYPTION_KEY,
      PAY_DATA_KEY: DATA_KEY,
      PAY_RELAYER_PRIVATE_KEY: RELAYER_KEY,
      PAY_LIFI_URL: `${node}/v1`,
      PAY_LIFI_API_KEY: LIFI_KEY,
      PAY_RPC_URL_BASE: `${node}/v1/${RPC_KEY}`,
      PAY_ROLE: 'api,watcher,worker',
      PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
      PAY_LOG_LEVEL: 'trace',
      PAY_METRICS_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${COLLECTOR_KEY}`,
      PAY_ACCESS_LOG: '1',
    },
    { log: createLogger('trace', destination) },
  )
  stack.use(test)
  note('bootstrap API key', API_KEY)
  note('encryption key', ENCRYPTION_KEY)
  note('data key', DATA_KEY)
  note('relayer key', RELAYER_KEY)
  note('key of LI.FI', LIFI_KEY)
  note('key in an RPC URL', RPC_KEY)
  note('credential of the collector', COLLECTOR_KEY)
  if (test.host.context.config.databaseUrl.includes(DATABASE_PASSWORD)) {
    note('password in the database URL', DATABASE_PASSWORD)
  }
  const cookie = await useAccount()
  await useWallet()
  await manage(cookie, receiver)
  await pay()
  await guess()
  await fail(cookie)
  await waitUntil(() => log.includes('Webhook attempt failed') && log.includes('Job run failed'))
  await traceNode()
  await waitUntil(() => collector.spans.some(({ name }) => name === 'deliver webhook'))
  metrics = await (await fetch(`http://127.0.0.1:${test.host.metricsPort}/metrics`)).text()
  database = await readDatabase()
})

afterAll(() => stack.disposeAsync())

/**
 * Adds a password to the suite's PostgreSQL URL, which a server that trusts loopback does not request.
 */
function givePassword(): void {
  const server = process.env['TEST_POSTGRES_URL']
  if (process.env['TEST_DATABASE'] !== 'postgres' || server === undefined) return
  const url = new URL(server)
  if (url.password !== '') return
  url.password = DATABASE_PASSWORD
  process.env['TEST_POSTGRES_URL'] = url.href
  stack.defer(() => {
    process.env['TEST_POSTGRES_URL'] = server
  })
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}

/** Registers an account, changes its password and signs in again; returns the valid cookie. */
async function useAccount(): Promise<string> {
  const credentials = { email: EMAIL, password: PASSWORD }
  const registered = await call('POST', '/v1/auth/register', anonymous(credentials))
  const first = readCookie(registered) ?? ''
  await call('GET', '/v1/auth/session', as(first))
  await call('POST', '/v1/auth/register', anonymous(credentials))
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  await call('POST', '/v1/auth/password', as(first, change))
  const renewed = { email: EMAIL, password: NEW_PASSWORD }
  const second = readCookie(await call('POST', '/v1/auth/login', anonymous(renewed))) ?? ''
  await call('POST', '/v1/auth/logout', as(first))
  note('password', PASSWORD)
  note('changed password', NEW_PASSWORD)
  note('e-mail of an account', EMAIL)
  note('cookie of an account that signed out', cookieValue(first))
  note('cookie of an account', cookieValue(second))
  return second
}

async function useWallet(): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  const asked = await call(
    'POST',
    '/v1/auth/wallet/challenge',
    anonymous({ address: account.address }),
  )
  const { challengeId, nonce, message } = asked.json
  const signature = await account.signMessage({ message })
  const body = { challengeId, nonce, message, signature }
  const changed = await account.signMessage({ message: `${message}.` })
  await call('POST', '/v1/auth/wallet/verify', anonymous({ ...body, signature: changed }))
  const verified = await call('POST', '/v1/auth/wallet/verify', anonymous(body))
  await call('POST', '/v1/auth/wallet/verify', anonymous(body))
  note('nonce', nonce, 'a challenge is compared with what was sent; it is used once, and deleted')
  note('signature', signature)
  note('signature of something else', changed)
  note('cookie of a wallet', cookieValue(readCookie(verified) ?? ''))
}

/** Creates credentials and webhooks, whose secrets appear once. */
async function manage(cookie: string, receiver: string): Promise<void> {
  await call('PUT', '/v1/tenant', as(cookie, { name: MARKS.database }))
  const created = await call('POST', '/v1/api-keys', as(cookie, { label: 'One' }))
  note('API key', created.json.key)
  await call('GET', '/v1/api-keys', as(cookie))
  const withKey = { anonymous: true, headers: { 'x-api-key': String(created.json.key) } }
  const url = `${receiver}/hook?token=${HOOK_TOKEN}`
  const hook = await call('POST', '/v1/webhook', {
    ...withKey,
    headers: { ...withKey.headers, 'idempotency-key': IDEMPOTENCY_KEY },
    body: { url },
  })
  const path = `/v1/webhook/${hook.json.id}`
  note('webhook secret', hook.json.secret)
  note('token in a webhook URL', HOOK_TOKEN, "the receiver's URL has to be called as it is")
  const rotate = () => call('POST', `${path}/rotate-secret`, withKey)
  note('webhook secret that was promoted', (await rotate()).json.secret)
  await call('POST', `${path}/promote-secret`, withKey)
  note('pending webhook secret', (await rotate()).json.secret)
  await call('GET', '/v1/webhook', withKey)
  await call('POST', '/v1/webhook/test', { ...withKey, body: { eventType: 'payment.confirmed' } })
  await call('GET', `${path}/deliveries`, withKey)
  await call('DELETE', `/v1/api-keys/${created.json.id}`, as(cookie))
  await useBackend(cookie, url)
}

/** Creates a backend client ID, and sends its secret where it belongs and where it does not. */
async function useBackend(cookie: string, url: string): Promise<void> {
  const body = { label: 'Server', allowedDomains: [], allowAnyPayee: true }
  const { headers, ...rest } = as(cookie, body)
  const keyed = { ...rest, headers: { ...headers, 'idempotency-key': IDEMPOTENCY_KEY } }
  const { json } = await call('POST', '/v1/client-ids', keyed)
  const value = String(json.clientId)
  const [name = '', secret = ''] = value.split('.')
  note('secret of a backend client ID', secret)
  note('guessed secret of a backend client ID', WRONG_SECRET)
  await call('POST', '/v1/client-ids', keyed)
  await call('GET', `/v1/client-ids/${json.id}`, as(cookie))
  const send = (sent: string, more: Record<string, string> = {}) => ({
    anonymous: true,
    headers: { 'x-client-id': sent, ...more },
  })
  for (const sent of [value, `${name}.${WRONG_SECRET}`, `${value}${'x'.repeat(200)}`]) {
    await call('GET', '/v2/currencies', send(sent))
  }
  await call('GET', '/v2/currencies', send(value, { origin: SHOP_ORIGIN }))
  const link = `/v2/secure-payments/01KB4X3F6V3M2N5P7R9T0W1X2Y?clientId=${value}`
  await call('GET', link, { anonymous: true })
  for (const clientId of [value, `${name}x.${secret}`, `${value} ${value}`]) {
    await call('POST', '/v1/webhook', { ...send(value), body: { url: `${url}&own`, clientId } })
  }
  const bearer = { authorization: `Bearer ${WRONG_BEARER}` }
  await call('GET', '/v2/secure-payments', { anonymous: true, headers: bearer })
  note('guessed bearer', WRONG_BEARER)
  await call('DELETE', `/v1/client-ids/${json.id}`, as(cookie))
  await call('GET', '/v2/currencies', send(value))
}

async function pay(): Promise<void> {
  const { clientId } = (
    await call('POST', '/v2/client-ids', { body: { label: 'Shop', allowedDomains: [SHOP_ORIGIN] } })
  ).json
  const base = { invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base' }
  const created = await call('POST', '/v2/secure-payments', {
    headers: { 'idempotency-key': IDEMPOTENCY_KEY },
    body: { requests: [{ ...usdcItem, ...base, payee: PAYEE }] },
  })
  const { token, requestIds } = created.json
  const page = { anonymous: true, headers: pageHeaders(clientId) }
  const path = `/v2/secure-payments/${token}`
  await call('GET', path, page)
  await call('GET', `${path}/pay?wallet=${PAYER}`, page)
  await call('GET', `${path}/pay?wallet=nonsense`, page)
  await call('GET', `/v2/request/${requestIds[0]}`)
  // Reads the hosted page, and a mistyped link.
  for (const link of [`/?token=${token}`, `/pay/${token}`]) {
    await call('GET', link, { anonymous: true, unchecked: true })
  }
  note('token of a payment', token, 'it is the id of the payment; only logs must not know it')
  note('Idempotency-Key', IDEMPOTENCY_KEY, 'a repeat is found by it')
}

/** Queries the node within a trace until a query was sent, because a node rests after a failure. */
async function traceNode(): Promise<void> {
  const { chains, tracing } = test.host.context
  const span = { name: 'query a node', kind: 'internal', attributes: {} } as const
  const ask = () => chains.get('base').getHead()
  await waitUntil(async () => {
    await tracing?.trace(span, ask).catch(() => {})
    return collector.spans.some(({ name }) => name.startsWith('eth_'))
  })
}

/** Sends invalid calls: guesses, and input that validation errors quote. */
async function guess(): Promise<void> {
  const login = (body: object) => call('POST', '/v1/auth/login', anonymous(body))
  await login({ email: EMAIL, password: WRONG_PASSWORD })
  await login({ email: EMAIL, password: SHORT_PASSWORD })
  await login({ email: `${EMAIL} ${EMAIL}`, password: PASSWORD })
  await call('GET', '/v1/webhook', { anonymous: true, headers: { 'x-api-key': WRONG_API_KEY } })
  await call('GET', '/v1/auth/session', as(`session=${WRONG_COOKIE}`))
  await call('POST', '/v1/auth/login', {
    anonymous: true,
    raw: `{"password":"${PASSWORD}`,
    headers: { 'content-type': 'application/json' },
  })
  note('wrong password', WRONG_PASSWORD)
  note('password that is too short', SHORT_PASSWORD)
  note('wrong API key', WRONG_API_KEY)
  note('wrong cookie', WRONG_COOKIE)
}

/**
 * Collects responses and log lines from a database that fails during calls, with an error that quotes
 * its input.
 */
async function fail(cookie: string): Promise<void> {
  const { db } = test.host.context
  const { transaction } = db
  const failures = [
    new DatabaseUnavailableError({ operation: 'serve this request' }),
    new Error('the pool has ended'),
  ]
  for (const failure of failures) {
    db.transaction = () => Promise.reject(failure)
    await call('POST', '/v1/api-keys', as(cookie, { label: 'Two' }))
    await call('POST', '/v1/auth/login', anonymous({ email: EMAIL, password: NEW_PASSWORD }))
    await call('POST', '/v1/auth/register', anonymous({ email: `x${EMAIL}`, password: PASSWORD }))
  }
  db.transaction = transaction
  for (const path of ['/livez', '/readyz']) {
    await call('GET', path, { anonymous: true, unchecked: true })
  }
}

function cookieValue(cookie: string): string {
  return cookie.replace('session=', '')
}

/**
 * Returns all bytes of the database: for SQLite, its files including the write-ahead log; for PostgreSQL, every row.
 */
async function readDatabase(): Promise<Buffer> {
  const { config, db } = test.host.context
  if (!config.databaseUrl.startsWith('sqlite:')) return Buffer.from(await dumpDatabase(db))
  const path = config.databaseUrl.slice('sqlite:'.length)
  return Buffer.concat([readFileSync(path), readFileSync(`${path}-wal`)])
}

/** Returns the names of the canaries that a text or file contains. */
function findIn(place: string | Buffer, wanted: readonly Canary[] = canaries): string[] {
  return wanted.filter(({ value }) => place.includes(value)).map(({ name }) => name)
}

describe('After a run with every kind of secret', () => {
  it('at least 20 canaries exist, and each searched place was written to', () => {
    expect(canaries.length).toBeGreaterThanOrEqual(20)
    expect(new Set(canaries.map(({ value }) => value)).size).toBe(canaries.length)
    expect(log).toContain(MARKS.log)
    expect(database.includes(MARKS.database)).toBe(true)
    const statuses = new Set(answers.map(({ answer }) => answer.status))
    for (const status of [200, 201, 400, 401, 409, 500, 503]) expect(statuses).toContain(status)
  })

  it('no log line contains a canary, at any level', () => {
    expect(findIn(log)).toEqual([])
  })

  it('no metric contains a canary, and the metrics count the calls', () => {
    expect(findIn(metrics)).toEqual([])
    expect(metrics).toMatch(/^secure_payment_calls_total\{operation="[^"]+",status="401"\} \d+$/m)
    expect(metrics).toMatch(/^secure_payment_node_failures_total\{network="base",node="1"\} \d+$/m)
  })

  it('no trace contains a canary, an address, a URL or a hash', () => {
    const names = collector.spans.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['createSecurePayment', 'select api_keys', 'deliver webhook']),
    )
    expect(names.filter((name) => name.startsWith('eth_')).length).toBeGreaterThan(0)
    expect(collector.headers).toContain(COLLECTOR_KEY)
    expect(findIn(collector.text)).toEqual([])
    for (const address of [PAYER, PAYEE]) {
      expect(collector.text.toLowerCase()).not.toContain(address.slice(2).toLowerCase())
    }
    expect(collector.text).not.toMatch(/0x[0-9a-f]{8}|https?:|@/i)
  })

  it('no problem document or health response contains a canary', () => {
    const told = answers
      .filter(({ name, answer }) => answer.status >= 400 || / \/(?:livez|readyz) /.test(name))
      .flatMap(({ name, answer }) => {
        const text = JSON.stringify(answer.headers) + answer.text
        return findIn(text).map((canary) => `${canary} in ${name}`)
      })
    expect(told).toEqual([])
  })

  it('each secret appeared in at most one response', () => {
    const once = canaries.filter(({ name }) => /secret|API key/.test(name))
    for (const { name, value } of once) {
      const shown = answers.filter(({ answer }) => answer.text.includes(value))
      expect(shown.length, name).toBeLessThanOrEqual(1)
    }
  })

  it('the bytes of the database contain only the canaries that the service must store', () => {
    const secrets = canaries.filter(({ stored }) => stored === null)
    const needed = canaries.filter(({ stored }) => stored !== null)
    expect(findIn(database, needed)).toEqual(needed.map(({ name }) => name))
    expect(secrets.length).toBeGreaterThanOrEqual(16)
    expect(findIn(database, secrets)).toEqual([])
  })
})
