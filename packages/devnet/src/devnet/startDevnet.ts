import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Client, createClient } from '@secure-payment/core/client'
import { type Bridge, startBridge } from '../bridge/startBridge.ts'
import type { Chains } from '../chains/chains.ts'
import { startGuardedChains } from '../chains/startChains.ts'
import { type OfframpProvider, startOfframp } from '../offramp/startOfframp.ts'
import { type PriceApis, startPrices } from '../prices/startPrices.ts'
import { createFolder } from '../processes/createFolder.ts'
import { type Janitor, startJanitor } from '../processes/startJanitor.ts'
import { type Sink, startSink } from '../sink/startSink.ts'
import { type DevnetJson, describeChains } from './devnetJson.ts'
import { findFreePort } from './findFreePort.ts'
import { type HostSettings, hostEnvironment } from './hostEnvironment.ts'
import type { RunningHost } from './runningHost.ts'
import { startHostInline } from './startHostInline.ts'
import { startHostProcess } from './startHostProcess.ts'

/** Options for a devnet. Every option has a default. */
export type DevnetOptions = {
  /** The ids of the networks in the registry; `devnet` and `devnet-b` by default. */
  networks?: readonly string[]
  /** The host's port; a free one by default. */
  port?: number
  /** URL of an empty database, `sqlite:` or `postgres:`; by default a file that the devnet removes at the end. */
  database?: string
  /**
   * Milliseconds between blocks, 1000 by default. With 0, the chain mines only when it receives a transaction: confirmations then need
   * `mine`.
   */
  blockTimeMs?: number
  /** The number of blocks until a payment is confirmed, or until a Tron block is solidified; 2 by default. */
  confirmations?: number
  /** Runs the host in its own process, which a test can kill and the devnet restarts, or in this process. */
  host?: 'process' | 'inline'
  /** The provider that pays out to bank accounts: the host's own sandbox by default, or a stand-in that the host calls over HTTP. */
  offramp?: 'sandbox' | 'http'
  /** Whether the host quotes prices, from stand-ins for public price APIs; false by default. */
  prices?: boolean
  /** The name of this machine in the host's URLs, `127.0.0.1` by default. Passkeys need `localhost`. */
  hostname?: 'localhost' | '127.0.0.1'
  /** The path of a script that the hosted page loads, for test wallets. */
  walletScript?: string
  /** Origins that the client ID allows, 1 to 10; the first is `json.host.origin`. */
  origins?: readonly string[]
  /** The host's log level; by default `PAY_LOG_LEVEL` from the environment, or `warn`. */
  logLevel?: string
  /** Called with the host process's output. */
  onOutput?: (text: string) => void
}

/** A running devnet. Disposing the devnet stops all its processes and removes its data. */
export type Devnet = AsyncDisposable & {
  /** The current description; `host.pid` changes when the host restarts. */
  readonly json: DevnetJson
  chains: Chains
  sink: Sink
  /** A bridge between those chains whose network has LI.FI's contract. */
  bridge: Bridge
  /** The offramp provider; null without `offramp: 'http'`. */
  offramp: OfframpProvider | null
  /** The price APIs; null without `prices: true`. */
  prices: PriceApis | null
  host: RunningHost
  /** An API client with the demo tenant's key. */
  client: Client
  /** Mines blocks, one by default. Under automine, payments are confirmed only by this call. */
  mine(network: string, blocks?: number): Promise<void>
  /** Registers a webhook endpoint for the demo tenant; resolves with its secret. */
  addWebhook(url: string): Promise<string>
  /** Calls `listener` when `json` has changed. */
  onChange(listener: () => void): void
}

const DEFAULT_NETWORKS = ['devnet', 'devnet-b']
/** The usual origins of the demo shop and development servers. */
const DEFAULT_ORIGINS = [
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://localhost:5173',
  'http://127.0.0.1:5173',
]

/**
 * Starts the chains, contracts, bridge, host and webhook sink. Creates a demo tenant with an API key, a client ID and a webhook endpoint.
 * Resolves when the host can accept payments. All servers listen on 127.0.0.1. The devnet takes over a given `janitor` and disposes of it
 * last. Throws the errors of startChains and startSink, StartError when the host does not start, ApiError when it rejects a request.
 */
