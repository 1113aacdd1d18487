import { WEBHOOK_COMPATIBILITIES } from '@secure-payment/core/api'
import { z } from 'zod'
import { priceSettings } from './priceSettings.ts'
import { retentionSettings } from './retentionSettings.ts'
import { screeningSettings } from './screeningSettings.ts'
import {
  baseUrlOrOff,
  checked,
  choice,
  choices,
  databaseUrl,
  evmAddresses,
  type Form,
  flag,
  form,
  header,
  limit,
  list,
  MIN_KEY_LENGTH,
  mailAddress,
  mailUrl,
  optional,
  origin,
  origins,
  privateKey,
  secret,
  secrets,
  secretsWithCommas,
  setting,
  share,
  socketOrigin,
  split,
  text,
  wholeNumber,
} from './settingForms.ts'
import { sponsorSettings } from './sponsorSettings.ts'
import { tracingSettings } from './tracingSettings.ts'
import { vaultSettings } from './vaultSettings.ts'

const MAX_PORT = 65_535
const MAX_LINK_LIFETIME_S = 366 * 24 * 3_600
const MAX_RATE_AGE_S = 365 * 24 * 3_600
const MAX_PROXIES = 10
const MAX_USD = 1_000_000_000_000
const MAX_STREAM_S = 3_600
/** Below the minimum, a payer has no time to read the wallet's page; above the maximum, no bridge honours its price. */
const MIN_QUOTE_LIFETIME_S = 10
const MAX_QUOTE_LIFETIME_S = 600

const CALLS = wholeNumber(0, 100_000_000)
const REQUESTS = limit(100_000_000)
const STREAMS = wholeNumber(0, 100_000)
const PERMITS = wholeNumber(0, 100_000)
const GAS = limit(1_000_000_000_000).transform((gas) => (gas === null ? null : BigInt(gas)))

/** The form that LI.FI accepts as an integrator's name. */
const integrator = checked((name) =>
  /^[\w.-]{1,23}$/.test(name)
    ? null
    : 'must be at most 23 letters, digits, dots, hyphens and underscores',
)

/** The form of an id in a page's attribute. */
const projectId = checked((id) =>
  /^[\w-]{1,64}$/.test(id) ? null : 'must be at most 64 letters, digits, hyphens and underscores',
)

const bridgeNames: Form<string[]> = form(
  'must list bridges by their LI.FI names, such as across',
  (value) => {
    const names = [...new Set(split(value))]
    const isValid = names.length > 0 && names.every((name) => /^[\w-]+$/.test(name))
    return isValid ? names : undefined
  },
)

