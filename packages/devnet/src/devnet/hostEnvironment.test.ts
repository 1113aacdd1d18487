import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import { settingNames } from '../../../../host/src/settings.ts'
import { RELAYER_ACCOUNT } from '../chains/accounts.ts'
import { createChain } from '../chains/chain.ts'
import { type HostSettings, hostEnvironment } from './hostEnvironment.ts'

const settings: HostSettings = {
  port: 8123,
  database: 'sqlite:/tmp/never-opened.db',
  mailFolder: '/tmp/never-opened mails',
  apiKey: 'devnet_key',
  chains: [createChain(getNetwork('devnet-b'), 'http://127.0.0.1:8999', 1_000)],
  bridgeUrl: 'http://127.0.0.1:8777/v1',
  offramp: null,
  priceUrls: null,
  confirmations: 2,
  logLevel: null,
  walletScript: null,
  hostname: '127.0.0.1',
  origins: ['http://localhost:3000'],
}

describe('hostEnvironment', () => {
  it('hostEnvironment sets the devnet’s addresses and ports, regardless of the shell’s variables', () => {
    const inherited = Object.fromEntries(
      settingNames(['devnet-b']).map((name) => [name, 'from-the-shell']),
    )
    const decided = {
      PAY_PORT: '8123',
      PAY_BIND: '127.0.0.1',
      PAY_BASE_URL: 'http://127.0.0.1:8123',
      PAY_DATABASE_URL: 'sqlite:/tmp/never-opened.db',
      PAY_BOOTSTRAP_API_KEY: 'devnet_key',
      PAY_DASHBOARD_ORIGINS: 'http://localhost:8123,http://127.0.0.1:8123,http://localhost:3000',
      PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
      PAY_RELAYER_PRIVATE_KEY: RELAYER_ACCOUNT.privateKey,
      PAY_LIFI_URL: 'http://127.0.0.1:8777/v1',
      PAY_OFFRAMP: 'sandbox',
      PAY_NETWORKS: 'devnet-b',
      PAY_RPC_URL_DEVNET_B: 'http://127.0.0.1:8999',
      PAY_PUBLIC_RPC_URL_DEVNET_B: 'http://127.0.0.1:8999',
      PAY_CONFIRMATIONS_DEVNET_B: '2',
      PAY_START_BLOCK_DEVNET_B: '0',
    }
    const environment = hostEnvironment(settings, inherited)
    expect(environment).toMatchObject(decided)
    expect(Number(environment['PAY_POLL_INTERVAL_MS_DEVNET_B'])).toBeGreaterThan(0)
  })

  it('hostEnvironment passes on every other host setting, and none of the overridden settings', () => {
    const inherited = Object.fromEntries(
      settingNames(['devnet-b']).map((name) => [name, 'from-the-shell']),
    )
    const passed = Object.entries(hostEnvironment(settings, inherited))
      .filter(([, value]) => value === 'from-the-shell')
      .map(([name]) => name)
    expect(passed.sort()).toEqual([
      'PAY_ACCESS_LOG',
      'PAY_CLIENT_IDS_PAY_ANYONE',
      'PAY_DATA_KEY',
      'PAY_ELEMENT_ARCHIVE',
      'PAY_ENCRYPTION_KEY',
      'PAY_FORMER_ENCRYPTION_KEYS',
      'PAY_IDLE_POLL_INTERVAL_MS_DEVNET_B',
      'PAY_KEEP_AUDIT_DAYS',
      'PAY_KEEP_DELIVERIES_DAYS',
      'PAY_KEEP_IDEMPOTENCY_DAYS',
      'PAY_KEEP_INVITATIONS_DAYS',
      'PAY_KEEP_LINKS_DAYS',
      'PAY_KEEP_MAILS_DAYS',
      'PAY_KEEP_REQUESTS_DAYS',
      'PAY_KEEP_SCREENINGS_DAYS',
      'PAY_LIFI_BRIDGES',
      'PAY_LIFI_INTEGRATOR',
      'PAY_LIFI_QUOTE_LIFETIME_S',
      'PAY_LINK_LIFETIME_S',
      'PAY_LOG_LEVEL',
      'PAY_MAIL_FROM',
      'PAY_MAX_GAS_PRICE_GWEI_DEVNET_B',
      'PAY_MAX_RATE_AGE_S',
      'PAY_MERCHANT_NAME',
      'PAY_METRICS_BIND',
      'PAY_METRICS_PORT',
      'PAY_OFFRAMP_SANDBOX_ADDRESS',
      'PAY_OFFRAMP_SANDBOX_DELAY_MS',
      'PAY_PRICE_MAX_AGE_S',
      'PAY_PRICE_MAX_FEED_AGE_S',
      'PAY_PRICE_MAX_FEED_SPREAD_BPS',
      'PAY_PRICE_MAX_SPREAD_BPS',
      'PAY_PRICE_MIN_SOURCES',
      'PAY_QUOTE_GRACE_SECONDS',
      'PAY_QUOTE_SECONDS',
      'PAY_RATE_LIMIT_API_KEY',
      'PAY_RATE_LIMIT_CLIENT_ID',
      'PAY_RATE_LIMIT_SESSION',
      'PAY_RATE_LIMIT_SIGN_IN',
      'PAY_REGISTRATION',
      'PAY_RELAY_DAILY_GAS',
      'PAY_RELAY_DAILY_GAS_TOTAL',
      'PAY_RELAY_DUST',
      'PAY_RELAY_FOR',
      'PAY_RELAY_PERMITS',
      'PAY_RELAY_PERMITS_HOURLY',
      'PAY_RELAY_PERMITS_HOURLY_TOTAL',
      'PAY_SCREENING',
      'PAY_SCREENING_HTTP_ID',
      'PAY_SCREENING_HTTP_SECRET',
      'PAY_SCREENING_HTTP_TIMEOUT_MS',
      'PAY_SCREENING_HTTP_URL',
      'PAY_SCREENING_LIMIT',
      'PAY_SCREENING_LIST',
      'PAY_SCREENING_LIST_FILE',
      'PAY_SCREENING_SCOPE',
      'PAY_SCREENING_TTL_S',
      'PAY_SCREENING_WHEN_DOWN',
      'PAY_SIGN_IN_FACTORIES',
      'PAY_SINGLE_NODE_MAX_USD',
      'PAY_SMTP_URL',
      'PAY_SPONSOR_HOURLY',
      'PAY_SPONSOR_HOURLY_CLIENT_ID',
      'PAY_SPONSOR_HOURLY_COINS_DEVNET_B',
      'PAY_SPONSOR_HOURLY_PAYER',
      'PAY_SPONSOR_HOURLY_TOTAL',
      'PAY_SPONSOR_MAX_GAS',
      'PAY_SPONSOR_NETWORKS',
      'PAY_STREAMS',
      'PAY_STREAMS_CREDENTIAL',
      'PAY_STREAMS_MERCHANT',
      'PAY_STREAMS_PAYMENT',
      'PAY_STREAM_LIFETIME_S',
      'PAY_TRUSTED_PROXIES',
      'PAY_UNPAID_ADDRESS',
      'PAY_UNPAID_CLIENT_ID',
      'PAY_UNPAID_MERCHANT',
      'PAY_VAULT_TOKEN',
      'PAY_VAULT_TRANSIT_KEY',
      'PAY_VAULT_URL',
      'PAY_WALLETCONNECT_PROJECT_ID',
      'PAY_WALLETCONNECT_RELAY_URL',
      'PAY_WEBHOOK_COMPATIBILITY',
    ])
  })

  it('hostEnvironment omits settings for networks that do not run, and other programs’ variables', () => {
    const environment = hostEnvironment(settings, {
      PAY_RPC_URL_BASE: 'https://base.example',
      PAY_CONTRACTS_BASE: '{}',
      HOME: '/root',
      AWS_SECRET_ACCESS_KEY: 'secret',
    })
    expect(Object.keys(environment).filter((name) => !name.startsWith('PAY_'))).toEqual([])
    expect(Object.keys(environment).filter((name) => name.endsWith('_BASE'))).toEqual([])
  })

  it('hostEnvironment has defaults for the rate limits, the shop’s name and the mail address, which the shell can override', () => {
    const environment = hostEnvironment(settings, {})
    expect(environment).toMatchObject({
      PAY_MERCHANT_NAME: 'Demo shop',
      PAY_LOG_LEVEL: 'warn',
      PAY_SMTP_URL: 'file:///tmp/never-opened%20mails',
      PAY_MAIL_FROM: 'secure-payment@devnet.example',
      PAY_RATE_LIMIT_SESSION: '100000',
    })
    expect(hostEnvironment(settings, { PAY_RATE_LIMIT_SESSION: '5' })).toMatchObject({
      PAY_RATE_LIMIT_SESSION: '5',
    })
  })

  it('hostEnvironment configures the HTTP offramp with a provider, the sandbox without one, and none on Tron', () => {
    const offramp = { url: 'http://127.0.0.1:8666/v1', secret: 'ab'.repeat(32), dataKey: 'a key' }
    expect(
      hostEnvironment({ ...settings, offramp }, { PAY_DATA_KEY: 'from-the-shell' }),
    ).toMatchObject({
      PAY_OFFRAMP: 'http',
      PAY_OFFRAMP_HTTP_URL: 'http://127.0.0.1:8666/v1',
      PAY_OFFRAMP_HTTP_SECRET: 'ab'.repeat(32),
      PAY_OFFRAMP_HTTP_DEPOSITS: '{"devnet-b":"0xa0Ee7A142d267C1f36714E4a8F75612F20a79720"}',
      PAY_DATA_KEY: 'a key',
    })
    expect(hostEnvironment(settings, {})).toMatchObject({ PAY_OFFRAMP: 'sandbox' })
    const tron = createChain(getNetwork('tron'), 'http://127.0.0.1:8998', 1_000)
    expect(hostEnvironment({ ...settings, chains: [tron] }, {})).toMatchObject({
      PAY_OFFRAMP: 'off',
    })
  })

  it('hostEnvironment configures the price sources only with price APIs', () => {
    const priceUrls = {
      coinbase: 'http://127.0.0.1:8555/coinbase',
      kraken: 'http://127.0.0.1:8555/kraken',
    }
    expect(
      hostEnvironment({ ...settings, priceUrls }, { PAY_PRICE_SOURCES: 'coingecko' }),
    ).toMatchObject({
      PAY_PRICE_SOURCES: 'coinbase,kraken',
      PAY_PRICE_URLS: JSON.stringify(priceUrls),
    })
    const names = Object.keys(hostEnvironment(settings, { PAY_PRICE_SOURCES: 'coingecko' }))
    expect(names).not.toContain('PAY_PRICE_SOURCES')
  })

  it('hostEnvironment uses the caller’s log level and wallet script instead of the shell’s', () => {
    const inherited = { PAY_LOG_LEVEL: 'debug', PAY_DEV_WALLET_SCRIPT: '/shell.js' }
    expect(hostEnvironment({ ...settings, logLevel: 'error' }, inherited)).toMatchObject({
      PAY_LOG_LEVEL: 'error',
    })
    const environment = hostEnvironment({ ...settings, walletScript: '/burner.js' }, inherited)
    expect(environment['PAY_DEV_WALLET_SCRIPT']).toBe('/burner.js')
    expect(hostEnvironment(settings, inherited)['PAY_DEV_WALLET_SCRIPT']).toBeUndefined()
  })
})
