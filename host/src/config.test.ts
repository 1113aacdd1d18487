import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'
import type { Environment } from './settings.ts'

const DEVNET = { PAY_RPC_URL_DEVNET: 'http://127.0.0.1:8545' }
const OFFRAMP_HTTP = {
  PAY_OFFRAMP_HTTP_URL: 'https://offramp.example.test/v1',
  PAY_OFFRAMP_HTTP_SECRET: 'whsec_c2hhcmVkIHNlY3JldCBvZiBhIHRlc3Qgb25seQ==',
  PAY_OFFRAMP_HTTP_DEPOSITS: '{"mainnet":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8"}',
}

function problemsOf(env: Environment): readonly string[] {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('loadConfig', () => {
  it('loadConfig needs no settings: it serves no networks, on SQLite, to this machine only', () => {
    expect(loadConfig({})).toMatchObject({
      port: 8080,
      bind: '127.0.0.1',
      databaseUrl: 'sqlite:./data/secure-payment.db',
      baseUrl: 'http://localhost:8080',
      authUrl: 'http://localhost:8080',
      payUrl: 'http://localhost:8080',
      tokenListUrl: 'http://localhost:8080/tokens',
      networks: [],
      linkLifetimeS: 7 * 24 * 3_600,
      maxRateAgeS: 90_000,
      roles: ['api', 'watcher', 'worker'],
      allowPrivateWebhooks: false,
      lifi: {
        url: 'https://li.quest/v1',
        apiKey: null,
        integrator: 'secure-payment',
        bridges: ['across'],
        quoteLifetimeS: 60,
      },
      mail: null,
      elementArchive: null,
      devWalletScript: null,
    })
  })

  it('loadConfig serves every network that has a node, unless PAY_NETWORKS is set', () => {
    const env = { ...DEVNET, PAY_RPC_URL_DEVNET_B: 'http://127.0.0.1:8546' }
    const ids = (config: Environment) =>
      loadConfig(config).networks.map(({ network }) => network.id)
    expect(ids(env)).toEqual(['devnet', 'devnet-b'])
    expect(ids({ ...env, PAY_NETWORKS: 'devnet-b' })).toEqual(['devnet-b'])
    expect(ids({ ...env, PAY_NETWORKS: ' base , devnet,devnet ' })).toEqual(['base', 'devnet'])
  })

  it('loadConfig reads settings per network', () => {
    const { networks } = loadConfig({
      PAY_RPC_URL_DEVNET_B: 'http://a, http://b',
      PAY_PUBLIC_RPC_URL_DEVNET_B: 'http://public',
      PAY_CONFIRMATIONS_DEVNET_B: '3',
      PAY_POLL_INTERVAL_MS_DEVNET_B: '100',
      PAY_START_BLOCK_DEVNET_B: '9007199254740993',
      PAY_CONTRACTS_DEVNET_B: '{"ERC20FeeProxy":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8"}',
    })
    expect(networks[0]).toMatchObject({
      rpcUrls: ['http://a', 'http://b'],
      publicRpcUrl: 'http://public',
      finality: { mode: 'depth', depth: 3 },
      pollIntervalMs: 100,
      startBlock: 9_007_199_254_740_993n,
    })
    expect(networks[0]?.network.contracts.ERC20FeeProxy?.address).toBe(
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    )
  })

  it('loadConfig serves Tron only with solidified blocks, and uses Tron’s key only for Tron’s nodes', () => {
    const { networks } = loadConfig({
      ...DEVNET,
      PAY_NETWORKS: 'tron,devnet',
      PAY_RPC_URL_TRON: 'http://127.0.0.1:9090/jsonrpc',
      PAY_TRON_API_KEY: 'key-1',
      PAY_CONFIRMATIONS_TRON: 'finalized',
    })
    expect(networks[0]).toMatchObject({
      network: { id: 'tron' },
      rpcUrls: ['http://127.0.0.1:9090/jsonrpc'],
      nodeApiKey: 'key-1',
      finality: { mode: 'finalized' },
      pollIntervalMs: 3_000,
    })
    expect(networks[1]?.nodeApiKey).toBeNull()
  })

  it('loadConfig accepts libpq’s connect_timeout in the PostgreSQL URL', () => {
    const url = 'postgres://db/pay?connect_timeout=60'
    expect(loadConfig({ ...DEVNET, PAY_DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it.each([
    'postgres://pay:pass%23word@db/pay',
    'postgresql:///pay?host=/var/run/postgresql',
    'postgres://%2Fvar%2Frun%2Fpostgresql/pay',
    'postgres://pay@[::1]:5432/pay',
  ])('loadConfig accepts %s as the PostgreSQL URL', (url) => {
    expect(loadConfig({ ...DEVNET, PAY_DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it('loadConfig accepts payments at the head on a local network', () => {
    const { networks } = loadConfig({ ...DEVNET, PAY_CONFIRMATIONS_DEVNET: '0' })
    expect(networks[0]?.finality).toEqual({ mode: 'depth', depth: 0 })
  })

  it('loadConfig keeps "off" distinct from a missing setting, for the gas price ceiling', () => {
    const ceilingOf = (env: Environment) =>
      loadConfig({ PAY_NETWORKS: 'base', ...env }).networks[0]?.maxGasPriceUnits
    expect(ceilingOf({})).toBe(1_000_000_000n)
    expect(ceilingOf({ PAY_MAX_GAS_PRICE_GWEI_BASE: '2.5' })).toBe(2_500_000_000n)
    expect(ceilingOf({ PAY_MAX_GAS_PRICE_GWEI_BASE: 'off' })).toBeNull()
  })

  it.each(['safe', 'finalized'])('loadConfig accepts %s of the node as finality', (mode) => {
    const { networks } = loadConfig({ ...DEVNET, PAY_CONFIRMATIONS_DEVNET: mode })
    expect(networks[0]?.finality.mode).toBe(mode)
  })

  it.each([
    [{ PAY_PORT: '80a' }, 'PAY_PORT'],
    [{ PAY_PORT: '65536' }, 'PAY_PORT'],
    [{ PAY_PORT: '-1' }, 'PAY_PORT'],
    [{ PAY_DATABASE_READ_URL: 'postgres://replica/pay' }, 'PAY_DATABASE_READ_URL needs PostgreSQL'],
    [
      { PAY_DATABASE_URL: 'postgres://db/pay', PAY_DATABASE_READ_URL: 'sqlite:./pay.db' },
      'PAY_DATABASE_READ_URL needs PostgreSQL',
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'authorization' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%ZZ' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ PAY_DATABASE_URL: 'mysql://x' }, 'PAY_DATABASE_URL'],
    [{ PAY_DATABASE_URL: 'postgres://pay:pass#word@db/pay' }, 'PAY_DATABASE_URL cannot be read'],
    [{ PAY_DATABASE_URL: 'postgres://pay:pass/word@db/pay' }, 'PAY_DATABASE_URL cannot be read'],
    [{ PAY_DATABASE_URL: 'postgres://db:99999/pay' }, 'PAY_DATABASE_URL cannot be read'],
    [{ PAY_RELAYER_PRIVATE_KEY: '00'.repeat(32) }, 'PAY_RELAYER_PRIVATE_KEY'],
    [{ PAY_RELAYER_PRIVATE_KEY: 'ff'.repeat(32) }, 'PAY_RELAYER_PRIVATE_KEY'],
    [{ PAY_DATABASE_URL: 'postgres://db/pay?connect_timeout=0' }, 'connect_timeout'],
    [{ PAY_DATABASE_URL: 'postgres://db/pay?connect_timeout=1.5' }, 'connect_timeout'],
    [{ PAY_DATABASE_URL: 'postgres://db/pay?connect_timeout=61' }, 'connect_timeout'],
    [{ PAY_DATABASE_URL: 'postgres://db/pay?statement_timeout=99' }, 'statement_timeout'],
    [{ PAY_DATABASE_URL: 'postgres://db/pay?statement_timeout=5s' }, 'statement_timeout'],
    [{ PAY_DATABASE_URL: 'postgres://db/pay?connection_limit=0' }, 'connection_limit'],
    [{ PAY_DATABASE_URL: 'postgres://db/pay?connection_limit=1001' }, 'connection_limit'],
    [{ PAY_DATABASE_URL: 'postgres://db/pay?pgbouncer=yes' }, 'pgbouncer'],
    [{ PAY_BASE_URL: 'pay.example.com' }, 'PAY_BASE_URL'],
    [{ PAY_BASE_URL: 'https://pay.example.com/path' }, 'PAY_BASE_URL'],
    [{ PAY_NETWORKS: 'atlantis' }, 'PAY_NETWORKS'],
    [{ PAY_NETWORKS: 'tron', PAY_CONFIRMATIONS_TRON: '19' }, 'PAY_CONFIRMATIONS_TRON'],
    [{ PAY_NETWORKS: 'tron', PAY_CONFIRMATIONS_TRON: 'safe' }, 'PAY_CONFIRMATIONS_TRON'],
    [{ PAY_NETWORKS: 'tron', PAY_TRON_API_KEY: 'two words' }, 'PAY_TRON_API_KEY'],
    [{ PAY_NETWORKS: 'devnet' }, 'PAY_RPC_URL_DEVNET'],
    [{ PAY_OFFRAMP: 'http', ...OFFRAMP_HTTP, PAY_DATA_KEY: 'short' }, 'PAY_DATA_KEY must'],
    [
      { PAY_NETWORKS: 'sepolia', PAY_OFFRAMP: 'sandbox', PAY_OFFRAMP_SANDBOX_ADDRESS: 'x' },
      'PAY_OFFRAMP_SANDBOX_ADDRESS must',
    ],
    [{ PAY_RPC_URL_DEVNET: 'ws://x' }, 'PAY_RPC_URL_DEVNET'],
    [{ ...DEVNET, PAY_CONFIRMATIONS_DEVNET: 'soon' }, 'PAY_CONFIRMATIONS_DEVNET'],
    [
      { PAY_NETWORKS: 'base', PAY_CONFIRMATIONS_BASE: '0' },
      'PAY_CONFIRMATIONS_BASE must be safe, finalized, or a number of blocks from 1 to 100000, got "0"',
    ],
    [{ PAY_NETWORKS: 'sepolia', PAY_CONFIRMATIONS_SEPOLIA: '0' }, 'PAY_CONFIRMATIONS_SEPOLIA'],
    [{ ...DEVNET, PAY_CONTRACTS_DEVNET: '[]' }, 'PAY_CONTRACTS_DEVNET'],
    [{ ...DEVNET, PAY_CONTRACTS_DEVNET: '{"X":"0x1"}' }, 'PAY_CONTRACTS_DEVNET'],
    [{ ...DEVNET, PAY_START_BLOCK_DEVNET: '1.5' }, 'PAY_START_BLOCK_DEVNET'],
    [{ PAY_BOOTSTRAP_API_KEY: 'short' }, 'PAY_BOOTSTRAP_API_KEY'],
    [{ PAY_ROLE: 'api,boss' }, 'PAY_ROLE'],
    [{ PAY_ROLE: ',' }, 'PAY_ROLE must list some of api, watcher, worker, got ","'],
    [{ PAY_ALLOW_PRIVATE_WEBHOOKS: 'yes' }, 'PAY_ALLOW_PRIVATE_WEBHOOKS'],
    [{ PAY_LOG_LEVEL: 'loud' }, 'PAY_LOG_LEVEL'],
    [{ PAY_LINK_LIFETIME_S: '0' }, 'PAY_LINK_LIFETIME_S'],
    [{ PAY_LIFI_URL: 'li.quest/v1' }, 'PAY_LIFI_URL'],
    [{ PAY_LIFI_URL: 'ftp://li.quest/v1' }, 'PAY_LIFI_URL'],
    [{ PAY_LIFI_URL: 'https://li.quest/v1?key=1' }, 'PAY_LIFI_URL'],
    [{ PAY_LIFI_URL: 'https://me:secret@li.quest/v1' }, 'PAY_LIFI_URL'],
    [{ PAY_LIFI_API_KEY: 'two\nlines' }, 'PAY_LIFI_API_KEY'],
    [{ PAY_LIFI_INTEGRATOR: 'a name of several words' }, 'PAY_LIFI_INTEGRATOR'],
    [{ PAY_LIFI_INTEGRATOR: 'x'.repeat(24) }, 'PAY_LIFI_INTEGRATOR'],
    [{ PAY_LIFI_BRIDGES: ',' }, 'PAY_LIFI_BRIDGES'],
    [{ PAY_LIFI_BRIDGES: 'across&fee=1' }, 'PAY_LIFI_BRIDGES'],
    [{ PAY_LIFI_QUOTE_LIFETIME_S: '5' }, 'PAY_LIFI_QUOTE_LIFETIME_S'],
  ])('loadConfig rejects %j and names the variable', (env, name) => {
    const problems = problemsOf(env)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(name)
  })

  it.each([
    ['PAY_DATABASE_URL', 'mysql://pay:canary@db/pay'],
    ['PAY_DATABASE_URL', 'postgres://pay:canary#1@db/pay'],
    ['PAY_DATABASE_URL', 'postgres://pay:canary@db/pay?connect_timeout=0'],
    ['PAY_BOOTSTRAP_API_KEY', 'canary'],
    ['PAY_ENCRYPTION_KEY', 'canary'],
    ['PAY_DATA_KEY', 'canary'],
    ['PAY_RELAYER_PRIVATE_KEY', 'canary'],
    ['PAY_LIFI_URL', 'https://li.quest/v1?key=canary'],
    ['PAY_LIFI_API_KEY', 'canary key'],
    ['PAY_TRON_API_KEY', 'canary key'],
    ['PAY_RPC_URL_DEVNET', 'wss://node.example.test/canary'],
    ['PAY_OFFRAMP_HTTP_URL', 'https://offramp.example.test/v1?key=canary'],
    ['PAY_OFFRAMP_HTTP_URL', 'http://canary.example.test/v1'],
    ['PAY_OFFRAMP_HTTP_SECRET', 'canary'],
  ])('loadConfig rejects a %s like %s without its text', (name, value) => {
    const problems = problemsOf({
      ...DEVNET,
      PAY_NETWORKS: 'devnet,tron',
      PAY_DATA_KEY: 'a-data-key-0123456789abcdef0123456789',
      PAY_OFFRAMP: 'http',
      ...OFFRAMP_HTTP,
      [name]: value,
    })
    expect(problems).toEqual([expect.stringContaining(name)])
    expect(problems.join()).not.toContain('canary')
  })

  it('loadConfig still checks the known networks when PAY_NETWORKS also lists unknown ones', () => {
    const problems = problemsOf({ PAY_NETWORKS: 'devnet,atlantis,lemuria' })
    expect(problems).toEqual([
      'PAY_RPC_URL_DEVNET is missing',
      expect.stringMatching(/^PAY_NETWORKS names "atlantis"; known networks are mainnet, /),
      expect.stringMatching(/^PAY_NETWORKS names "lemuria"; known networks are mainnet, /),
    ])
  })

  it.each([
    ['bsae', 'base'],
    ['Sepolia', 'sepolia'],
  ])('loadConfig suggests the nearest network for %s', (id, nearest) => {
    expect(problemsOf({ PAY_NETWORKS: id })).toEqual([
      expect.stringContaining(
        `PAY_NETWORKS names "${id}"; did you mean ${nearest}? Known networks are mainnet, `,
      ),
    ])
  })

  it('loadConfig lists all problems in one message, after a reference to .env.example', () => {
    expect(() =>
      loadConfig({
        PAY_PORT: 'http',
        PAY_RPC_URL_DEVNET: 'localhost:8545',
        PAY_REGISTRATION: 'all',
      }),
    ).toThrow(
      [
        'The settings are not usable. .env.example describes each of them.',
        '  - PAY_PORT must be a whole number from 0 to 65535, got "http"',
        '  - PAY_REGISTRATION must be one of closed, invite, open, got "all"',
        '  - PAY_RPC_URL_DEVNET must list http(s) URLs such as https://node.example.com',
      ].join('\n'),
    )
  })

  it.each(['', '  ', 'off'])(
    'loadConfig accepts no payments from other chains with PAY_LIFI_URL=%j',
    (url) => {
      expect(loadConfig({ PAY_LIFI_URL: url }).lifi).toBeNull()
    },
  )

  it('loadConfig accepts a custom LI.FI URL', () => {
    const env = {
      PAY_LIFI_URL: 'http://127.0.0.1:4000/v1/',
      PAY_LIFI_API_KEY: 'key-1',
      PAY_LIFI_INTEGRATOR: 'my-shop_1.0',
      PAY_LIFI_BRIDGES: 'across, stargateV2,across',
      PAY_LIFI_QUOTE_LIFETIME_S: '90',
    }
    expect(loadConfig(env).lifi).toEqual({
      url: 'http://127.0.0.1:4000/v1',
      apiKey: 'key-1',
      integrator: 'my-shop_1.0',
      bridges: ['across', 'stargateV2'],
      quoteLifetimeS: 90,
    })
  })

  it('loadConfig accepts a mail server or a folder, with a sender', () => {
    const PAY_MAIL_FROM = 'payments@example.com'
    for (const url of [
      'smtps://user:p%23ss@mail.example.com:465',
      'smtp://127.0.0.1:1025',
      'smtp://[::1]',
      'file:///tmp/mail',
    ]) {
      const { mail } = loadConfig({ PAY_SMTP_URL: url, PAY_MAIL_FROM })
      expect(mail).toEqual({ url, from: PAY_MAIL_FROM })
    }
    expect(loadConfig({ PAY_MAIL_FROM }).mail).toBeNull()
    expect(problemsOf({ PAY_SMTP_URL: 'smtp://127.0.0.1' })).toEqual([
      'PAY_MAIL_FROM is missing: PAY_SMTP_URL needs it',
    ])
    for (const from of ['shop', 'Shop <a@b.test>', 'a@b.test, c@d.test']) {
      expect(problemsOf({ PAY_MAIL_FROM: from }), from).toHaveLength(1)
    }
  })

  it('loadConfig rejects other mail servers, and omits their passwords from the message', () => {
    for (const url of [
      'https://user:hunter2@mail.example.com',
      'smtp://user:hunter2@mail.example.com/path',
      'smtp://user:hunter2@mail.example.com?proxy=x',
      'smtp://user:hunter2@',
      'smtp://user:hunter2%zz@mail.example.com',
      'file://server/hunter2',
      'hunter2',
    ]) {
      const problems = problemsOf({ PAY_SMTP_URL: url, PAY_MAIL_FROM: 'a@b.test' })
      expect(problems, url).toEqual([expect.stringMatching(/^PAY_SMTP_URL must begin with/)])
      expect(problems.join()).not.toContain('hunter2')
    }
  })

  it('loadConfig reports all errors at once, without secrets', () => {
    const problems = problemsOf({
      PAY_PORT: 'x',
      PAY_ROLE: 'x',
      PAY_BOOTSTRAP_API_KEY: 'hunter2',
      PAY_LIFI_API_KEY: 'hunter2 and a space',
      PAY_LIFI_URL: 'https://hunter2@li.quest',
    })
    expect(problems).toHaveLength(5)
    expect(problems.join()).not.toContain('hunter2')
  })
})
