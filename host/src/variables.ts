/** One environment variable that the host reads. `<NETWORK>` in a name stands for a network id, upper-cased, `-` as `_`. */
export type Variable = {
  name: string
  /** Text of the default; empty = unset. */
  fallback: string
  /** Its effect and its accepted values, one sentence per line. */
  description: string
}

/** Every variable of the host, in the order of `.env.example`. No other part of the environment is read. */
export const variables = [
  {
    name: 'PAY_PORT',
    fallback: '8080',
    description: 'TCP port of the service; 0 selects a free one.',
  },
  {
    name: 'PAY_BIND',
    fallback: '127.0.0.1',
    description: 'Address to listen on. Put a TLS proxy in front before you use 0.0.0.0.',
  },
  {
    name: 'PAY_DATABASE_URL',
    fallback: 'sqlite:./data/secure-payment.db',
    description:
      'sqlite:<path> for one machine, or postgres://user:password@host/database for many hosts. A request waits 2 s for a connection before it returns 503; ?connect_timeout=<seconds> after the database name changes that, up to 60. A statement is ended after 10 s; ?statement_timeout=<milliseconds> changes that.',
  },
  {
    name: 'PAY_BASE_URL',
    fallback: '',
    description: 'Origin of the main API as clients see it. Default: http://localhost:<PAY_PORT>.',
  },
  {
    name: 'PAY_AUTH_URL',
    fallback: '',
    description: 'Origin of sign-in and webhook management. Default: PAY_BASE_URL.',
  },
  {
    name: 'PAY_PAY_URL',
    fallback: '',
    description: 'Origin of the hosted payment page. Default: PAY_BASE_URL.',
  },
  {
    name: 'PAY_DASHBOARD_ORIGINS',
    fallback: '',
    description:
      'Further origins, comma separated, whose pages may use a session cookie. The three origins of the service always may.',
  },
  {
    name: 'PAY_TOKEN_LIST_URL',
    fallback: '',
    description: 'URL of the static token list. Default: PAY_BASE_URL + /tokens.',
  },
  {
    name: 'PAY_NETWORKS',
    fallback: '',
    description:
      'Networks to serve, comma separated. Default: every network with a PAY_RPC_URL_<NETWORK>.',
  },
  {
    name: 'PAY_RPC_URL_<NETWORK>',
    fallback: '',
    description:
      'JSON-RPC URLs of a network, comma separated, preferred first. Most of them must agree on a payment: both of two, two of three. For Tron <base>/jsonrpc, or the base, which must also serve the HTTP API, including the solidity one. Default: the public ones of the registry.',
  },
  {
    name: 'PAY_TRON_API_KEY',
    fallback: '',
    description:
      'API key for the nodes in PAY_RPC_URL_TRON, all of which receive it in the header TRON-PRO-API-KEY. Default: none.',
  },
  {
    name: 'PAY_PUBLIC_RPC_URL_<NETWORK>',
    fallback: '',
    description:
      "JSON-RPC URL that the payer's page may call. It must not contain a key. Default: the registry's public one.",
  },
  {
    name: 'PAY_CONFIRMATIONS_<NETWORK>',
    fallback: '',
    description:
      'When a payment counts: a number of blocks, safe, or finalized. Tron supports only finalized: solidified blocks. Default: by network, see docs.',
  },
  {
    name: 'PAY_POLL_INTERVAL_MS_<NETWORK>',
    fallback: '',
    description:
      "Milliseconds between two polls of a network. Default: the network's block time, from 500 to 12000.",
  },
  {
    name: 'PAY_SINGLE_NODE_MAX_USD',
    fallback: '0',
    description:
      'Maximum of whole US dollars that one call may request on a network with real money whose nodes are all on one host. 0 = no limit.',
  },
  {
    name: 'PAY_IDLE_POLL_INTERVAL_MS_<NETWORK>',
    fallback: '',
    description:
      'The same while nothing is open on the network. Default: 30000, on Tron 60000; the poll interval where that is below 500.',
  },
  {
    name: 'PAY_CONTRACTS_<NETWORK>',
    fallback: '',
    description:
      'JSON object of contract name to address, for contracts of your own. Default: the registry.',
  },
  {
    name: 'PAY_START_BLOCK_<NETWORK>',
    fallback: '',
    description:
      'First block to scan with an empty database. Default: the head at the first start, or a block before the oldest payment link.',
  },
  {
    name: 'PAY_BOOTSTRAP_API_KEY',
    fallback: '',
    description:
      'An API key that works from the first start; at least 32 characters. Remove it once you have created your own keys.',
  },
  {
    name: 'PAY_ENCRYPTION_KEY',
    fallback: '',
    description:
      'Seals webhook secrets and e-mail addresses in the database; at least 32 characters, the same on every host, never changed. Without it the key is in the database, which protects logs and queries but not a stolen copy.',
  },
  {
    name: 'PAY_DATA_KEY',
    fallback: '',
    description:
      'Keys of at least 32 characters, comma separated, the same on every host, for the data of payers and bank accounts: the first one encrypts, all of them decrypt. To change it, add the new key last on every host, then put it first, run `npm run cli -- reseal`, then remove the old one. Without it the key is in the database, which protects logs and queries but not a stolen copy; PAY_OFFRAMP=http needs it.',
  },
  {
    name: 'PAY_REGISTRATION',
    fallback: 'closed',
    description:
      'Visitors who may open a merchant account by signing in: closed, those whom the operator invites with `npm run cli -- invite`; invite, also those whom a merchant invites; open, all. Members can sign in with any value.',
  },
  {
    name: 'PAY_CLIENT_IDS_PAY_ANYONE',
    fallback: 'false',
    description:
      'true: a client ID that is created with neither payeeDestinationId nor allowAnyPayee may pay any payee, as on a devnet. A client ID is public: with true, every visitor of a shop can create a payment page in its name that pays the visitor.',
  },
  {
    name: 'PAY_SIGN_IN_FACTORIES',
    fallback: '',
    description:
      'Factory contracts, comma separated, from which a smart account may sign in before it is deployed (ERC-6492). Default: none.',
  },
  {
    name: 'PAY_RATE_LIMIT_API_KEY',
    fallback: '600',
    description:
      'Calls per minute of one API key, and of one signed-in person who manages credentials and webhooks. All API keys of a merchant together may make ten times as many. 0 = no limit.',
  },
  {
    name: 'PAY_RATE_LIMIT_CLIENT_ID',
    fallback: '300',
    description:
      'Calls per minute of one client ID from one address, and of rejected credentials from one address; 0 = no limit.',
  },
  {
    name: 'PAY_RATE_LIMIT_SESSION',
    fallback: '60',
    description: 'Calls per minute of sessions from one address; 0 = no limit.',
  },
  {
    name: 'PAY_RATE_LIMIT_SIGN_IN',
    fallback: '10',
    description:
      'Challenges, verifications, logins and registrations per minute from one address, each counted separately, and five times as many logins to one account from all addresses; 0 = no limit.',
  },
  {
    name: 'PAY_UNPAID_ADDRESS',
    fallback: '1000',
    description:
      'Unpaid requests that one address may create in 24 hours, through pages and by signed-in people; 0 = no limit.',
  },
  {
    name: 'PAY_UNPAID_CLIENT_ID',
    fallback: '10000',
    description:
      'The same for one client ID, from all addresses; an address with less than a hundredth of the limit may exceed it; 0 = no limit.',
  },
  {
    name: 'PAY_UNPAID_MERCHANT',
    fallback: '100000',
    description:
      'The same for one merchant, for its servers and people, and separately for its client IDs; 0 = no limit.',
  },
  {
    name: 'PAY_KEEP_LINKS_DAYS',
    fallback: '90',
    description:
      'Days for which an unpaid payment link is kept after its end, with its requests; 0 = always.',
  },
  {
    name: 'PAY_KEEP_REQUESTS_DAYS',
    fallback: '180',
    description:
      'Days for which an unpaid and unchanged request without a link is kept; 0 = always.',
  },
  {
    name: 'PAY_KEEP_DELIVERIES_DAYS',
    fallback: '90',
    description:
      'Days for which completed webhook deliveries and their attempts can be read and sent again; 0 = always.',
  },
  {
    name: 'PAY_STREAMS',
    fallback: '5000',
    description:
      'Streams of events (GET /v2/secure-payments/{token}/events) that a host may have open at once; further pages poll. Each needs a connection and about 70 KiB. 0 = none.',
  },
  {
    name: 'PAY_STREAMS_MERCHANT',
    fallback: '2000',
    description: 'The same for one merchant.',
  },
  {
    name: 'PAY_STREAMS_PAYMENT',
    fallback: '10',
    description: 'The same for one payment.',
  },
  {
    name: 'PAY_STREAM_LIFETIME_S',
    fallback: '600',
    description:
      'Seconds after which a stream of events ends, and its page opens another one; 0 = after its first event.',
  },
  {
    name: 'PAY_MERCHANT_NAME',
    fallback: '',
    description: 'Name that payers see for the bootstrap tenant.',
  },
  {
    name: 'PAY_LINK_LIFETIME_S',
    fallback: '604800',
    description: 'Seconds until a payment link expires. Default: 7 days.',
  },
  {
    name: 'PAY_MAX_RATE_AGE_S',
    fallback: '90000',
    description:
      'Maximum age in seconds of a price feed that converts a payment; 0 = any age. Default: 25 hours, because feeds are updated daily.',
  },
  {
    name: 'PAY_ROLE',
    fallback: 'api,watcher,worker',
    description:
      'Roles of this process: api, watcher (chains), worker (webhooks), comma separated.',
  },
  {
    name: 'PAY_TRUSTED_PROXIES',
    fallback: '0',
    description: 'Number of proxies in front that may set X-Forwarded-For.',
  },
  {
    name: 'PAY_ALLOW_PRIVATE_WEBHOOKS',
    fallback: 'false',
    description:
      'true allows webhooks to receivers on this machine (loopback), also without TLS: only for development.',
  },
  {
    name: 'PAY_RELAYER_PRIVATE_KEY',
    fallback: '',
    description:
      'Key of the account that sends recurring payouts, 32 bytes in hex; it needs native coins for gas and the relayer role of ERC20RecurringPaymentProxy. Default: none, and no recurring payouts.',
  },
  {
    name: 'PAY_RELAY_PERMITS',
    fallback: 'false',
    description:
      'true: the account of PAY_RELAYER_PRIVATE_KEY sends permits (EIP-2612) that payers sign, so that they do not pay for an approval; it pays the gas. Default: false.',
  },
  {
    name: 'PAY_RELAY_PERMITS_HOURLY',
    fallback: '60',
    description: 'Maximum number of permits that it sends per hour for one merchant.',
  },
  {
    name: 'PAY_RELAY_PERMITS_HOURLY_TOTAL',
    fallback: '300',
    description:
      'Maximum number of permits that it sends per hour for all merchants together, whose number is unlimited; each uses about 80,000 gas.',
  },
  {
    name: 'PAY_RELAY_FOR',
    fallback: 'listed',
    description:
      'Merchants for whom the account of PAY_RELAYER_PRIVATE_KEY spends gas, on recurring payouts and on permits: listed, the first merchant and those allowed by `npm run cli -- relay allow`; all; or none.',
  },
  {
    name: 'PAY_RELAY_DAILY_GAS',
    fallback: '20000000',
    description:
      'Maximum gas that it spends per day (UTC) for one merchant on one network, about 100 recurring payments; further payments wait for the next day. 0 = no limit.',
  },
  {
    name: 'PAY_RELAY_DAILY_GAS_TOTAL',
    fallback: '200000000',
    description: 'The same for all merchants together; 0 = no limit.',
  },
  {
    name: 'PAY_RELAY_DUST',
    fallback: 'refuse',
    description:
      'Handling of a recurring payout whose payments are worth less than their gas at creation: refuse, if the network has rates for its token and its coin; strict, also if it lacks one of them, so that the worth is unknown; allow.',
  },
  {
    name: 'PAY_MAX_GAS_PRICE_GWEI_<NETWORK>',
    fallback: '',
    description:
      'Maximum gas price that the relayer pays on a network, in gwei; above it, recurring payouts wait. Default: by network, see docs/guides/set-up-recurring-payouts.md; off = no limit.',
  },
  {
    name: 'PAY_LIFI_URL',
    fallback: 'https://li.quest/v1',
    description:
      'URL of LI.FI, which quotes and tracks payments from other chains; off or an empty value disables payments from other chains.',
  },
  {
    name: 'PAY_LIFI_API_KEY',
    fallback: '',
    description: 'API key of LI.FI, for its higher rate limits. Default: none.',
  },
  {
    name: 'PAY_LIFI_INTEGRATOR',
    fallback: 'secure-payment',
    description:
      'Name of this service at LI.FI: at most 23 letters, digits, dots, hyphens and underscores.',
  },
  {
    name: 'PAY_LIFI_BRIDGES',
    fallback: 'across',
    description: "Bridges that LI.FI may use, comma separated, by LI.FI's names.",
  },
  {
    name: 'PAY_LIFI_QUOTE_LIFETIME_S',
    fallback: '30',
    description:
      "Seconds that a payer may take to sign a bridge's quote, from 10 to 600. LI.FI returns no expiry.",
  },
  {
    name: 'PAY_OFFRAMP',
    fallback: '',
    description:
      'The provider that turns payments into money in bank accounts: sandbox, which serves local and test networks and moves no money; http, the provider at PAY_OFFRAMP_HTTP_URL; or off. Default: sandbox if such a network is served, otherwise off.',
  },
  {
    name: 'PAY_OFFRAMP_SANDBOX_ADDRESS',
    fallback: '',
    description:
      'Address that receives the sandbox’s payments. Default: the last account of the well-known test mnemonic, only on local networks; on Sepolia no request is paid out without it.',
  },
  {
    name: 'PAY_OFFRAMP_SANDBOX_DELAY_MS',
    fallback: '2000',
    description: 'Milliseconds between two steps of the sandbox.',
  },
  {
    name: 'PAY_OFFRAMP_HTTP_URL',
    fallback: '',
    description: 'URL of the provider of PAY_OFFRAMP=http.',
  },
  {
    name: 'PAY_OFFRAMP_HTTP_ID',
    fallback: 'offramp',
    description:
      'Name of the provider in records and webhooks: at most 63 lower-case letters, digits, hyphens and underscores.',
  },
  {
    name: 'PAY_OFFRAMP_HTTP_SECRET',
    fallback: '',
    description:
      'Secret that signs calls to the provider and its callbacks, as in Standard Webhooks: base64 (with or without the prefix whsec_) or hex, at least 32 characters.',
  },
  {
    name: 'PAY_OFFRAMP_HTTP_DEPOSITS',
    fallback: '',
    description:
      'JSON object of network id to the address where the provider receives USDC; it defines the networks from which payments can be paid out.',
  },
  {
    name: 'PAY_OFFRAMP_HTTP_STATUSES',
    fallback: '',
    description:
      'Mapping of the provider’s statuses as JSON: one object each for kyc, agreement, account and offramp, such as {"kyc":{"verified":"approved"}}. The statuses of this service need no mapping.',
  },
  {
    name: 'PAY_LOG_LEVEL',
    fallback: 'info',
    description: 'fatal, error, warn, info, debug, trace or silent.',
  },
  {
    name: 'PAY_ELEMENT_ARCHIVE',
    fallback: '',
    description:
      'Folder that stores every served release of the element, for pages that pin one by its hash. Without it, the database stores the last 20.',
  },
  {
    name: 'PAY_DEV_WALLET_SCRIPT',
    fallback: '',
    description:
      'Path of a script that the hosted page loads, for test wallets. Refused unless every network is local or a testnet.',
  },
] as const satisfies readonly Variable[]

/** Prints `.env.example`: every variable, commented out, with its default. */
export function printEnvExample(): string {
  const blocks = variables.map(
    ({ name, description, fallback }) =>
      `# ${description}\n#${name.replace('<NETWORK>', 'BASE')}=${fallback}\n`,
  )
  return `# Every setting of the host, with its default. Generated from host/src/variables.ts; do not edit.\n\n${blocks.join('\n')}`
}
