import { createCheckout } from './support/checkout.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { failService } from './support/matrix/troubles.ts'
import { expect, type Merchant, test } from './support/merchant.ts'
import { createStranger } from './support/payer.ts'

/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('The preview shows a merchant’s branding, and the console rejects colours with too little contrast', async ({
  world,
  merchant,
}, testInfo) => {
  const { page } = merchant
  await merchant.register()
  await merchant.go('Branding')
  await expect(merchant.heading('Branding')).toBeVisible()
  const preview = page.locator('secure-payment')
  await expect(preview).toHaveAttribute('state', 'connect')

  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('#cccccc')
  await expect(page.getByText('1.60:1 on the card is too low')).toBeVisible()
  await merchant.button('Save branding').click()
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  // The error replaces the note.
  await expect(page.getByText('1.60:1 on the card is too low')).toHaveCount(1)
  await inspectScreen(page, 'a branding that cannot be read')

  await text.fill('#13241c')
  await page.getByRole('textbox', { name: 'Buttons and links', exact: true }).fill('#0f6b4f')
  await page.getByRole('textbox', { name: 'Card background', exact: true }).fill('#fbfdf9')
  await page.getByRole('textbox', { name: 'Page background', exact: true }).fill('#dfe9e2')
  await page.getByRole('textbox', { name: 'Terms' }).fill('https://shop.example.test/terms')
  await page
    .getByLabel('Logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG })
  const colourOf = () =>
    preview.evaluate((element) => {
      const card = element.shadowRoot?.querySelector('.card')
      return card ? getComputedStyle(card).backgroundColor : ''
    })
  await expect.poll(colourOf).toBe('rgb(251, 253, 249)')
  await expect(preview.getByText('Terms')).toBeVisible()
  await page.screenshot({ path: testInfo.outputPath('branding.png'), fullPage: true })
  await merchant.button('Save branding').click()
  await expect(page.getByText('Branding saved.')).toBeVisible()
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(colourOf).toBe('rgb(21, 23, 28)')
  await inspectScreen(page, 'a branding')
  await page.setViewportSize({ width: 320, height: 800 })
  await page.screenshot({ path: testInfo.outputPath('narrow.png'), fullPage: true })
  await page.setViewportSize({ width: 1280, height: 860 })

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Card background', exact: true })).toHaveValue(
    '#fbfdf9',
  )
  await expect(page.getByRole('img', { name: 'Your logo' })).toHaveJSProperty('naturalWidth', 1)
  await merchant.button('Remove branding').click()
  await expect(page.getByRole('textbox', { name: 'Card background', exact: true })).toHaveValue('')
  expect(world).toBeDefined()
})

