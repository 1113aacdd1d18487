import { parseUnits } from 'viem'
import { createCheckout } from './support/checkout.ts'
import { balanceOf, fieldOf } from './support/expectPaidOnce.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, type Merchant, test } from './support/merchant.ts'
import { createStranger } from './support/payer.ts'
import { payThrough } from './support/payThrough.ts'
import { takePicture } from './support/picture.ts'
import type { World } from './support/world.ts'

const AMOUNT = '24.5'
const USDC_DECIMALS = 6
/** Covers every step from an empty account to a paid order, and inspects every screen in both colour schemes. */

test('A merchant signs in with a wallet, completes the setup and receives a payment through the printed snippet', async ({
  page,
  world,
  wallet,
  merchant,
}) => {
  const { page: desk, account } = merchant
  await merchant.open()
  await expect(merchant.heading('Sign in')).toBeVisible()
  await inspectScreen(desk, 'sign-in')
  await merchant.signInWithWallet()
  await expect(desk.getByText('0 of 5 done')).toBeVisible()
  await inspectScreen(desk, 'getting started')

  await merchant.field('Business name').fill('North & Bean')
  await merchant.button('Save name').click()
  await expect(desk.getByText('Payers see “North & Bean”.')).toBeVisible()

  await desk.getByRole('link', { name: 'Choose network and token' }).click()
  await desk.getByRole('radio', { name: /^USDC/ }).check()
  await inspectScreen(desk, 'first receiving route')
  await merchant.button('Receive here').click()
  await expect(merchant.heading('USDC on Devnet')).toBeVisible()
  await inspectScreen(desk, 'receiving route')

  await createClientId(merchant, 'My receiving route')
  await addWebhook(merchant)
  const snippet = await createSnippet(merchant)
  // The console's preview shows the payment that was just created.
  await expect(desk.locator('secure-payment')).toHaveAttribute('state', 'connect')
  await expect(desk.locator('secure-payment').getByText('North & Bean')).toBeVisible()
  await inspectScreen(desk, 'embed')
  await takePicture(desk, 'console-embed')

  await page.goto(merchant.site.publish(snippet))
  await payThrough(world, createCheckout(page))
  await expect(page.locator('secure-payment')).toHaveAttribute('state', 'succeeded')
  expect(wallet.count('eth_sendTransaction')).toBe(2)
  await expectReceived(world, account.address)
  await expectWebhook(merchant)
  await expectHistory(merchant, PAYER_STEPS)

  await merchant.go('Home')
  await expect(desk.getByText('5 of 5 done')).toBeVisible()
  await merchant.go('Webhooks')
  await desk.getByRole('link', { name: /^Deliveries/ }).click()
  await expect(desk.getByRole('link', { name: /payment\.confirmed\s+Delivered/ })).toBeVisible()
})

test('A merchant with an e-mail account binds a client ID to a wallet and receives a payment', {
  tag: '@deep',
}, async ({ page, world, merchant, wallet }) => {
  const { page: desk } = merchant
  const receiver = createStranger()
  await merchant.register()
  await expect(desk.getByText('0 of 5 done')).toBeVisible()

  await merchant.go('Receiving')
  await expect(merchant.heading('A receiving route belongs to a wallet')).toBeVisible()
  await merchant.field('Wallet address').fill(receiver.address)
  await expect(desk.getByText(`${receiver.address}@eip155:31337#`)).toBeVisible()
  await inspectScreen(desk, 'receiving for an account')
  const destinationId = await merchant.copy('Copy Route ID')

  await createClientId(merchant, 'Another route ID', destinationId)
  await expect(desk.getByText('Bound to USDC on Devnet')).toBeVisible()
  await addWebhook(merchant)
  const snippet = await createSnippet(merchant)
  expect(snippet).toContain(`destination="${destinationId}"`)

  await page.goto(merchant.site.publish(snippet))
  await payThrough(world, createCheckout(page))
  await expect(page.locator('secure-payment')).toHaveAttribute('state', 'succeeded')
  expect(wallet.count('eth_sendTransaction')).toBe(2)
  await expectReceived(world, receiver.address)
  await expectWebhook(merchant)
})

