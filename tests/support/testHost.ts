import { KEY_SCOPES } from '@secure-payment/core/api'
import { type Config, type Host, loadConfig, type Overrides, startHost } from '@secure-payment/host'
import { createMigratedPlace } from '../flows/support/openTestDatabase.ts'
import { type Answer, type Caller, createCaller } from './callApi.ts'

export const API_KEY = 'sk_test_bootstrap_0123456789abcdefghijklmnopqrstuvw'
export const SHOP_ORIGIN = 'https://shop.example.test'

/** Accounts from anvil's well-known mnemonic. */
export const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const SECOND_PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const PAYER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const FEE_ADDRESS = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** No rate limits, because a suite makes more calls per minute than a person; suites about limits set their own. */
const NO_LIMITS = {
  PAY_RATE_LIMIT_API_KEY: '0',
  PAY_RATE_LIMIT_CLIENT_ID: '0',
  PAY_RATE_LIMIT_SESSION: '0',
  PAY_RATE_LIMIT_SIGN_IN: '0',
}

/** A clock that only tests advance. */
type TestClock = { now(): Date; advance(ms: number): void }

/** A host with an empty database, and helpers for tests. */
export type TestHost = AsyncDisposable & {
  host: Host
  clock: TestClock
  /** Calls the API with the bootstrap key, and checks every response against the served OpenAPI document. */
  call: Caller
  /** Creates a payment from `body`, by default of 12.5 USDC on devnet, and returns its token and request ids. */
  createPayment(body?: object): Promise<{ token: string; requestIds: string[] }>
  /** Creates another tenant with its own API key. */
  createTenant(): Promise<{ tenantId: string; apiKey: string }>
  /** Creates a client ID of the bootstrap tenant for `SHOP_ORIGIN`. */
  createClientId(body?: object): Promise<{ id: string; clientId: string }>
  /** Starts another host on the same database, with the same clock. */
  startNeighbour(
    env?: Record<string, string>,
    overrides?: Pick<Overrides, 'builds'>,
  ): Promise<Neighbour>
  /** Counts the stored payments and requests, to prove that a call stored nothing. */
  countRows(): Promise<{ securePayments: number; requests: number }>
}

/** Another host on a test host's database; its disposal keeps the database. */
export type Neighbour = AsyncDisposable & { host: Host; call: Caller }

/** A request for 12.5 USDC on devnet. */
export const usdcItem = {
  payee: PAYEE,
  invoiceCurrency: 'USDC-devnet',
  paymentCurrency: 'USDC-devnet',
  amount: '12.5',
}

/** The headers that a browser sends with every call from a page. */
export type PageHeaders = { 'x-client-id': string; origin: string }

/**
 * Returns the headers that identify a page by its client ID; `origin` defaults to the shop's origin.
 */
export function pageHeaders(clientId: string, origin: string = SHOP_ORIGIN): PageHeaders {
  return { 'x-client-id': clientId, origin }
}

/**
 * Starts a host in this process on the engine of `TEST_DATABASE`. Chains are unreachable unless `env` configures them. The host checks
 * contracts only if `env` sets `PAY_ROLE`, so that all other tests count only their own calls to nodes.
 */