test(
  'A merchant switches reports on the progress of payers on and off, and keeps a name saved in another tab',
  { tag: '@deep' },
  async ({ merchant }, testInfo) => {
    const { page, problems } = merchant
    problems.allow(/^Failed to load resource: net::ERR_FAILED/)
    await merchant.register()
    await merchant.go('Branding')
    const told = page.getByRole('region', { name: 'Progress of payers' })
    await expect(told).toContainText('Not reported')
    await expect(told).toContainText('telemetry="on"')

    // Another tab saves a business name after this page was loaded.
    const other = await page.context().newPage()
    await other.goto(new URL('account', page.url()).href)
    await other.getByLabel('Business name').fill('Kaffee Nord')
    await other.getByRole('button', { name: 'Save name' }).click()
    await expect(other.getByText('Name saved.')).toBeVisible()

    await told.getByRole('button', { name: 'Switch on: Progress of payers' }).click()
    await expect(page.getByText('You receive the progress of payers.')).toBeVisible()
    await inspectScreen(page, 'a merchant that receives payers’ progress')
    await told.scrollIntoViewIfNeeded()
    await page.screenshot({ path: testInfo.outputPath('user-events.png'), fullPage: true })
    await page.reload()
    await expect(told.getByText('Reported', { exact: true })).toBeVisible()
    await other.reload()
    await expect(other.getByLabel('Business name')).toHaveValue('Kaffee Nord')

    // A failed call changes nothing, and the page shows an error.
    await page.route('**/v1/tenant', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await told.getByRole('button', { name: 'Switch off: Progress of payers' }).click()
    await expect(told.getByRole('alert')).toBeVisible()
    await expect(told.getByText('Reported', { exact: true })).toBeVisible()
    await page.unroute('**/v1/tenant')
    await told.getByRole('button', { name: 'Switch off: Progress of payers' }).click()
    await expect(page.getByText('You no longer receive the progress of payers.')).toBeVisible()
    await expect(told.getByText('Not reported')).toBeVisible()
  },
)

test('The hosted page links to the merchant’s help when the service rejects a payment', {
  tag: '@deep',
}, async ({ page, wallet, problems, merchant }) => {
  problems.allow(/^Failed to load resource: .* 403 \(Forbidden\)/)
  await merchant.register()
  for (const help of ['https://shop.example.test/help', 'mailto:help@shop.example.test']) {
    await merchant.go('Branding')
    await merchant.page.getByRole('textbox', { name: 'Help for payers' }).fill(help)
    await merchant.button('Save branding').click()
    await expect(merchant.page.getByText('Branding saved.')).toBeVisible()

    const hostedUrl = await createPaymentOf(merchant)
    await failService(page, 'pay', { status: 403 })
    await page.goto(hostedUrl)
    const checkout = createCheckout(page)
    await checkout.button('Test wallet').click()
    await checkout.expectState('unavailable', 'This site is not allowed to take this payment')
    const contact = checkout.element.getByRole('link', { name: 'Contact the merchant' })
    await expect(contact).toHaveAttribute('href', help)
    await inspectScreen(page, 'help for payers')
    await page.unrouteAll()
    await merchant.page.reload()
  }
  expect(wallet.count('eth_sendTransaction')).toBe(0)
})

/** Creates a payment in ETH for the signed-in merchant, as the console does; returns the URL of its hosted page. */
async function createPaymentOf({ page }: Merchant): Promise<string> {
  const item = { amount: '0.01', invoiceCurrency: 'ETH-devnet', paymentCurrency: 'ETH-devnet' }
  const data = { requests: [{ ...item, payee: createStranger().address }] }
  const origin = new URL(page.url()).origin
  const answer = await page.request.post(`${origin}/v2/secure-payments`, {
    data,
    headers: { origin },
  })
  expect(answer.status()).toBe(201)
  const { securePaymentUrl } = await answer.json()
  return securePaymentUrl
}

test('A console whose release is gone offers a reload, which restores the preview and the entered values', async ({
  merchant,
}) => {
  const { page, problems } = merchant
  problems.allow(/^Failed to load resource: .* 404 \(Not Found\)/)
  await merchant.register()
  const part = /\/console\/assets\/src-[\w-]+\.js$/
  await page.route(part, (route) => route.fulfill({ status: 404, body: 'not found' }))
  await merchant.go('Branding')
  const notice = page.getByText('This page was updated while it was open')
  await expect(notice).toBeVisible()
  const card = page.getByRole('textbox', { name: 'Card background', exact: true })
  const terms = page.getByRole('textbox', { name: 'Terms' })
  await card.fill('#fbfdf9')
  await terms.fill('https://shop.example.test/terms')
  await inspectScreen(page, 'a console whose release is gone')

  await page.unroute(part)
  await merchant.button('Reload the page').click()
  await expect(page.locator('secure-payment')).toHaveAttribute('state', 'connect')
  await expect(notice).toBeHidden()
  await expect(card).toHaveValue('#fbfdf9')
  await expect(terms).toHaveValue('https://shop.example.test/terms')
  // The console restores entered values once; after another reload it shows the saved values.
  await page.reload()
  await expect(terms).toHaveValue('')
})
