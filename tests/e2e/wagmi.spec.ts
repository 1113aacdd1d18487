import type { Page } from '@playwright/test'
import { createCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce } from './support/expectPaidOnce.ts'
import { finish } from './support/payThrough.ts'
import { startRelay } from './support/startRelay.ts'
import { expect, test } from './support/story.ts'
import { startBaseWallet } from './support/wagmi/startBaseWallet.ts'
import { startWagmiShop } from './support/wagmi/startWagmiShop.ts'
import { startRemoteWallet } from './support/walletConnectWallet.ts'

const COINS = [{ symbol: 'ETH', amount: '0.3' }]

test('A wallet from a shop’s wagmi config is listed once and pays; its session resumes after a reload and ends when the element disconnects', async ({
  page,
  world,
  wallet,
  payer,
}) => {
  await using shop = await startWagmiShop(world)
  const payment = await createPayment(world, COINS)
  const connectors = ['injected', 'baseAccount', 'walletConnect'] as const
  await page.goto(shop.pageOf(payment, { connectors }))
  const checkout = createCheckout(page)
  await checkout.expectState('connect')
  await expect(checkout.button('Base Account')).toBeVisible()
  await expect(checkout.button('WalletConnect')).toBeVisible()
  await expect(checkout.button('Test wallet')).toHaveCount(1)
  await expect(checkout.button('Injected')).toHaveCount(0)

  await checkout.connect()
  expect(await readConnection(page)).toEqual({ name: 'Test wallet', status: 'connected' })

  await page.reload()
  await checkout.expectState('review')
  expect(await readConnection(page)).toEqual({ name: 'Test wallet', status: 'connected' })

  await page
    .locator('secure-payment')
    .evaluate((element: HTMLElementTagNameMap['secure-payment']) => element.disconnect())
  await checkout.expectState('connect')
  await expect.poll(() => readConnection(page)).toEqual({ name: null, status: 'disconnected' })

  await checkout.connect()
  await finish(world, checkout)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  // WalletConnect's connector loads its SDK with the config; Base Account's connector does so only when it is chosen.
  expect([...shop.loaded]).toContain('@wagmi/core')
  expect([...shop.loaded]).not.toContain('@base-org/account')
})

test('A payer pays through the WalletConnect connector in a wagmi config, after declining once, with the real client on both sides', {
  tag: '@deep',
}, async ({ page, world, payer, problems }) => {
  // The connector's client logs a declined proposal as its own error.
  problems.allow(/^\{time: \d+, level: 50\}$/)
  await using shop = await startWagmiShop(world)
  await using relay = await startRelay()
  await using remote = await startRemoteWallet(world, payer, relay.url)
  const payment = await createPayment(world, COINS)
  await page.goto(shop.pageOf(payment, { connectors: ['walletConnect'], relayUrl: relay.url }))
  const checkout = createCheckout(page)
  const code = page.locator('#code')

  remote.mode = 'reject'
  await checkout.button('WalletConnect').click()
  await expect(code).toHaveText(/^wc:/)
  const declined = await code.innerText()
  await remote.scan(declined)
  await checkout.expectState('connect', 'You declined in your wallet. Nothing was charged.')
  remote.mode = 'accept'
  await checkout.button('WalletConnect').click()
  await expect(code).not.toHaveText(declined)
  await remote.scan(await code.innerText())
  await checkout.expectState('review')
  expect(await readConnection(page)).toEqual({ name: 'WalletConnect', status: 'connected' })

  await finish(world, checkout)
  const count = (method: string) => remote.asked.filter((asked) => asked === method).length
  await expectPaidOnce(world, { payment, checkout, payer, wallet: { count }, sends: 1 })
})

