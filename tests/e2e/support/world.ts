import { join } from 'node:path'
import { type Devnet, findFreePort, startDevnet } from '@secure-payment/devnet'
import { type Shop, startShop, WEBHOOK_PATH } from '@secure-payment/playground/server'
import { type MerchantSite, startMerchantSite } from './merchantSite.ts'
import { watchedTest } from './watchedTest.ts'

const root = join(import.meta.dirname, '../../..')
const WORLD_TIMEOUT_MS = 240_000
/** The time between two steps of the sandbox's checks and offramps; the host reads this time from the environment. */
process.env['PAY_OFFRAMP_SANDBOX_DELAY_MS'] ??= '500'
// A worker's stories share one merchant, who may need more permits than one merchant's hourly limit.
process.env['PAY_RELAY_PERMITS_HOURLY'] ??= '10000'
process.env['PAY_RELAY_PERMITS_HOURLY_TOTAL'] ??= '10000'
/** The devnet account of the shop's own wallet. */
const BURNER_INDEX = 3

/**
 * A separate world per worker: chains, host, webhook sink, demo shop and a merchant's site that embeds the element. The chains mine only
 * when they receive a transaction, so a payment stays at 1 of 2 confirmations until a story mines.
 */
export type World = { devnet: Devnet; shop: Shop; site: MerchantSite }

/** Tests with a `world`, which is started once per worker and disposed with the worker. */
export const test = watchedTest.extend<
  object,
  { world: World; relaysPermits: boolean; sponsors: boolean }
>({
  /** Whether the host relays permits instead of USDC approvals: off by default, so that stories see two transactions. */
  relaysPermits: [false, { option: true, scope: 'worker' }],
  /** Whether the host sends payments that payers sign: off by default, like the host's setting. */
  sponsors: [false, { option: true, scope: 'worker' }],
  world: [
    async ({ relaysPermits, sponsors }, use) => {
      // Each worker has one world, whose host reads these settings from the environment.
      process.env['PAY_RELAY_PERMITS'] = String(relaysPermits)
      process.env['PAY_SPONSOR_NETWORKS'] = sponsors ? 'devnet' : ''
      await using world = new AsyncDisposableStack()
      const shopPort = await findFreePort()
      const site = await deferredSite(world)
      const devnet = world.use(
        await startDevnet({
          origins: [site.url, `http://localhost:${shopPort}`],
          blockTimeMs: 0,
          prices: true,
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

/**
 * Starts the merchant's site before the devnet, which needs it. The site's policy allows loopback, which covers the devnet's
 * origins.
 */
async function deferredSite(world: AsyncDisposableStack): Promise<MerchantSite> {
  return world.use(
    await startMerchantSite({
      widgetFolder: join(root, 'widget/dist/cdn'),
      connect: ['http://127.0.0.1:*', 'http://localhost:*', 'ws://127.0.0.1:*'],
    }),
  )
}