/** The settings that apply to the whole host, in the order of `.env.example`. No other part of the environment is read. */
export const hostSettings = z.object({
  port: setting('PAY_PORT', '8080', wholeNumber(0, MAX_PORT)).describe(
    'TCP port of the service; 0 selects a free one.',
  ),
  bind: setting('PAY_BIND', '127.0.0.1', text).describe(
    'Address to listen on. Put a TLS proxy in front before you use 0.0.0.0.',
  ),
  databaseUrl: setting('PAY_DATABASE_URL', 'sqlite:./data/secure-payment.db', databaseUrl).describe(
    'sqlite:<path> for one machine, or postgres://user:password@host/database for many hosts. A request waits 2 s for a connection before it returns 503; ?connect_timeout=<seconds> after the database name changes that, up to 60. A statement is ended after 10 s; ?statement_timeout=<milliseconds> changes that. ?connection_limit=<number> is the most connections of this host, 16 by default. ?pgbouncer=true is for a pooler in transaction mode.',
  ),
  /** Origins without a trailing slash. */
  baseUrl: optional('PAY_BASE_URL', origin).describe(
    'Origin of the main API as clients see it. Default: http://localhost:<PAY_PORT>.',
  ),
  authUrl: optional('PAY_AUTH_URL', origin).describe(
    'Origin of sign-in and webhook management. Default: PAY_BASE_URL.',
  ),
  payUrl: optional('PAY_PAY_URL', origin).describe(
    'Origin of the hosted payment page. Default: PAY_BASE_URL.',
  ),
  databaseReadUrl: optional('PAY_DATABASE_READ_URL', databaseUrl).describe(
    'URL of a streaming replica of a PostgreSQL database, with the same parameters. Searches, totals, exports and lists of merchants read from it while it is at most 5 s behind and has their latest changes. Default: none.',
  ),
  /** Origins whose pages may use a session cookie, in addition to the service's own. */
  dashboardOrigins: setting('PAY_DASHBOARD_ORIGINS', '', origins).describe(
    'Further origins, comma separated, whose pages may use a session cookie. The three origins of the service are always allowed.',
  ),
  tokenListUrl: optional('PAY_TOKEN_LIST_URL', text).describe(
    'URL of the static token list. Default: PAY_BASE_URL + /tokens.',
  ),
  networkIds: setting('PAY_NETWORKS', '', list).describe(
    'Networks to serve, comma separated. Default: every network with a PAY_RPC_URL_<NETWORK>.',
  ),
  /**
   * Maximum US dollars per call on a network whose payments a single node confirms; null for no limit.
   */
  singleNodeMaxUsd: setting('PAY_SINGLE_NODE_MAX_USD', '0', limit(MAX_USD)).describe(
    'Maximum amount in whole US dollars per call, on a network with real money whose nodes are all on one host. 0 = no limit.',
  ),
  bootstrapApiKey: optional('PAY_BOOTSTRAP_API_KEY', secret(MIN_KEY_LENGTH)).describe(
    'An API key that works from the first start; at least 32 characters. Remove it once you have created your own keys.',
  ),
  encryptionKey: optional('PAY_ENCRYPTION_KEY', secret(MIN_KEY_LENGTH)).describe(
    'Seals webhook secrets and e-mail addresses in the database; at least 32 characters, the same on every host. To change it, see PAY_FORMER_ENCRYPTION_KEYS. Without it the key is in the database, which protects logs and queries but not a stolen copy.',
  ),
  /** The keys that sealed data before PAY_ENCRYPTION_KEY, for the command `rotate-keys` only. */
  formerEncryptionKeys: setting(
    'PAY_FORMER_ENCRYPTION_KEYS',
    '',
    secretsWithCommas(MIN_KEY_LENGTH),
  ).describe(
    'Former values of PAY_ENCRYPTION_KEY, comma separated. Only `npm run cli -- rotate-keys` reads it: stop every host, set the new key and this one, run the command, then remove this one and start the hosts.',
  ),
  vault: vaultSettings,
  /** Keys of personal data, current key first; if none, the host generates one. */
  dataKeys: setting('PAY_DATA_KEY', '', secrets(MIN_KEY_LENGTH)).describe(
    'Keys of at least 32 characters, comma separated, the same on every host, for the data of payers and bank accounts. The first one encrypts, all of them decrypt. To change it, add the new key last on every host, then put it first. Run `npm run cli -- reseal`, then remove the old one. Without it the key is in the database, which protects logs and queries but not a stolen copy; PAY_OFFRAMP=http needs it.',
  ),
  registration: setting('PAY_REGISTRATION', 'closed', choice('closed', 'invite', 'open')).describe(
    'Visitors who may open a merchant account by signing in. With closed, the operator invites them with `npm run cli -- invite`. With invite, merchants may invite too. With open, any visitor may. Members can always sign in.',
  ),
  /**
   * Whether client IDs that are created without this setting may pay any payee while they are unbound.
   */
  clientIdsPayAnyone: setting('PAY_CLIENT_IDS_PAY_ANYONE', 'false', flag).describe(
    'true: a client ID that is created with neither payeeDestinationId nor allowAnyPayee may pay any payee, as on a devnet. A client ID is public: with true, every visitor of a shop can create a payment page in its name that pays the visitor.',
  ),
  /** The webhook compatibility level of merchants without their own. */
  webhookCompatibility: setting(
    'PAY_WEBHOOK_COMPATIBILITY',
    'none',
    choice(...WEBHOOK_COMPATIBILITIES),
  ).describe(
    'How closely webhooks follow Request Network’s, for merchants that chose no level. headers: each delivery also has the headers x-request-network-signature, -delivery, -retry-count and -test. full: also copies of payment events whose names end in .client_id and .checkout, and no requestId in events about payers.',
  ),
  /** The addresses are in lower case. */
  signInFactories: setting('PAY_SIGN_IN_FACTORIES', '', evmAddresses).describe(
    'Factory contracts, comma separated, from which a smart account may sign in before it is deployed (ERC-6492). Default: none.',
  ),
  /** Calls per minute; 0 = no limit. */
  rateLimits: z.object({
    apiKey: setting('PAY_RATE_LIMIT_API_KEY', '600', CALLS).describe(
      'Calls per minute of one API key, and of one signed-in person who manages credentials and webhooks. All API keys of a merchant together may make ten times as many. 0 = no limit.',
    ),
    clientId: setting('PAY_RATE_LIMIT_CLIENT_ID', '300', CALLS).describe(
      'Calls per minute of one client ID from one address, and of rejected credentials from one address. The hosted pages of one payment may make as many from one address, and those of all payments ten times as many. 0 = no limit.',
    ),
    session: setting('PAY_RATE_LIMIT_SESSION', '60', CALLS).describe(
      'Calls per minute of sessions from one address; 0 = no limit.',
    ),
    signIn: setting('PAY_RATE_LIMIT_SIGN_IN', '10', CALLS).describe(
      'Challenges, verifications, logins and registrations per minute from one address, each counted separately. All addresses together may make five times as many logins to one account. 0 = no limit.',
    ),
  }),
  /** The maximum numbers of unpaid requests that callers can create in 24 hours; null for no limit. */
  unpaid: z.object({
    address: setting('PAY_UNPAID_ADDRESS', '1000', REQUESTS).describe(
      'Maximum number of unpaid requests per address in 24 hours, through pages and by signed-in people; 0 = no limit.',
    ),
    clientId: setting('PAY_UNPAID_CLIENT_ID', '10000', REQUESTS).describe(
      'Maximum number of unpaid requests per client ID in 24 hours, from all addresses. An address with less than a hundredth of the limit may exceed it; 0 = no limit.',
    ),
    tenant: setting('PAY_UNPAID_MERCHANT', '100000', REQUESTS).describe(
      'Maximum number of unpaid requests per merchant in 24 hours, for its servers and people, and separately for its client IDs; 0 = no limit.',
    ),
  }),
  /** The number of days for which old records are kept; null for no limit. */
  retention: retentionSettings,
  /** The maximum number of open streams of events, and their maximum duration. */
  streams: z.object({
    host: setting('PAY_STREAMS', '5000', STREAMS).describe(
      'Maximum number of open event streams (GET /v2/secure-payments/{token}/events, GET /v2/payments/events) per host; further pages poll. Each needs a connection and about 70 KiB. 0 = none.',
    ),
    tenant: setting('PAY_STREAMS_MERCHANT', '2000', STREAMS).describe(
      'Maximum number of open event streams per merchant.',
    ),
    token: setting('PAY_STREAMS_PAYMENT', '10', STREAMS).describe(
      'Maximum number of open event streams per payment.',
    ),
    credential: setting('PAY_STREAMS_CREDENTIAL', '10', STREAMS).describe(
      'Maximum number of open streams of a merchant’s changes (GET /v2/payments/events) per session or API key.',
    ),
    lifetimeS: setting('PAY_STREAM_LIFETIME_S', '600', wholeNumber(0, MAX_STREAM_S)).describe(
      'Seconds until an event stream ends and its page opens another one; 0 = after its first event.',
    ),
  }),
  merchantName: optional('PAY_MERCHANT_NAME', text).describe(
    'Name that payers see for the bootstrap tenant.',
  ),
  walletConnect: z.object({
    projectId: optional('PAY_WALLETCONNECT_PROJECT_ID', projectId).describe(
      'Project id from dashboard.reown.com. With it, the hosted page also offers wallets that connect through WalletConnect, and its policy allows the relay. Payers see the id. Allow the origin of PAY_PAY_URL in the project.',
    ),
    relayUrl: setting(
      'PAY_WALLETCONNECT_RELAY_URL',
      'wss://relay.walletconnect.org',
      socketOrigin,
    ).describe('WebSocket origin of the relay that the hosted page uses for WalletConnect.'),
  }),
  linkLifetimeS: setting(
    'PAY_LINK_LIFETIME_S',
    '604800',
    wholeNumber(1, MAX_LINK_LIFETIME_S),
  ).describe('Seconds until a payment link expires. Default: 7 days.'),
  /** The maximum age of a rate in seconds for a converted payment; null for any age. */
  maxRateAgeS: setting('PAY_MAX_RATE_AGE_S', '90000', limit(MAX_RATE_AGE_S)).describe(
    'Maximum age in seconds of a price feed that converts a payment; 0 = any age. Default: 25 hours, because feeds are updated daily.',
  ),
  roles: setting('PAY_ROLE', 'api,watcher,worker', choices('api', 'watcher', 'worker')).describe(
    'Roles of this process: api, watcher (chains), worker (webhooks), comma separated.',
  ),
  trustedProxies: setting('PAY_TRUSTED_PROXIES', '0', wholeNumber(0, MAX_PROXIES)).describe(
    'Number of proxies in front that may set X-Forwarded-For.',
  ),
  allowPrivateWebhooks: setting('PAY_ALLOW_PRIVATE_WEBHOOKS', 'false', flag).describe(
    'true allows webhooks to receivers on this machine (loopback), even without TLS: only for development.',
  ),
  /** The format is `0x` and 64 hex characters. */
  relayerPrivateKey: optional('PAY_RELAYER_PRIVATE_KEY', privateKey).describe(
    'Key of the account that sends recurring payouts, 32 bytes in hex; it needs native coins for gas and the relayer role of ERC20RecurringPaymentProxy. Default: none, and no recurring payouts.',
  ),
  /** Whether the relayer sends permits that payers sign, and the maximum per hour for one merchant and for all. */
  relayPermits: setting('PAY_RELAY_PERMITS', 'false', flag).describe(
    'true: the account of PAY_RELAYER_PRIVATE_KEY sends permits (EIP-2612) that payers sign, so that they do not pay for an approval; it pays the gas. Default: false.',
  ),
  relayPermitsHourly: setting('PAY_RELAY_PERMITS_HOURLY', '60', PERMITS).describe(
    'Maximum number of permits that the relayer sends per hour for one merchant.',
  ),
  relayPermitsHourlyTotal: setting('PAY_RELAY_PERMITS_HOURLY_TOTAL', '300', PERMITS).describe(
    'Maximum number of permits that the relayer sends per hour for all merchants together; each uses about 80,000 gas.',
  ),
  sponsor: sponsorSettings,
  /** The merchants for which the relayer spends gas, and its limits. */
  relay: z.object({
    /** `listed`: the first merchant, and the merchants that the operator allowed. */
    for: setting('PAY_RELAY_FOR', 'listed', choice('listed', 'all', 'none')).describe(
      'Merchants for whom the account of PAY_RELAYER_PRIVATE_KEY spends gas, on recurring payouts, permits and signed payments. listed: the first merchant and those allowed by `npm run cli -- relay allow`. all: every merchant. none: no merchant.',
    ),
    /** The maximum gas per day (UTC) for one merchant on one network; null for no limit. */
    dailyGas: setting('PAY_RELAY_DAILY_GAS', '20000000', GAS).describe(
      'Maximum gas that the relayer spends per day (UTC) for one merchant on one network, about 100 recurring payments. Further payments wait for the next day. 0 = no limit.',
    ),
    /** The maximum gas per day (UTC) for all merchants together on one network; null for no limit. */
    dailyGasTotal: setting('PAY_RELAY_DAILY_GAS_TOTAL', '200000000', GAS).describe(
      'Maximum gas that the relayer spends per day (UTC) for all merchants together on one network; 0 = no limit.',
    ),
    /** The policy for payments that are worth less than their gas; `strict` also rejects payments of unknown value. */
    dust: setting('PAY_RELAY_DUST', 'refuse', choice('refuse', 'strict', 'allow')).describe(
      'Handling of a recurring payout whose payments are worth less than their gas at creation. refuse rejects such a payout, and allow accepts it. strict also rejects a payout if the network has no rate for its token or its coin.',
    ),
  }),
  prices: priceSettings,
  /** Calls to LI.FI; `url` is null if payments from other chains are disabled. */
  lifi: z.object({
    /** The URL of LI.FI, without a trailing slash; the URL may have a path. */
    url: setting('PAY_LIFI_URL', 'https://li.quest/v1', baseUrlOrOff).describe(
      'URL of LI.FI, which quotes and tracks payments from other chains; off or an empty value disables payments from other chains.',
    ),
    apiKey: optional('PAY_LIFI_API_KEY', header).describe(
      'API key of LI.FI, for its higher rate limits. Default: none.',
    ),
    integrator: setting('PAY_LIFI_INTEGRATOR', 'secure-payment', integrator).describe(
      'Name of this service at LI.FI: at most 23 letters, digits, dots, hyphens and underscores.',
    ),
    /** LI.FI's names of the bridges that may be used, at least one. */
    bridges: setting('PAY_LIFI_BRIDGES', 'across', bridgeNames).describe(
      "Bridges that LI.FI may use, comma separated, by LI.FI's names.",
    ),
    /** The seconds that a payer may take to sign a quote. */
    quoteLifetimeS: setting(
      'PAY_LIFI_QUOTE_LIFETIME_S',
      '60',
      wholeNumber(MIN_QUOTE_LIFETIME_S, MAX_QUOTE_LIFETIME_S),
    ).describe(
      "Seconds that a payer may take to sign a bridge's quote, from 10 to 600. LI.FI returns no expiry.",
    ),
  }),
  /** The provider that turns payments into money in bank accounts; null for the sandbox if a test network is served. */
  offrampKind: optional('PAY_OFFRAMP', choice('sandbox', 'http', 'off')).describe(
    'The provider that turns payments into money in bank accounts. sandbox serves local and test networks and moves no money. http is the provider at PAY_OFFRAMP_HTTP_URL. off disables these payouts. Default: sandbox if such a network is served, otherwise off.',
  ),
  screening: screeningSettings,
  /** The transport of e-mails, and their sender. */
  mail: z.object({
    /** `smtp:`, `smtps:` or `file:`; null if the service sends no e-mail. */
    url: optional('PAY_SMTP_URL', mailUrl).describe(
      'Mail server, such as smtps://user:password@mail.example.com:465. smtp:// with a user name needs STARTTLS. file:///path writes .eml files into a folder, for development. Default: none, so the service sends no e-mail.',
    ),
    from: optional('PAY_MAIL_FROM', mailAddress).describe(
      'Sender of e-mails, such as payments@example.com. PAY_SMTP_URL needs it.',
    ),
  }),
  /** The server of metrics and health checks; `port` is null if the host serves no metrics. */
  metrics: z.object({
    port: optional('PAY_METRICS_PORT', wholeNumber(0, MAX_PORT)).describe(
      'Port of a second server with GET /metrics in the format of Prometheus, /livez and /readyz; 0 selects a free one. It needs no credential, so only the monitoring may reach it. Default: none.',
    ),
    bind: setting('PAY_METRICS_BIND', '127.0.0.1', text).describe(
      'Address on which PAY_METRICS_PORT listens. Use 0.0.0.0 only in a private network.',
    ),
  }),
  tracing: tracingSettings,
  accessLog: setting('PAY_ACCESS_LOG', '0', share).describe(
    'Share of responses that the host logs, from 0 (none) to 1 (all), each with its request id, operation, status, time and merchant.',
  ),
  logLevel: setting(
    'PAY_LOG_LEVEL',
    'info',
    choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ).describe('fatal, error, warn, info, debug, trace or silent.'),
  /** A folder that stores every release of the element; null if only the database stores releases, up to the last 20. */
  elementArchive: optional('PAY_ELEMENT_ARCHIVE', text).describe(
    'Folder that stores every served release of the element, for pages that pin one by its hash. Without such a folder, the database stores the last 20 releases.',
  ),
  devWalletScript: optional('PAY_DEV_WALLET_SCRIPT', text).describe(
    'Path of a script that the hosted page loads, for test wallets. The script is refused unless every network is local or a testnet.',
  ),
})
