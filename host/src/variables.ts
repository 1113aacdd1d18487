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
    description: 'TCP port of the service; 0 takes a free one.',
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
      'sqlite:<path> for one machine, or postgres://user:password@host/database for many hosts. A request waits 2 s for a connection before it gets 503; ?connect_timeout=<seconds> after the database says otherwise, up to 60. A statement is ended after 10 s; ?statement_timeout=<milliseconds> says otherwise.',
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
    description: 'Where the static token list is published. Default: PAY_BASE_URL + /tokens.',
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
      'JSON-RPC URLs of a network, comma separated, preferred first. Most of them must agree on a payment: of two both, of three two. For Tron <base>/jsonrpc, or the base: its HTTP API, the solidity one included, must be beside. Default: the public ones of the registry.',
  },
  {
    name: 'PAY_TRON_API_KEY',
    fallback: '',
    description:
      'API key for the nodes in PAY_RPC_URL_TRON, which all get it in the header TRON-PRO-API-KEY. Default: none.',
  },
  {
    name: 'PAY_PUBLIC_RPC_URL_<NETWORK>',
    fallback: '',
    description:
      "JSON-RPC URL that the payer's page may call. Never one with a key in it. Default: the registry's public one.",
  },
  {
    name: 'PAY_CONFIRMATIONS_<NETWORK>',
    fallback: '',
    description:
      'When a payment counts: a number of blocks, safe, or finalized. Tron takes finalized alone: solidified blocks. Default: by network, see docs.',
  },
  {
    name: 'PAY_POLL_INTERVAL_MS_<NETWORK>',
    fallback: '',
    description:
      "Milliseconds between two looks at a network. Default: the network's block time, from 500 to 12000.",
  },
  {
    name: 'PAY_SINGLE_NODE_MAX_USD',
    fallback: '0',
    description:
      'The most US dollars, in whole ones, that one call may ask for on a network with real money and nodes of one host alone. 0 = no limit.',
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
      'First block to scan on an empty database. Default: the head at first start, or before the oldest payment link.',
  },
  {
    name: 'PAY_BOOTSTRAP_API_KEY',
    fallback: '',
    description:
      'An API key that works from the first start; at least 32 characters. Remove it once you have keys of your own.',
  },
  {
    name: 'PAY_ENCRYPTION_KEY',
    fallback: '',
    description:
      'Seals webhook secrets and e-mail addresses in the database; at least 32 characters, the same on every host, never changed. Without it the key lies in the database, which guards logs and queries but not a stolen copy.',
  },
  {
    name: 'PAY_DATA_KEY',
    fallback: '',
    description:
      'Keys of at least 32 characters, comma separated, the same on every host, for what the service knows of payers and bank accounts: the first one encrypts, all of them decrypt. To change it add the new key last on every host, then put it first, run `npm run cli -- reseal`, then remove the old one. Without it the key lies in the database, which guards logs and queries but not a stolen copy; PAY_OFFRAMP=http needs it.',
  },
  {
    name: 'PAY_REGISTRATION',
    fallback: 'closed',
    description:
      'Who may open a merchant account by signing in: closed, those whom the operator invites with `npm run cli -- invite`; invite, those whom a merchant invites too; open, everybody. Members sign in whatever it says.',
  },
  {
    name: 'PAY_CLIENT_IDS_PAY_ANYONE',
    fallback: 'false',
    description:
      'true: a client ID that is created with neither payeeDestinationId nor allowAnyPayee pays anybody, as on a devnet. A client ID is public: with true every visitor of a shop can have a page made in its name that pays the visitor.',
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
      'Calls a minute of one API key, and of one signed-in person who manages credentials and webhooks. All API keys of a merchant together have ten times as many. 0 = no limit.',
  },
  {
    name: 'PAY_RATE_LIMIT_CLIENT_ID',
    fallback: '300',
    description:
      'Calls a minute of one client ID from one address, and of refused credentials from one address; 0 = no limit.',
  },
  {
    name: 'PAY_RATE_LIMIT_SESSION',
    fallback: '60',
    description: 'Calls a minute of sessions from one address; 0 = no limit.',
  },
  {
    name: 'PAY_RATE_LIMIT_SIGN_IN',
    fallback: '10',
    description:
      'Challenges, verifications, logins and registrations a minute from one address, each counted by itself, and five times as many logins to one account from anywhere; 0 = no limit.',
  },
  {
    name: 'PAY_UNPAID_ADDRESS',
    fallback: '1000',
    description:
      'Requests that one address creates in 24 hours, by pages and signed-in people, and that nobody pays; 0 = no limit.',
  },
  {
    name: 'PAY_UNPAID_CLIENT_ID',
    fallback: '10000',
    description:
      'The same of one client ID, from all addresses; one with less than a hundredth of its bound may pass it; 0 = no limit.',
  },
  {
    name: 'PAY_UNPAID_MERCHANT',
    fallback: '100000',
    description:
      'The same of one merchant, by its servers and people, and apart from them by its client IDs; 0 = no limit.',
  },
  {
    name: 'PAY_KEEP_LINKS_DAYS',
    fallback: '90',
    description:
      'Days after its end for which a payment link that nobody paid is kept, with its requests; 0 = always.',
  },
  {
    name: 'PAY_KEEP_REQUESTS_DAYS',
    fallback: '180',
    description:
      'Days for which a request without a link is kept that nobody paid and nothing changed; 0 = always.',
  },
  {
    name: 'PAY_KEEP_DELIVERIES_DAYS',
    fallback: '90',
    description:
      'Days for which webhook deliveries that are done, and their attempts, can be looked up and sent again; 0 = always.',
  },
  {
    name: 'PAY_STREAMS',
    fallback: '5000',
    description:
      'Streams of events (GET /v2/secure-payments/{token}/events) that a host has open at once; beyond, pages poll. Each takes a connection and some 70 KiB. 0 = none.',
  },
  {
    name: 'PAY_STREAMS_MERCHANT',
    fallback: '2000',
    description: 'Of them, those of one merchant.',
  },
  {
    name: 'PAY_STREAMS_PAYMENT',
    fallback: '10',
    description: 'Of them, those of one payment.',
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
      'Seconds that a price feed may be old when a payment is converted with it; 0 = any age. Default: 25 hours, as feeds are renewed daily.',
  },
  {
    name: 'PAY_ROLE',
    fallback: 'api,watcher,worker',
    description:
      'What this process does: api, watcher (chains), worker (webhooks), comma separated.',
  },
  {
    name: 'PAY_TRUSTED_PROXIES',
    fallback: '0',
    description: 'How many proxies in front may set X-Forwarded-For.',
  },
  {
    name: 'PAY_ALLOW_PRIVATE_WEBHOOKS',
    fallback: 'false',
    description:
      'true lets webhooks go to receivers on this machine (loopback), also without TLS: for development only.',
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
      'true: the account of PAY_RELAYER_PRIVATE_KEY hands in permits (EIP-2612) that payers sign, so that they do not pay for an approval; it pays the gas. Default: false.',
  },
  {
    name: 'PAY_RELAY_PERMITS_HOURLY',
    fallback: '60',
    description: 'Permits that it hands in within an hour for one merchant.',
  },
  {
    name: 'PAY_RELAY_PERMITS_HOURLY_TOTAL',
    fallback: '300',
    description:
      'Permits that it hands in within an hour for all merchants together, whose number is not bounded; each takes about 80,000 gas.',
  },
  {
    name: 'PAY_RELAY_FOR',
    fallback: 'listed',
    description:
      'For which merchants the account of PAY_RELAYER_PRIVATE_KEY spends gas, on recurring payouts and on permits: listed, the first merchant and those that `npm run cli -- relay allow` names; all; or none.',
  },
  {
    name: 'PAY_RELAY_DAILY_GAS',
    fallback: '20000000',
    description:
      'Gas that it spends in a day (UTC) for one merchant on one network, some 100 recurring payments; what is due beyond waits for the next day. 0 = no limit.',
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
      'What becomes of a recurring payout whose payments move less than their gas costs when it is created: refuse, where the network has rates for its token and its coin; strict, also where it lacks one of them, so that nobody can tell; allow.',
  },
  {
    name: 'PAY_MAX_GAS_PRICE_GWEI_<NETWORK>',
    fallback: '',
    description:
      'Most that the relayer pays for gas on a network, in gwei; above it recurring payouts wait. Default: by network, see docs/guides/set-up-recurring-payouts.md; off = no limit.',
  },
  {
    name: 'PAY_LIFI_URL',
    fallback: 'https://li.quest/v1',
    description:
      'Where LI.FI answers, which quotes and follows payments from other chains; off, or an empty value, = no payments from other chains.',
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
      'Name under which LI.FI knows this service: at most 23 letters, digits, dots, hyphens and underscores.',
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
      "Seconds that a payer may take to sign a bridge's quote, from 10 to 600. LI.FI gives no expiry of its own.",
  },
  {
    name: 'PAY_OFFRAMP',
    fallback: '',
    description:
      'Who turns payments into money in bank accounts: sandbox, which serves local and test networks and moves no money; http, a provider that is asked as PAY_OFFRAMP_HTTP_URL says; or off. Default: sandbox where such a network is served, else off.',
  },
  {
    name: 'PAY_OFFRAMP_SANDBOX_ADDRESS',
    fallback: '',
    description:
      'Where the sandbox has payments sent to. Default: the last account of the well-known test mnemonic, on local networks alone; on Sepolia no request is paid out without it.',
  },
  {
    name: 'PAY_OFFRAMP_SANDBOX_DELAY_MS',
    fallback: '2000',
    description: 'Milliseconds between two steps of the sandbox.',
  },
  {
    name: 'PAY_OFFRAMP_HTTP_URL',
    fallback: '',
    description: 'Where the provider of PAY_OFFRAMP=http answers.',
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
      'Signs calls to the provider and its callbacks, as Standard Webhooks: base64 (also with whsec_ before it) or hex, at least 32 characters.',
  },
  {
    name: 'PAY_OFFRAMP_HTTP_DEPOSITS',
    fallback: '',
    description:
      'JSON object of network id to the address where the provider takes USDC; it decides which networks can be paid out from.',
  },
  {
    name: 'PAY_OFFRAMP_HTTP_STATUSES',
    fallback: '',
    description:
      'What the statuses of the provider are here, as JSON: an object each for kyc, agreement, account and offramp, such as {"kyc":{"verified":"approved"}}. The names of this service go without saying.',
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
      'Folder that keeps every release of the element that was served, for pages that pin one by its hash. The database keeps the last 20 without it.',
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