/** Creates a client ID for the merchant's site, with the given binding. */
async function createClientId(
  merchant: Merchant,
  binding: string,
  destinationId?: string,
): Promise<void> {
  const { dialog, site, field, button } = merchant
  await merchant.go('Client IDs')
  await button('Create client ID').click()
  await field('Label').fill('Web shop')
  await field('Allowed domains').fill(site.url)
  await field(binding).check()
  if (destinationId !== undefined)
    await dialog.getByLabel('Route ID', { exact: true }).fill(destinationId)
  await dialog.getByRole('button', { name: 'Create client ID' }).click()
  await expect(merchant.heading('Web shop')).toBeVisible()
}

/** Adds an endpoint at the merchant's sink, which verifies with the secret that the console showed once. */
async function addWebhook(merchant: Merchant): Promise<void> {
  const { dialog, sink, field, button } = merchant
  await merchant.go('Webhooks')
  await button('Add endpoint').click()
  await field('URL').fill(sink.url)
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog.getByText('Signing secret')).toBeVisible()
  const secret = await dialog.locator('.secret code').textContent()
  sink.setSecret(secret ?? '')
  await button('I stored it').click()
  await expect(merchant.heading(sink.url)).toBeVisible()
}

/** Returns the markup that the console prints for a new payment. */
async function createSnippet(merchant: Merchant): Promise<string> {
  const { page: desk, field, button } = merchant
  await merchant.go('Embed')
  await field('Amount').fill('1,250')
  await button('Create payment').click()
  await expect(desk.getByText('Write 1250 or 1.25.')).toBeVisible()
  await field('Amount').fill(AMOUNT)
  await expect(desk.getByText('Read as 24.50\u00a0USDC')).toBeVisible()
  await field('Order reference').fill('Order 1042')
  await button('Create payment').click()
  return (await desk.getByRole('region', { name: 'HTML' }).textContent()) ?? ''
}

async function expectReceived(world: World, address: `0x${string}`): Promise<void> {
  const { address: usdc } = world.devnet.chains.token('devnet', 'USDC')
  expect(await balanceOf(world, usdc, address)).toBe(parseUnits(AMOUNT, USDC_DECIMALS))
}

/** The step that a busy host may skip: it may first read a block when the block's payments are already confirmed. */
const SEEN = 'Seen on the network'

/** The other steps in the history, in order, when the payer stays on one page. */
const PAYER_STEPS = [
  'Request created',
  'Opened by the payer',
  'Wallet chosen',
  'Transaction sent',
  'confirmed on chain',
  'payment.confirmed',
]

/** Expects these steps, in this order, on the payment's page. */
async function expectHistory(
  { page: desk, go, field, heading }: Merchant,
  steps: readonly string[],
): Promise<void> {
  await go('Payments')
  await field('Find a payment').fill('Order 1042')
  await desk.keyboard.press('Enter')
  await expect(heading('Payment for Order 1042')).toBeFocused()
  const history = desk.getByRole('list', { name: 'History' }).getByRole('listitem')
  const others = history.filter({ hasNotText: SEEN })
  await expect(others).toContainText([...steps])
  await expect(others).toHaveCount(steps.length)
  await inspectScreen(desk, 'the history of a payment from a page')
}

/** Expects the payment's webhook at the merchant's server, signed with the secret that the console showed. */
async function expectWebhook({ sink }: Merchant): Promise<void> {
  const delivery = await sink.waitFor((one) => fieldOf(one, 'event') === 'payment.confirmed')
  expect(fieldOf(delivery, 'amount')).toBe(AMOUNT)
  expect(fieldOf(delivery, 'reference')).toBe('Order 1042')
  expect(delivery.verified).toBe(true)
}
