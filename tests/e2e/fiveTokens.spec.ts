import type { BrowserContext, Page } from '@playwright/test'
import {
  type Chains,
  type Sink,
  startChains,
  startSink,
  testTokenAbi,
} from '@secure-payment/devnet'
import { formatUnits, parseEther, parseUnits } from 'viem'
import { createFakePrices } from '../support/fakePrices.ts'
import { PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'
import { createCheckout } from './support/checkout.ts'
import { installWallet } from './support/installWallet.ts'
import { createStranger, type Payer } from './support/payer.ts'
import { expect, test } from './support/story.ts'
import type { World } from './support/world.ts'

const NETWORKS = ['mainnet', 'base', 'arbitrum-one'] as const
type NetworkId = (typeof NETWORKS)[number]
/** `pricing` is `par` or `market`; absent for the chain's rate and for the invoice's own currency. */
type Token = {
  option: string
  symbol: string
  network: NetworkId
  balance: string
  pricing?: string | undefined
}

/** Five tokens on three networks, in descending order of their balances' worth. One coin costs 2,500 dollars. */
const TOKENS: readonly Token[] = [
  { option: 'DAI-arbitrum-one', symbol: 'DAI', network: 'arbitrum-one', balance: '900' },
  { option: 'ETH-base-base', symbol: 'ETH', network: 'base', balance: '0.3' },
  { option: 'USDT-mainnet', symbol: 'USDT', network: 'mainnet', balance: '600' },
  { option: 'USDC-base', symbol: 'USDC', network: 'base', balance: '450' },
  { option: 'USDC-arbitrum-one', symbol: 'USDC', network: 'arbitrum-one', balance: '300' },
]
const DOLLARS_PER_COIN = 2_500

/**
 * Ways to pay 20 USDC on Ethereum, in descending order of the balances' worth. The order is: at par on another network, at the market
 * prices of a coin and of a token, at the chain's rate, in the currency itself.
 */
const PRICED: readonly Token[] = [
  { option: 'USDC-base', symbol: 'USDC', network: 'base', balance: '900', pricing: 'par' },
  { option: 'ETH-base-base', symbol: 'ETH', network: 'base', balance: '0.3', pricing: 'market' },
  {
    option: 'USDT-arbitrum-one',
    symbol: 'USDT',
    network: 'arbitrum-one',
    balance: '600',
    pricing: 'market',
  },
  { option: 'DAI-mainnet', symbol: 'DAI', network: 'mainnet', balance: '450' },
  { option: 'USDC-mainnet', symbol: 'USDC', network: 'mainnet', balance: '300' },
]
/** The sources' prices: dollars, and the same USDC. */
const MARKET = { ETH: String(DOLLARS_PER_COIN), USDT: '0.9993' }

/** The currency in which a link is due, and the currencies that it accepts; the first one is the link's own. */
type Offer = { invoice: string; decimals: number; tokens: readonly Token[] }
const IN_DOLLARS: Offer = { invoice: 'USD', decimals: 8, tokens: TOKENS }
const IN_USDC: Offer = { invoice: 'USDC-mainnet', decimals: 6, tokens: PRICED.toReversed() }
const FEE_TOLERANCE = 0.2
const MS_PER_STORY = 300_000

test.describe.configure({ mode: 'default', timeout: MS_PER_STORY })

/** The chains, a host that serves all networks, and the merchant's webhook receiver. */
type Shop = { chains: Chains; host: TestHost; sink: Sink; offer: Offer }

async function startShop(servers: AsyncDisposableStack, offer: Offer): Promise<Shop> {
  const chains = servers.use(await startChains({ networks: NETWORKS }))
  const sink = servers.use(await startSink())
  const settings = NETWORKS.flatMap((network) => {
    const name = network.replaceAll('-', '_').toUpperCase()
    return [
      [`PAY_RPC_URL_${name}`, chains.rpcUrl(network)],
      [`PAY_PUBLIC_RPC_URL_${name}`, chains.rpcUrl(network)],
      [`PAY_CONFIRMATIONS_${name}`, '1'],
      [`PAY_POLL_INTERVAL_MS_${name}`, '50'],
    ]
  })
  const prices = createFakePrices(() => new Date())
  for (const [asset, price] of Object.entries(MARKET)) {
    for (const currency of ['USD', 'USDC']) prices.set(asset, currency, price)
  }
  // The chain's contracts convert DAI, for which the sources have no price; all others are paid at a quote.
  prices.set('USDC', 'USD', '0.9998')
  const host = servers.use(
    await startTestHost(
      {
        ...Object.fromEntries(settings),
        PAY_NETWORKS: NETWORKS.join(),
        PAY_ROLE: 'api,watcher,worker',
        PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
        PAY_PRICE_SOURCES: 'coinbase,kraken',
      },
      { prices },
    ),
  )
  const { json } = await host.call('POST', '/v1/webhook', { body: { url: sink.url } })
  sink.setSecret(json.secret)
  return { chains, host, sink, offer }
}

/** Creates a link for 20 units of the offer's currency that accepts all five tokens, with a fee of one percent. */
async function createLink({ host, offer }: Shop): Promise<{
  url: string
  requestId: string
  pricings: (string | undefined)[]
}> {
  const [own, ...further] = offer.tokens
  const { json } = await host.call('POST', '/v2/secure-payments', {
    body: {
      requests: [
        {
          payee: PAYEE,
          invoiceCurrency: offer.invoice,
          paymentCurrency: own?.option,
          amount: '20',
          accepts: further.map(({ option }) => option),
        },
      ],
      feePercentage: '1',
      feeAddress: createStranger().address,
    },
  })
  const { json: described } = await host.call('GET', `/v2/secure-payments/${json.token}`)
  const pricings = described.options.map(
    ({ quoted }: { quoted?: { pricing: string } }) => quoted?.pricing,
  )
  return { url: json.securePaymentUrl, requestId: json.requestIds[0], pricings }
}

/** Creates a payer with some of the tokens, and with a little of each network's coin for fees. */
async function createHolder({ chains }: Shop, tokens: readonly Token[]): Promise<Payer> {
  const payer = createStranger()
  for (const network of NETWORKS) {
    const coin = tokens.find((token) => token.network === network && token.symbol === 'ETH')
    const value = parseEther(coin?.balance ?? '0.004')
    await chains.client(network).setBalance({ address: payer.address, value })
  }
  for (const { network, symbol, balance } of tokens) {
    if (symbol === 'ETH') continue
    const { address, decimals } = chains.token(network, symbol)
    await chains.wallet(network, 1).writeContractSync({
      address,
      abi: testTokenAbi,
      functionName: 'mint',
      args: [payer.address, parseUnits(balance, decimals)],
    })
  }
  return payer
}

/** A payer's balance of a token, and the network fees of the payer's transactions, in base units. */
async function readBooks({ chains }: Shop, { address }: Payer, { network, symbol }: Token) {
  const client = chains.client(network)
  const coins = await client.getBalance({ address })
  let charged = 0n
  const last = await client.getBlockNumber()
  for (let number = last; number > 0n && number > last - 20n; number -= 1n) {
    const block = await client.getBlock({ blockNumber: number, includeTransactions: true })
    for (const { from, hash } of block.transactions) {
      if (from.toLowerCase() !== address.toLowerCase()) continue
      const receipt = await client.getTransactionReceipt({ hash })
      charged += receipt.gasUsed * receipt.effectiveGasPrice
    }
  }
  if (symbol === 'ETH') return { units: coins + charged, decimals: 18, charged }
  const token = chains.token(network, symbol)
  const units = await client.readContract({
    address: token.address,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [address],
  })
  return { units, decimals: token.decimals, charged }
}

/** Returns the amounts of a token in a text: `20.20 DAI`. */
function amountsIn(text: string, symbol: string): number[] {
  const found = text.matchAll(/([\d.,]+)\s(\w+)/g)
  return [...found].flatMap(([, amount, name]) =>
    name?.startsWith(symbol) ? [Number(amount?.replaceAll(',', ''))] : [],
  )
}

/** Opens the link, chooses the first currency and pays; checks the fee, the amounts and the webhook. */
async function payFirst(
  { page, context, world }: { page: Page; context: BrowserContext; world: World },
  shop: Shop,
  { payer, token, isOnly }: { payer: Payer; token: Token; isOnly: boolean },
): Promise<void> {
  const { chains, sink, offer } = shop
  const chainIds = NETWORKS.map((network) => chains.client(network).chain.id)
  const rpcUrls = NETWORKS.map((network, index) => [chainIds[index], chains.rpcUrl(network)])
  await installWallet(context, world, payer, {
    chainId: chainIds[0] ?? 1,
    rpcUrls: Object.fromEntries(rpcUrls),
  })
  const { url, requestId, pricings } = await createLink(shop)
  expect(pricings).toEqual(offer.tokens.map(({ pricing }) => pricing))
  const before = await readBooks(shop, payer, token)
  const listed = page.waitForResponse((answer) => /\/options\?/.test(answer.url()))
  await page.goto(url)
  const checkout = createCheckout(page)
  await checkout.expectState('connect')
  await checkout.button('Test wallet').click()
  const { options } = await (await listed).json()
  const [first] = options
  expect(first).toMatchObject({ option: token.option, isPayable: true })
  expect(options.filter((one: { isPayable: boolean }) => one.isPayable)).toHaveLength(
    isOnly ? 1 : offer.tokens.length,
  )
  if (!isOnly) {
    await checkout.expectState('options')
    const row = checkout.element.locator('[part="option"]').first()
    await expect(row).toContainText(token.symbol)
    await row.click()
  }
  await checkout.expectState('review')
  // The state precedes the screen of a quoted price, which is a chunk of its own.
  await expect(checkout.element.locator('[part~="pay-button"]')).toBeVisible()
  const shown = await checkout.element.evaluate(({ shadowRoot }) => shadowRoot?.textContent)
  await checkout.pay()
  await checkout.expectState('confirming')
  await chains.client(token.network).mine({ blocks: 2 })
  await checkout.expectState('succeeded')

  const after = await readBooks(shop, payer, token)
  const left = formatUnits(before.units - after.units, after.decimals)
  expect(left).toBe(first.amount)
  expect(amountsIn(shown ?? '', token.symbol)).toContain(Number(left))
  const charged = Number(formatUnits(after.charged, 18))
  expect(Math.abs(Number(first.networkFee.amount) / charged - 1)).toBeLessThan(FEE_TOLERANCE)
  const total = 20.2 + Number(first.networkFee.amount) * DOLLARS_PER_COIN
  // The worth of the network fee is rounded down to the invoice currency's unit.
  const rounded = total - Number(first.total)
  expect(rounded).toBeGreaterThan(-1e-9)
  expect(rounded).toBeLessThan(10 ** -offer.decimals + 1e-9)
  const delivery = await sink.waitFor((one) => one.rawBody.includes(requestId), 60_000)
  expect(delivery).toMatchObject({
    verified: true,
    body: { event: 'payment.confirmed', network: token.network, totalAmountPaid: '20' },
  })
}

/** Opens a shop and pays with the first token of a payer who has some. */
const story =
  (offer: Offer, tokens: readonly Token[]) =>
  async ({ page, context, world, servers }: Story): Promise<void> => {
    const shop = await startShop(servers, offer)
    const payer = await createHolder(shop, tokens)
    const [token] = tokens
    if (token === undefined) throw new Error('There is no token.')
    await payFirst({ page, context, world }, shop, { payer, token, isOnly: tokens.length === 1 })
  }

type Story = {
  page: Page
  context: BrowserContext
  world: World
  servers: AsyncDisposableStack
}

test('A payer with five tokens on three networks pays with the one that is worth the most', {
  tag: '@deep',
}, async ({ page, context, world, servers }) => {
  await story(IN_DOLLARS, TOKENS)({ page, context, world, servers })
})

for (const token of TOKENS) {
  test(`A payer who has only ${token.option} pays with it`, {
    tag: '@deep',
  }, async ({ page, context, world, servers }) => {
    await story(IN_DOLLARS, [token])({ page, context, world, servers })
  })
}

test('A payer with five differently priced tokens pays at par with the one that is worth the most', {
  tag: '@deep',
}, async ({ page, context, world, servers }) => {
  await story(IN_USDC, PRICED)({ page, context, world, servers })
})

for (const token of PRICED) {
  test(`A payer who has only ${token.option} pays a bill in USDC on Ethereum with it`, {
    tag: '@deep',
  }, async ({ page, context, world, servers }) => {
    await story(IN_USDC, [token])({ page, context, world, servers })
  })
}
