import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, TestInfo } from '@playwright/test'
import { openCheckout, openHosted } from './support/checkout.ts'
import { createPayment, type Payment } from './support/createPayment.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { createStranger } from './support/payer.ts'
import { expect, test } from './support/story.ts'
import type { World } from './support/world.ts'

const ITEM = [{ symbol: 'USDC', amount: '12.5' }] as const

/** A green square of 8 by 8 pixels. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAAEklEQVR42mPgz/b/jw8zjAwFAHXucgHR71bVAAAAAElFTkSuQmCC'

const BRANDING = {
  pageBackgroundColor: '#dfe9e2',
  cardBackgroundColor: '#fbfdf9',
  primaryActionColor: '#ffcc00',
  primaryTextColor: '#13241c',
  secondaryTextColor: '#4d6257',
  termsUrl: 'https://shop.example.test/terms',
  privacyUrl: 'https://shop.example.test/privacy',
  logo: LOGO,
}

// Axe inspects two screens in both schemes.
test.afterEach(async ({ world }) => {
  await world.devnet.client.branding.remove({})
})

test('The hosted page shows the merchant’s colours in light and dark, and links back to the shop', async ({
  page,
  world,
  wallet,
  payer,
}, testInfo) => {
  await world.devnet.client.branding.update({ body: BRANDING })
  const payment = await createPayment(world, ITEM, {
    options: { redirectUrl: `${world.shop.url}/thank-you`, redirectLabel: 'Back to the teas' },
  })
  const checkout = await openHosted(page, world, payment)
  await checkout.expectState('connect', 'Choose a wallet')
  await expect(page.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', BRANDING.termsUrl)
  await expect(page.getByRole('link', { name: 'Privacy' })).toHaveAttribute('rel', /noopener/)
  await expect(page.locator('secure-payment img.logo')).toHaveJSProperty('naturalWidth', 8)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await coloursOf(page)).toEqual({
    page: 'rgb(223, 233, 226)',
    card: 'rgb(251, 253, 249)',
    text: 'rgb(19, 36, 28)',
  })
  await shoot(page, testInfo, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect((await coloursOf(page)).card).toBe('rgb(21, 23, 28)')
  await shoot(page, testInfo, 'dark')
  await inspectScreen(page, 'the branded first screen')

  await checkout.connect()
  await shoot(page, testInfo, 'review')
  await checkout.pay()
  await checkout.expectState('confirming', '0 of 2 confirmations')
  await world.devnet.mine('devnet', 2)
  await checkout.expectState('succeeded', 'Payment complete')
  const back = page.getByRole('link', { name: 'Back to the teas' })
  await expect(back).toHaveAttribute('href', `${world.shop.url}/thank-you`)
  // The page offers a button, and does not redirect automatically.
  expect(new URL(page.url()).origin).toBe(new URL(payment.hostedUrl).origin)
  await shoot(page, testInfo, 'succeeded')
  await inspectScreen(page, 'the branded success screen')
  expect(wallet).toBeDefined()
  expect(payer).toBeDefined()
})

test('A page’s own variables override the branding, and a warning names colours with too little contrast', {
  tag: '@deep',
}, async ({ page, world, wallet, problems }) => {
  // The merchant's page has its own policy, which allows no images from the service.
  await world.devnet.client.branding.update({ body: { ...BRANDING, logo: null } })
  const payment = await createPayment(world, ITEM)
  // This story expects the warning.
  problems.allow(/--sp-color-on-primary/)
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.setProperty('--sp-color-primary', '#8899aa')
      document.documentElement.style.setProperty('--sp-color-on-primary', '#ffffff')
    })
  })
  const checkout = await openCheckout(page, world, payment)
  await checkout.expectState('connect', 'Choose a wallet')
  await expect.poll(() => warnings.filter((text) => text.includes(':1')).length).toBe(1)
  expect(warnings.join()).toContain('2.92:1')
  expect((await coloursOf(page)).card).toBe('rgb(251, 253, 249)')
  expect(wallet).toBeDefined()
})

test('A reserved payment rejects a stranger, hides its payee, and accepts its payer', async ({
  page,
  world,
  wallet,
  payer,
}, testInfo) => {
  const allowed = createStranger().address
  const payment = await createReserved(world, [allowed])
  const whole = payment.items[0]?.payee ?? ''
  const checkout = await openHosted(page, world, payment)
  await checkout.expectState('connect', 'Choose a wallet')
  expect(await textOf(page)).not.toContain(whole)
  await page.getByRole('button', { name: /Test wallet/ }).click()
  await checkout.expectState('blocked', 'This wallet cannot pay here')
  await shoot(page, testInfo, 'blocked')
  await inspectScreen(page, 'a wallet that may not pay')

  const own = await createReserved(world, [payer.address.toLowerCase()])
  const next = await openHosted(page, world, own)
  await next.expectState('connect', 'Choose a wallet')
  await next.connect()
  await expect
    .poll(async () => (await textOf(page)).replaceAll(/\s/g, ''))
    .toContain(own.items[0]?.payee ?? '')
  await shoot(page, testInfo, 'reserved')
  await next.pay()
  await next.expectState('confirming', '0 of 2 confirmations')
  await world.devnet.mine('devnet', 2)
  await next.expectState('succeeded', 'Payment complete')
  expect(wallet).toBeDefined()
})

test('The page sends telemetry only when both the page and the merchant enable it, and waits for no response', {
  tag: '@deep',
}, async ({ page, world, wallet }) => {
  const told: string[] = []
  await page.route('**/user-events', (route) => {
    told.push(route.request().postData() ?? '')
    // The telemetry route never responds, and the payment does not wait for a response.
  })
  const silent = await openCheckout(page, world, await createPayment(world, ITEM))
  await silent.expectState('connect', 'Choose a wallet')
  await silent.connect()
  expect(told).toEqual([])

  const checkout = await openCheckout(page, world, await createPayment(world, ITEM), {
    telemetry: 'on',
  })
  await checkout.expectState('connect', 'Choose a wallet')
  await checkout.connect()
  await checkout.pay()
  await checkout.expectState('confirming', '0 of 2 confirmations')
  await world.devnet.mine('devnet', 2)
  await checkout.expectState('succeeded', 'Payment complete')
  const events = told.map((text) => JSON.parse(text).userEvent)
  expect(events).toEqual([
    'wallet_connected',
    'payment_sent_to_wallet',
    'payment_approved_in_wallet',
  ])
  for (const text of told) {
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(['occurredAt', 'properties', 'userEvent'])
    expect(text).not.toContain('0x')
  }
  expect(wallet).toBeDefined()
})