test('A payer pays with Base Account through its connector in a wagmi config, after closing its window once', {
  tag: '@deep',
}, async ({ page, world, payer }) => {
  await using shop = await startWagmiShop(world)
  await using account = await startBaseWallet(world, payer)
  const payment = await createPayment(world, COINS)
  await page.goto(shop.pageOf(payment, { connectors: ['baseAccount'], walletUrl: account.url }))
  const checkout = createCheckout(page)

  const closed = page.waitForEvent('popup')
  await checkout.button('Base Account').click()
  await expect((await closed).locator('#request')).toHaveText('wallet_connect')
  await (await closed).close({ runBeforeUnload: true })
  await checkout.expectState('connect', 'You declined in your wallet. Nothing was charged.')

  const opened = page.waitForEvent('popup')
  await checkout.button('Base Account').click()
  await (await opened).getByRole('button', { name: 'Confirm' }).click()
  await checkout.expectState('review')
  expect(await readConnection(page)).toEqual({ name: 'Base Account', status: 'connected' })

  const asked = page.waitForEvent('popup')
  await checkout.pay()
  await expect((await asked).locator('#request')).toHaveText('eth_sendTransaction')
  await (await asked).getByRole('button', { name: 'Confirm' }).click()
  await checkout.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  const count = (method: string) => account.asked.filter((one) => one === method).length
  await expectPaidOnce(world, { payment, checkout, payer, wallet: { count }, sends: 1 })
  expect(account.asked).toEqual(['wallet_connect', 'eth_sendTransaction'])
})

test.describe('A connector whose wallet does not answer', () => {
  // The delay is longer than any story.
  test.use({ walletOptions: { delayMs: 1e9 } })

  test('a connector whose wallet does not answer is abandoned after 60 s without an account, and receives the payment once while the payer waits', {
    tag: '@deep',
  }, async ({ page, world, wallet }) => {
    await using shop = await startWagmiShop(world)
    const payment = await createPayment(world, COINS)
    await page.clock.install()
    await page.goto(shop.pageOf(payment, { connectors: ['injected'] }))
    const checkout = createCheckout(page)
    await checkout.expectState('connect')
    await wallet.setMode('delay')
    await checkout.button('Test wallet').click()
    await checkout.expectState('connecting', 'Continue in Test wallet')
    await page.clock.fastForward(15_000)
    await checkout.expectState('connecting', 'Waiting for Test wallet.')
    await page.clock.fastForward(45_000)
    await checkout.expectState('connect', 'Your wallet did not answer. Nothing was charged.')

    await wallet.setMode('accept')
    await checkout.connect()
    await wallet.setMode('delay')
    await checkout.pay()
    await checkout.expectState('signing', 'Confirm the payment in Test wallet')
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1)
    await page.clock.fastForward(15_000)
    await checkout.expectState('signing', 'Waiting for Test wallet.')
    await page.clock.fastForward(45_000)
    await checkout.expectState('signing', 'Test wallet has not answered.')
    // The connector disconnects while the request is open; the wallet may still send the payment.
    await page.evaluate(() => {
      const { current, connections } = window.wagmiConfig?.state ?? {}
      connections?.get(current ?? '')?.connector.emitter.emit('disconnect')
    })
    expect(await readConnection(page)).toEqual({ name: null, status: 'disconnected' })
    await checkout.button('I closed my wallet').click()
    await checkout.expectState('unknown', 'The network shows that nothing was sent.')
    expect(wallet.count('eth_sendTransaction')).toBe(1)
  })
})

test.describe('A wallet on another network', () => {
  test.use({ walletOptions: { chainId: 31_338 } })

  test('a wallet on another network switches and pays once in a shop whose wagmi config has only other chains', {
    tag: '@deep',
  }, async ({ page, world, wallet, payer }) => {
    await using shop = await startWagmiShop(world)
    const payment = await createPayment(world, COINS)
    await page.goto(shop.pageOf(payment, { connectors: ['injected'], chainId: 31_338 }))
    const checkout = createCheckout(page)
    await checkout.connect()
    await wallet.setMode('reject')
    await checkout.pay()
    await checkout.expectState('review', 'The network was not changed. Nothing was charged.')
    expect(wallet.count('eth_sendTransaction')).toBe(0)
    await wallet.setMode('accept')
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })
})

/** Reads the connection in the page's config. */
function readConnection(page: Page): Promise<{ name: string | null; status: string | null }> {
  return page.evaluate(() => {
    const state = window.wagmiConfig?.state
    const connection = state?.connections.get(state.current ?? '')
    return { name: connection?.connector.name ?? null, status: state?.status ?? null }
  })
}
