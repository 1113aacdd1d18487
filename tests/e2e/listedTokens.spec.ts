import type { Page } from '@playwright/test'
import { type Chains, startChains, testTokenAbi } from '@secure-payment/devnet'
import type { Address } from 'viem'
import { PAYEE, startTestHost } from '../support/testHost.ts'
import { createCheckout } from './support/checkout.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { installWallet } from './support/installWallet.ts'
import { createStranger, PAYER_COINS } from './support/payer.ts'
import { expect, test } from './support/story.ts'

/** Coinbase's wrapped bitcoin on Base, with 8 decimals: in the catalogue, but not in the registry. */
const CBBTC = {
  payee: PAYEE,
  amount: '0.12345678',
  invoiceCurrency: 'cbBTC-base',
  paymentCurrency: 'cbBTC-base',
}
const CBBTC_ADDRESS = '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'
/** 0.12345678 at 8 decimals. */
const CBBTC_UNITS = 12_345_678n
const BASE_CHAIN_ID = 8_453
/** No node listens at this address: up to the review, a payment needs only the service. */
const NODE = 'http://127.0.0.1:9'
const BASE = {
  PAY_NETWORKS: 'base',
  PAY_RPC_URL_BASE: NODE,
  PAY_PUBLIC_RPC_URL_BASE: NODE,
}
const LIST = /\/base-[\w-]{7}\.js$/

test('The element reviews a payment in a token outside the registry with its own token list', {
  tag: '@deep',
}, async ({ page, wallet, problems, servers }) => {
  problems.allow(/127\.0\.0\.1:9\/|net::ERR_/)
  const host = servers.use(await startTestHost(BASE))
  const loaded = page.waitForResponse(LIST)
  const checkout = await open(page, host)
  await checkout.connect()
  await checkout.expectState('review', 'Decoded on this device')
  await checkout.expectState('review', /0\.12345678.cbBTC/)
  expect((await loaded).status()).toBe(200)
  expect(wallet.count('eth_sendTransaction')).toBe(0)
})

test('The element rejects a token list that the service changed, and nothing can be signed', async ({
  page,
  wallet,
  problems,
  servers,
}) => {
  problems.allow(/127\.0\.0\.1:9\/|net::ERR_/)
  const host = servers.use(await startTestHost(BASE))
  let isAltered = false
  await page.route(LIST, async (route) => {
    const answer = await route.fetch()
    const list = await answer.text()
    const body = list.replace('cbBTC 8', 'cbBTC 6')
    isAltered = body !== list
    await route.fulfill({ response: answer, body, headers: {}, contentType: 'text/javascript' })
  })
  const checkout = await open(page, host)
  await checkout.button('Test wallet').click()
  await checkout.expectState('failed')
  expect(isAltered).toBe(true)
  await expect(checkout.button(/^Pay /)).toHaveCount(0)
  expect(wallet.count('eth_sendTransaction')).toBe(0)
})

test('A payer sees the contract of a lesser-known token, and pays with it through the real proxy', async ({
  page,
  context,
  world,
  servers,
}) => {
  const chains = servers.use(await startChains({ networks: ['base'] }))
  const payer = createStranger()
  await giveCbbtc(chains, payer.address)
  const rpcUrl = chains.rpcUrl('base')
  const host = servers.use(
    await startTestHost({
      PAY_NETWORKS: 'base',
      PAY_RPC_URL_BASE: rpcUrl,
      PAY_PUBLIC_RPC_URL_BASE: rpcUrl,
      PAY_CONFIRMATIONS_BASE: '1',
      PAY_POLL_INTERVAL_MS_BASE: '50',
      PAY_ROLE: 'api,watcher',
    }),
  )
  const wallet = await installWallet(context, world, payer, {
    chainId: BASE_CHAIN_ID,
    rpcUrls: { [BASE_CHAIN_ID]: rpcUrl },
  })
  const checkout = await open(page, host)
  await checkout.connect()
  await checkout.expectState('review', 'cbBTC is not one of the well-known tokens')
  await expect(checkout.element.locator('.note bdi').last()).toHaveText(CBBTC_ADDRESS)
  await inspectScreen(page, 'review of a lesser-known token')
  await checkout.pay()
  await checkout.expectState('confirming')
  await chains.client('base').mine({ blocks: 2 })
  await checkout.expectState('succeeded')
  expect(wallet.count('eth_sendTransaction')).toBe(2)
  const paid = await chains.client('base').readContract({
    address: CBBTC_ADDRESS,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [PAYEE],
  })
  expect(paid).toBe(CBBTC_UNITS)
})

/** Places a token at cbBTC's address on Base, and gives the payer tokens and coins. */
async function giveCbbtc(chains: Chains, address: Address): Promise<void> {
  const client = chains.client('base')
  const bytecode = await client.getCode({ address: chains.token('base', 'DAI').address })
  if (bytecode === undefined) throw new Error('The chain has no DAI.')
  await client.setCode({ address: CBBTC_ADDRESS, bytecode })
  await client.setBalance({ address, value: PAYER_COINS })
  await chains.wallet('base', 1).writeContractSync({
    address: CBBTC_ADDRESS,
    abi: testTokenAbi,
    functionName: 'mint',
    args: [address, 2n * CBBTC_UNITS],
  })
}

async function open(page: Page, { call }: Awaited<ReturnType<typeof startTestHost>>) {
  const { json } = await call('POST', '/v2/secure-payments', { body: { requests: [CBBTC] } })
  await page.goto(json.securePaymentUrl)
  const checkout = createCheckout(page)
  await checkout.expectState('connect')
  return checkout
}