test('The merchant receives one webhook about a rejected wallet', { tag: '@deep' }, async ({
  world,
  payer,
}) => {
  const heard: { event: string }[] = []
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      heard.push(JSON.parse(Buffer.concat(chunks).toString()))
      response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = receiver.address() as AddressInfo
    await world.devnet.addWebhook(`http://127.0.0.1:${port}/hook`)
    const payment = await createReserved(world, [createStranger().address])
    const { baseUrl, clientId } = world.devnet.json.host
    const pay = () =>
      fetch(`${baseUrl}/v2/secure-payments/${payment.token}/pay?wallet=${payer.address}`, {
        headers: { 'x-client-id': clientId, origin: world.site.url },
      })
    expect((await pay()).status).toBe(403)
    expect((await pay()).status).toBe(403)
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    expect(heard).toEqual([
      expect.objectContaining({
        event: 'secure_payment.access_rejected',
        requestId: payment.requestIds[0],
        attemptedPayerWalletAddress: payer.address,
      }),
    ])
  } finally {
    receiver.close()
  }
})

function createReserved(world: World, payers: readonly string[]): Promise<Payment> {
  const accessPolicy = { allowedPayerAddresses: [...payers], hidePayeeAddress: true }
  return createPayment(world, ITEM, { options: { accessPolicy } })
}

/** Attaches a screenshot to the report. */
async function shoot(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  const path = testInfo.outputPath(`${name}.png`)
  await page.screenshot({ path, fullPage: true })
  await testInfo.attach(name, { path, contentType: 'image/png' })
}

async function textOf(page: Page): Promise<string> {
  return page.locator('secure-payment').evaluate((element) => element.shadowRoot?.textContent ?? '')
}

function coloursOf(page: Page): Promise<{ page: string; card: string; text: string }> {
  return page.locator('secure-payment').evaluate((element) => {
    const card = element.shadowRoot?.querySelector('.card') ?? element
    return {
      page: getComputedStyle(document.body).backgroundColor,
      card: getComputedStyle(card).backgroundColor,
      text: getComputedStyle(card).color,
    }
  })
}
