import type { Page } from '@playwright/test'
import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expect, test } from './support/story.ts'
import type { World } from './support/world.ts'

const COINS = [{ symbol: 'ETH', amount: '0.3' }]
const PHONE = {
  userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
  viewport: { width: 390, height: 844 },
}

test('A phone’s browser without a wallet opens the payment in a wallet’s app, and helps when the app does not open', async ({
  page,
  world,
}) => {
  const { payment, checkout } = await openOnPhone(page, world)
  await expect(page.getByRole('heading', { name: 'Choose your wallet app' })).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  const links = checkout.element.locator('a[part="wallet"]')
  const hosted = new URL(payment.hostedUrl)
  // Phantom does not support the devnet, so its link is absent.
  const names = links.locator('[part="wallet-name"]')
  await expect(names).toHaveText([
    'MetaMask',
    'Trust Wallet',
    'Coinbase Wallet',
    'Binance Wallet',
    'OKX Wallet',
    'Bitget Wallet',
    'TokenPocket',
    'imToken',
  ])
  const documented = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect([0, 1, 2, 4].map((index) => documented[index])).toEqual([
    `https://link.metamask.io/dapp/${hosted.host}${hosted.pathname}${hosted.search}`,
    `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(hosted.href)}`,
    `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(hosted.href)}`,
    `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encodeURIComponent(hosted.href)}`)}`,
  ])
  await expect(checkout.element.getByRole('img')).toHaveCount(0)

  // The app opens: the page is hidden before the timeout, and shows no help.
  await page.evaluate(stayHere)
  await links.first().click()
  await page.evaluate(hide, true)
  await page.clock.runFor(10_000)
  await page.evaluate(hide, false)
  const unopened = page.getByRole('heading', { name: 'Did MetaMask not open?' })
  await expect(unopened).toHaveCount(0)

  // The app does not open.
  await links.first().click()
  await page.clock.runFor(2_400)
  await expect(unopened).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(unopened).toBeFocused()
  await expect(page.getByRole('link', { name: 'Install MetaMask' })).toHaveAttribute(
    'href',
    'https://metamask.io/download',
  )
  await expect(checkout.button('Copy payment link')).toBeVisible()
})

test('A wallet app’s browser offers that wallet, and links to other apps in place of a code', async ({
  page,
  world,
  wallet,
}) => {
  const { checkout } = await openOnPhone(page, world)
  await expect(checkout.button('Test wallet')).toBeVisible()
  await expect(checkout.element.locator('a[part="wallet"]')).toHaveCount(0)

  await checkout.button('Phone wallet').click()
  await expect(page.getByRole('heading', { name: 'Choose your wallet app' })).toBeFocused()
  await expect(checkout.element.locator('a[part="wallet"]').first()).toBeVisible()
  await expect(checkout.element.getByRole('img', { name: /QR code/ })).toHaveCount(0)
  await checkout.button('Other wallets').click()
  await expect(checkout.button('Test wallet')).toBeVisible()
  expect(wallet.calls).toEqual([])
})

test.use(PHONE)

async function openOnPhone(page: Page, world: World) {
  await page.clock.install()
  const payment = await createPayment(world, COINS)
  const checkout = await openCheckout(page, world, payment, {
    'pay-url': world.devnet.json.host.payUrl,
  })
  await checkout.expectState('connect')
  return { payment, checkout }
}

/** Runs in the page: prevents a click on a link from leaving the page. */
function stayHere(): void {
  document.addEventListener('click', (event) => event.preventDefault())
}

/** Runs in the page: simulates that another app comes to the front. */
function hide(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
