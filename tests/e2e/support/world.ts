import { join } from 'node:path'
import { type Devnet, findFreePort, startDevnet } from '@secure-payment/devnet'
import { type Shop, startShop, WEBHOOK_PATH } from '@secure-payment/playground/server'
import { type MerchantSite, startMerchantSite } from './merchantSite.ts'
import { watchedTest } from './watchedTest.ts'

const root = join(import.meta.dirname, '../../..')
const WORLD_TIMEOUT_MS = 60_000
/** Between two steps of the sandbox's checks and offramps; the host takes it from the environment. */
process.env['PAY_OFFRAMP_SANDBOX_DELAY_MS'] ??= '500'
// A worker's stories share one merchant, who may have more permits sent than one merchant has in an hour.
process.env['PAY_RELAY_PERMITS_HOURLY'] ??= '10000'
process.env['PAY_RELAY_PERMITS_HOURLY_TOTAL'] ??= '10000'
/** The devnet account that the shop's own wallet pays from. */
const BURNER_INDEX = 3

/**
 * One worker's own world: chains, host, webhook sink, demo shop and a merchant's site that embeds the element. The
 * chains mine a block with each transaction and no other: a payment stays at 1 of 2 confirmations until a story mines.
 */
export type World = { devnet: Devnet; shop: Shop; site: MerchantSite }

/** Tests with a `world`, started once a worker and disposed with it. */
export const test = watchedTest.extend<object, { world: World; relaysPermits: boolean }>({
  /** Whether the host spares payers the approval of USDC: off, so that stories see two transactions unless they ask. */
  relaysPermits: [false, { option: true, scope: 'worker' }],
  world: [
    async ({ relaysPermits }, use) => {
      // One world a worker, whose host takes it from the environment.
      process.env['PAY_RELAY_PERMITS'] = String(relaysPermits)
      await using world = new AsyncDisposableStack()
      const shopPort = await findFreePort()
      const site = await deferredSite(world)
      const devnet = world.use(
        await startDevnet({
          origins: [site.url, `http://localhost:${shopPort}`],
          blockTimeMs: 0,
        }),
      )
      const { host, chains, accounts } = devnet.json
      const shop = world.use(
        await startShop({
          port: shopPort,
          pagesFolder: join(root, 'playground/dist'),
          baseUrl: host.baseUrl,
          payUrl: host.payUrl,
          apiKey: host.apiKey,
          clientId: host.clientId,
          network: 'devnet',
          accounts: accounts.map(({ address }) => address),
          burner: {
            rpcUrls: Object.fromEntries(chains.map(({ chainId, rpcUrl }) => [chainId, rpcUrl])),
            privateKey: accounts[BURNER_INDEX]?.privateKey ?? '0x',
          },
        }),
      )
      shop.setWebhookSecret(await devnet.addWebhook(`${shop.url}${WEBHOOK_PATH}`))
      await use({ devnet, shop, site })
    },
    { scope: 'worker', timeout: WORLD_TIMEOUT_MS },
  ],
})

/** The merchant's site has to be known to the devnet, and the devnet's origins to the site's policy: loopback covers them. */
async function deferredSite(world: AsyncDisposableStack): Promise<MerchantSite> {
  return world.use(
    await startMerchantSite({
      widgetFolder: join(root, 'widget/dist/cdn'),
      connect: ['http://127.0.0.1:*', 'http://localhost:*', 'ws://127.0.0.1:*'],
    }),
  )
}
