import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { startDevnet } from '../packages/devnet/src/index.ts'
import { startShop, WEBHOOK_PATH } from '../playground/server/index.ts'

const SHOP_PORT = Number(process.env['PORT'] ?? 3000)
const NETWORK = 'devnet'
/** The account that the page's burner wallet pays from. */
const BURNER_INDEX = 3

const root = join(import.meta.dirname, '..')

build()
await using world = new AsyncDisposableStack()
const devnet = world.use(
  await startDevnet({ walletScript: join(root, 'widget/dist/testkit/burnerWallet.js') }),
)
const { host, chains, accounts } = devnet.json
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
    burner: {
      rpcUrls: Object.fromEntries(chains.map(({ chainId, rpcUrl }) => [chainId, rpcUrl])),
      privateKey: accounts[BURNER_INDEX]?.privateKey ?? '0x',
    },
  }),
)
shop.setWebhookSecret(await devnet.addWebhook(`${shop.url}${WEBHOOK_PATH}`))

console.log(`
  Demo shop      ${shop.url}
  Webhooks       ${shop.url}/inspector.html
  Every state    ${shop.url}/states.html
  API            ${host.baseUrl}/docs
  Local chains   ${chains.map(({ network, chainId, rpcUrl }) => `${network} (${chainId}) ${rpcUrl}`).join(', ')}

  Add something to the cart, press Pay and choose "Burner wallet". Ctrl-C ends everything.
`)
await new Promise((resolve) => {
  process.once('SIGINT', resolve)
  process.once('SIGTERM', resolve)
})

/** Builds the element and the demo pages from source, so that what is served is what is checked out. */
function build(): void {
  console.log('Building the element and the demo pages…')
  const { status } = spawnSync('node', ['scripts/build.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('The build failed; its messages are above.')
}