export async function startDevnet(
  options: DevnetOptions = {},
  janitor: Janitor = startJanitor(),
): Promise<Devnet> {
  await using stack = new AsyncDisposableStack()
  stack.use(janitor)
  const database = options.database ?? (await createDatabaseFile(stack, janitor))
  const mailFolder = await createFolder(stack, janitor)
  const chains = stack.use(await startGuardedChains(chooseChains(options), janitor))
  const confirmations = options.confirmations ?? 2
  for (const { tronNode } of chains.list) tronNode?.setSwitches({ solidLag: confirmations })
  const sink = stack.use(await startSink())
  const bridge = stack.use(await startDevnetBridge(chains, options))
  const port = options.port || (await findFreePort())
  const offramp = await startProvider(stack, port, options)
  const prices = options.prices === true ? stack.use(await startPrices()) : null
  const settings: HostSettings = {
    port,
    database,
    mailFolder,
    apiKey: `devnet_${randomHex()}`,
    chains: chains.list,
    bridgeUrl: bridge.url,
    offramp: offramp && { url: offramp.url, secret: offramp.secret, dataKey: randomHex() },
    priceUrls: prices?.urls ?? null,
    confirmations,
    logLevel: options.logLevel ?? null,
    hostname: options.hostname ?? '127.0.0.1',
    walletScript: options.walletScript ?? null,
    origins: options.origins ?? DEFAULT_ORIGINS,
  }
  const listeners: (() => void)[] = []
  const onRestart = () => {
    for (const listener of listeners) listener()
  }
  const host = stack.use(await startHost(options, { settings, janitor, onRestart }))
  const tenant = await createTenant(host.url, settings.apiKey, {
    origins: options.origins ?? DEFAULT_ORIGINS,
    webhookUrl: sink.url,
  })
  sink.setSecret(tenant.webhookSecret)
  const resources = stack.move()

  return {
    get json() {
      return describe({ host, chains, sink, bridge, offramp, prices }, { settings, tenant })
    },
    chains,
    sink,
    bridge,
    offramp,
    prices,
    host,
    client: tenant.client,
    mine: (network, blocks) => chains.mine(network, blocks),
    addWebhook: (url) => addWebhook(tenant.client, url),
    onChange: (listener) => {
      listeners.push(listener)
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

type Tenant = Awaited<ReturnType<typeof createTenant>>

function describe(
  parts: Pick<Devnet, 'host' | 'chains' | 'sink' | 'bridge' | 'offramp' | 'prices'>,
  { settings, tenant }: { settings: HostSettings; tenant: Tenant },
): DevnetJson {
  const { host, chains, sink, bridge, offramp, prices } = parts
  return {
    host: {
      baseUrl: host.url,
      authUrl: host.url,
      payUrl: host.url,
      tokenListUrl: `${host.url}/tokens`,
      apiKey: settings.apiKey,
      clientId: tenant.clientId,
      origin: tenant.origin,
      pid: host.pid,
      database: settings.database,
    },
    ...describeChains(chains.list),
    webhookSink: {
      url: sink.url,
      secret: tenant.webhookSecret,
      deliveriesUrl: sink.deliveriesUrl,
    },
    bridge: { url: bridge.url, switchesUrl: bridge.switchesUrl },
    offramp: offramp && { url: offramp.url, switchesUrl: offramp.switchesUrl },
    prices: prices && { switchesUrl: prices.switchesUrl },
    mailFolder: settings.mailFolder,
  }
}

function chooseChains({ networks = DEFAULT_NETWORKS, blockTimeMs = 1_000 }: DevnetOptions) {
  return { networks, blockTimeMs }
}

function startDevnetBridge(chains: Chains, { onOutput }: DevnetOptions): Promise<Bridge> {
  return startBridge({
    chains: chains.list,
    onProblem: (error) => onOutput?.(`The bridge's relayer failed and retries: ${error}\n`),
  })
}

async function startProvider(
  stack: AsyncDisposableStack,
  port: number,
  { offramp, onOutput }: DevnetOptions,
): Promise<OfframpProvider | null> {
  if (offramp !== 'http') return null
  const callbackUrl = () => `http://127.0.0.1:${port}/v2/offramp/callbacks`
  const onProblem = (error: unknown) =>
    onOutput?.(`The offramp provider failed at a step and continues: ${error}\n`)
  return stack.use(await startOfframp({ callbackUrl, onProblem }))
}

function randomHex(): string {
  return randomBytes(24).toString('hex')
}

async function createDatabaseFile(stack: AsyncDisposableStack, janitor: Janitor): Promise<string> {
  const folder = await createFolder(stack, janitor)
  return `sqlite:${join(folder, 'secure-payment.db')}`
}

function startHost(
  options: DevnetOptions,
  facts: { settings: HostSettings; janitor: Janitor; onRestart: () => void },
): Promise<RunningHost> {
  const environment = hostEnvironment(facts.settings)
  if (options.host === 'inline') return startHostInline(environment)
  return startHostProcess({
    url: environment.PAY_BASE_URL,
    environment,
    janitor: facts.janitor,
    onRestart: facts.onRestart,
    onOutput: options.onOutput ?? (() => {}),
  })
}

/** Creates the demo tenant's records, except its bootstrap key. */
async function createTenant(
  url: string,
  apiKey: string,
  options: { origins: readonly string[]; webhookUrl: string },
): Promise<{ client: Client; clientId: string; origin: string; webhookSecret: string }> {
  const client = createClient({ baseUrl: url, apiKey })
  const allowedDomains = [...options.origins]
  const { clientId, allowedDomains: stored } = await client.clientIds.create({
    body: { label: 'Demo shop', allowedDomains },
  })
  const webhookSecret = await addWebhook(client, options.webhookUrl)
  return { client, clientId, origin: stored[0] ?? '', webhookSecret }
}

async function addWebhook(client: Client, url: string): Promise<string> {
  const { secret } = await client.webhooks.create({ body: { url } })
  return secret
}