export async function startTestHost(
  env: Record<string, string> = {},
  overrides: Pick<
    Overrides,
    'random' | 'log' | 'offramp' | 'prices' | 'resolveTxt' | 'builds'
  > = {},
): Promise<TestHost> {
  const place = await createMigratedPlace()
  const clock = createClock()
  const config = testConfig({ PAY_DATABASE_URL: place.url, ...env })
  const checksContracts = env['PAY_ROLE'] !== undefined
  const host = await startHost(config, {
    now: clock.now,
    resolveTxt: noRecords,
    checksContracts,
    ...overrides,
    builds: { ...NO_GUIDES, ...overrides.builds },
  })
  const call = await createCaller(host.url, { 'x-api-key': API_KEY })
  return {
    host,
    clock,
    call,
    async createPayment(body = { requests: [usdcItem] }) {
      const { json } = expectStatus(await call('POST', '/v2/secure-payments', { body }), 201)
      return json as { token: string; requestIds: string[] }
    },
    createTenant: () => createTenant(host),
    async createClientId(body = { label: 'Shop', allowedDomains: [SHOP_ORIGIN] }) {
      const { json } = expectStatus(await call('POST', '/v2/client-ids', { body }), 201)
      return json as { id: string; clientId: string }
    },
    async startNeighbour(more = {}, { builds = {} } = {}) {
      const settings = testConfig({ PAY_DATABASE_URL: place.url, ...env, ...more })
      const { offramp, prices } = overrides
      const provider = {
        ...(offramp === undefined ? {} : { offramp }),
        ...(prices === undefined ? {} : { prices }),
      }
      const checksContracts = more['PAY_ROLE'] !== undefined
      const neighbour = await startHost(settings, {
        now: clock.now,
        builds: { ...NO_GUIDES, ...builds },
        checksContracts,
        ...provider,
      })
      return {
        host: neighbour,
        call: await createCaller(neighbour.url, { 'x-api-key': API_KEY }),
        [Symbol.asyncDispose]: () => neighbour[Symbol.asyncDispose](),
      }
    },
    countRows: () => countRows(host),
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]()
      await place.remove()
    },
  }
}

/**
 * Hosts in tests serve no guides, because a host lists all its files at startup and most of them are guides. A test that reads guides
 * sets their folder.
 */
const NO_GUIDES = { guides: 'no such folder' }

function testConfig(env: Record<string, string>): Config {
  return loadConfig({
    PAY_PORT: '0',
    PAY_BOOTSTRAP_API_KEY: API_KEY,
    PAY_MERCHANT_NAME: 'Test shop',
    PAY_NETWORKS: 'devnet,devnet-b,base',
    PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
    PAY_RPC_URL_DEVNET_B: 'http://127.0.0.1:1',
    PAY_RPC_URL_BASE: 'http://127.0.0.1:1',
    PAY_ROLE: 'api',
    PAY_REGISTRATION: 'open',
    PAY_CLIENT_IDS_PAY_ANYONE: 'true',
    PAY_LIFI_URL: 'off',
    PAY_LOG_LEVEL: 'silent',
    // Streams end at once, because suites that call every operation read each response to its end.
    PAY_STREAM_LIFETIME_S: '0',
    ...NO_LIMITS,
    ...env,
  })
}

/** Returns no TXT records, so that no suite queries the machine's name servers. */
async function noRecords(): Promise<never> {
  throw Object.assign(new Error('no record'), { code: 'ENODATA' })
}

function createClock(): TestClock {
  let nowMs = Date.now()
  return {
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms
    },
  }
}

function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status === status) return answer
  throw new Error(`Expected ${status}, got ${answer.status}: ${answer.text}`)
}

async function createTenant({ context }: Host): Promise<{ tenantId: string; apiKey: string }> {
  const { createApiKey } = await import('../../host/src/auth/apiKey.ts')
  const tenantId = `tenant-${Math.random().toString(36).slice(2)}`
  const created_at = context.now().toISOString()
  const { key, row } = createApiKey(context, {
    tenantId,
    label: 'test',
    scopes: KEY_SCOPES,
    expiresAt: null,
    createdBy: null,
  })
  await context.db.transaction(async (tx) => {
    await tx.insertInto('tenants').values({ id: tenantId, name: 'Other', created_at }).execute()
    await tx.insertInto('api_keys').values(row).execute()
  })
  return { tenantId, apiKey: key }
}

async function countRows({ context }: Host): Promise<{ securePayments: number; requests: number }> {
  const { kysely } = context.db
  const securePayments = await kysely.selectFrom('secure_payments').select('token').execute()
  const requests = await kysely.selectFrom('requests').select('id').execute()
  return { securePayments: securePayments.length, requests: requests.length }
}
