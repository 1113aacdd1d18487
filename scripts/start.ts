import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getNetwork } from '../packages/core/src/networks/index.ts'
import {
  publishJson,
  readFlags,
  startDevnet,
  startJanitor,
  waitForStop,
} from '../packages/devnet/src/index.ts'
import { startShop, WEBHOOK_PATH } from '../playground/server/index.ts'
import { testWalletScript } from '../widget/src/testkit/testWalletScript.ts'
import { createFirstLink, createQuotedLink } from './lib/firstLink.ts'
import { PortTakenError, requireFreePort } from './lib/requireFreePort.ts'

const SHOP_PORT = Number(process.env['PORT'] ?? 3000)
/** The network on which the shop receives payments. */
const NETWORK = 'devnet'
/** The account that the page's burner wallet pays from. */
const BURNER_INDEX = 3

const root = join(import.meta.dirname, '..')

const flags = readFlags('npm start', process.argv.slice(2))
if (typeof flags === 'number') process.exit(flags)
requireShopNetworks(flags.networks)
const hostPort = flags.port ?? Number(process.env['PAY_PORT'] ?? 8080)

// The demo pays the network fee, so a wallet without coins can pay.
process.env['PAY_SPONSOR_NETWORKS'] ??= NETWORK
await requirePorts()
build()
await using world = new AsyncDisposableStack()
// Removes the folder even when this process is killed.
const janitor = startJanitor()
const folder = await mkdtemp(join(tmpdir(), 'secure-payment-start-'))
janitor.guardPath(folder)
const walletScript = join(folder, 'burner-wallet.js')
await writeFile(walletScript, '')
const devnet = world.use(
  await startDevnet(
    {
      ...flags,
      prices: true,
      port: hostPort,
      walletScript,
      hostname: 'localhost',
      origins: [`http://localhost:${SHOP_PORT}`, `http://127.0.0.1:${SHOP_PORT}`],
    },
    janitor,
  ),
)
if (flags.json !== undefined) world.use(publishJson(devnet, flags.json, janitor))
const { host, chains, accounts, bridge, prices, mailFolder } = devnet.json
const burner = {
  name: 'Burner wallet',
  rdns: 'local.burner',
  confirm: 'dialog',
  rpcUrls: Object.fromEntries(chains.map(({ chainId, rpcUrl }) => [chainId, rpcUrl])),
  privateKey: accounts[BURNER_INDEX]?.privateKey ?? '0x',
} as const
const bundle = await readFile(join(root, 'widget/dist/scripts/testWallet.js'), 'utf8')
await writeFile(walletScript, testWalletScript(bundle, burner))
const shop = world.use(
  await startShop({
    port: SHOP_PORT,
    pagesFolder: join(root, 'playground/dist'),
    baseUrl: host.baseUrl,
    payUrl: host.payUrl,
    apiKey: host.apiKey,
    clientId: host.clientId,
    network: NETWORK,
    accounts: accounts.map(({ address }) => address),
    burner,
  }),
)
shop.setWebhookSecret(await devnet.addWebhook(`${shop.url}${WEBHOOK_PATH}`))
const [merchant] = accounts
if (merchant === undefined) throw new Error('The devnet has no accounts.')
const receiver = { ...host, payee: merchant.address, network: NETWORK }
const link = await createFirstLink(receiver)
const quoted = await createQuotedLink(receiver)

console.log(`
  Demo shop      ${shop.url}
  Webhooks       ${shop.url}/inspector.html
  Every state    ${shop.url}/states.html
  Design         ${shop.url}/design.html
  Bank payout    ${shop.url}/fiat.html
  Console        ${host.authUrl}/console/
  API            ${host.baseUrl}/docs   x-api-key: ${host.apiKey}
  Client ID      ${host.clientId}   for pages on ${host.origin}
  Bridge         ${bridge.switchesUrl}   modes: packages/devnet/README.md
  Prices         ${prices?.switchesUrl}   stand-ins for public price APIs
  E-mails        ${mailFolder}   .eml files, unless PAY_SMTP_URL is set
  Local chains   ${chains.map(({ network, chainId, rpcUrl }) => `${network} (${chainId}) ${rpcUrl}`).join(', ')}

  A payment link that waits for 14.50 USDC:

    ${link.url}

  A payment link that waits for 80 Swiss francs, paid in USDC at a quoted price:

    ${quoted.url}

  Your own server creates another link, whose address is securePaymentUrl in the response:

    ${link.command}

  Next: open the link, or add something to the cart in the shop. Press Pay and choose "Burner wallet". The console accepts the same wallet.
  docs/guides/quick-start.md continues from here in Node, Python, PHP, Go and Ruby. Ctrl-C ends everything.
`)
await waitForStop()

/**
 * Exits with one sentence if the shop could not receive payments, or if the wallet here would sign for a public chain.
 */
function requireShopNetworks(ids: readonly string[] = [NETWORK]): void {
  const elsewhere = ids.filter((id) => !getNetwork(id).isLocal)
  if (elsewhere.length === 0 && ids.includes(NETWORK)) return
  console.error(
    elsewhere.length === 0
      ? `--networks must name ${NETWORK}: the shop receives payments there.`
      : `npm start runs only local networks, because its wallet signs without confirmation: it cannot run ${elsewhere.join(', ')}. Use npm run devnet.`,
  )
  process.exit(2)
}

/** Exits with one sentence when a port is in use, before anything is built or started. */
async function requirePorts(): Promise<void> {
  try {
    await requireFreePort(SHOP_PORT, 'PORT')
    await requireFreePort(hostPort, 'PAY_PORT')
  } catch (error) {
    if (!(error instanceof PortTakenError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Builds the element and the demo pages from source, so that the pages match the checked-out code. */
function build(): void {
  console.log('Building the element and the demo pages…')
  const { status } = spawnSync('node', ['scripts/build.ts', '--pages'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('The build failed; its messages are above.')
}
