import type { Page } from '@playwright/test'
import { copyElementBuild, readBuiltRelease } from '../support/copyElementBuild.ts'
import { startTestHost } from '../support/testHost.ts'
import { type Checkout, createCheckout } from './support/checkout.ts'
import { createPayment, type Payment } from './support/createPayment.ts'
import { expectPaidOnce } from './support/expectPaidOnce.ts'
import { findViolations } from './support/findViolations.ts'
import { finish } from './support/payThrough.ts'
import { startSnippetSite } from './support/snippetSite.ts'
import { type Balancer, startBalancer } from './support/startBalancer.ts'
import { expect, test } from './support/story.ts'
import type { World } from './support/world.ts'

const LATER = '9.9.9-0a1b2c3d'
/** The payment needs an approval: two wallet requests, and a chunk that loads when the payer presses Pay. */
const COIN = [{ symbol: 'USDC', amount: '12.5' }]
const SENDS = 2
const SCREENS = ['script', 'connect', 'review', 'confirming'] as const
const MISSING =
  /^Failed to load resource: (.* 404 \(Not Found\)|net::ERR_CONNECTION_REFUSED)|dynamically imported module/
const NOTICE = /^\s*This page was updated while it was open/

for (const screen of SCREENS) {
  test(`An open checkout pays once with its own release after a deploy at the ${screen} step`, {
    tag: screen === 'script' || screen === 'connect' ? '@deep' : [],
  }, async ({ page, world, payer, wallet, servers }) => {
    const first = servers.use(await startTestHost())
    const build = servers.use(await copyElementBuild(LATER))
    const later = servers.use(await first.startNeighbour({}, { builds: { element: build.folder } }))
    const balancer = servers.use(await startBalancer(first.host.url))
    const story = servers.use(await openStory(page, world, balancer))
    const { checkout, payment } = story
    const deploy = (at: (typeof SCREENS)[number]) => at === screen && balancer.lead(later.host.url)

    const entry = page.waitForRequest(/\/secure-payment\.js$/)
    await story.open()
    await entry
    deploy('script')
    await checkout.expectState('connect')
    deploy('connect')
    await checkout.connect()
    deploy('review')
    await checkout.pay()
    await checkout.expectState('confirming')
    deploy('confirming')
    await world.devnet.mine('devnet', 2)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: SENDS })
    expect(balancer.answers.filter(({ status }) => status !== 200)).toEqual([])
    const { folder } = await readBuiltRelease()
    expect(releasesOf(balancer)).toEqual([folder])
  })
}

test('Behind a load balancer with two releases, a page loads all chunks from one release and pays once', async ({
  page,
  world,
  payer,
  wallet,
  servers,
}) => {
  const first = servers.use(await startTestHost())
  const build = servers.use(await copyElementBuild(LATER))
  const later = servers.use(await first.startNeighbour({}, { builds: { element: build.folder } }))
  const balancer = servers.use(await startBalancer(first.host.url, later.host.url))
  const story = servers.use(await openStory(page, world, balancer))
  const { checkout, payment } = story
  await story.open()
  await checkout.connect()
  await finish(world, checkout)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: SENDS })
  expect(balancer.answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(releasesOf(balancer)).toHaveLength(1)
})

for (const screen of ['connect', 'review', 'confirming'] as const) {
  test(`A page whose release is gone after the ${screen} step offers a reload, and then pays once`, {
    tag: '@deep',
  }, async ({ page, world, payer, wallet, problems, servers }) => {
    problems.allow(MISSING)
    const first = servers.use(await startTestHost())
    const build = servers.use(await copyElementBuild(LATER))
    // The later host has a separate database, without the first host's records.
    const later = servers.use(await startTestHost({}, { builds: { element: build.folder } }))
    const balancer = servers.use(await startBalancer(first.host.url))
    const story = servers.use(await openStory(page, world, balancer))
    const { checkout, payment } = story
    const notice = checkout.element.locator('.note', { hasText: NOTICE })
    const reload = async () => {
      await expect(notice).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      await checkout.button('Reload the page').click()
      await expect(notice).toBeHidden()
    }
    const part = { connect: /\/(flow|evm)-/, review: /\/batchCalls-/, confirming: /\/receipt-/ }[
      screen
    ]
    await page.route(part, async (route) => {
      // The deploy happens just before the page needs this chunk.
      balancer.lead(later.host.url)
      await route.continue()
    })
    await story.open()
    await checkout.expectState('connect')
    if (screen === 'connect') {
      await checkout.button('Test wallet').click()
      await reload()
    }
    await checkout.connect()
    await checkout.pay()
    if (screen === 'review') {
      await reload()
      await checkout.connect()
      await checkout.pay()
    }
    await checkout.expectState('confirming')
    await world.devnet.mine('devnet', 2)
    if (screen === 'confirming') await reload()
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: SENDS })
    expect(releasesOf(balancer)).toHaveLength(2)
  })
}

type Story = AsyncDisposable & { checkout: Checkout; payment: Payment; open(): Promise<void> }

/** Opens a shop whose page loads the element from the balancer's unversioned URL. */
async function openStory(page: Page, world: World, balancer: Balancer): Promise<Story> {
  const { client, json } = world.devnet
  const site = await startSnippetSite({ scripts: balancer.url })
  const { clientId } = await client.clientIds.create({
    body: { label: 'Deploys', allowedDomains: [site.url] },
  })
  const payment = await createPayment(world, COIN)
  const url =
    site.publish(`<script type="module" src="${balancer.url}/widget/secure-payment.js"></script>
<secure-payment token="${payment.token}" api-base="${json.host.baseUrl}" client-id="${clientId}"></secure-payment>`)
  return {
    checkout: createCheckout(page),
    payment,
    async open() {
      await page.goto(url)
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}

/** Returns the releases whose files the pages requested. */
function releasesOf({ answers }: Balancer): string[] {
  const folders = answers.flatMap(({ path }) => /^\/widget\/([^/]+)\/./.exec(path)?.[1] ?? [])
  return [...new Set(folders)]
}
