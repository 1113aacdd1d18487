import { verifyWebhook } from '@secure-payment/core/webhooks'
import { countTestsAsEvents } from './support/countTestsAsEvents.ts'
import { fieldOf } from './support/expectPaidOnce.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, type Merchant, test } from './support/merchant.ts'
import { putOffDeliveries } from './support/putOffDeliveries.ts'

test('A merchant tests an endpoint, sees why a delivery failed, and redelivers it after repairing the server', async ({
  merchant,
}) => {
  const { page: desk, dialog, sink } = merchant
  await merchant.register()
  await merchant.go('Webhooks')
  await inspectScreen(desk, 'no endpoint')
  await addWebhook(merchant)
  await inspectScreen(desk, 'webhooks')

  sink.setStatus(503)
  await merchant.button('Send a test').click()
  await merchant.field('Event').selectOption('payment.partial')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('1 endpoint could not be reached')).toBeVisible()
  await inspectScreen(desk, 'failed test delivery')
  await dialog.getByRole('link', { name: 'See the deliveries' }).click()

  await expect(merchant.heading('Deliveries')).toBeFocused()
  const failed = desk.getByRole('link', { name: /payment\.partial\s+Failed\s+Test/ })
  await expect(failed).toContainText('503')
  await inspectScreen(desk, 'deliveries')
  await merchant.field('Show').selectOption('Delivered')
  await expect(desk.getByText('No delivery with this status.')).toBeVisible()
  await merchant.field('Show').selectOption('Failed')
  await failed.click()
  await expect(desk.getByText('x-service-test: true')).toBeVisible()
  await expect(desk.getByText('"event": "payment.partial"')).toBeVisible()
  await inspectScreen(desk, 'delivery')

  sink.setStatus(200)
  sink.clear()
  await merchant.button('Redeliver').click()
  const again = await sink.waitFor((one) => fieldOf(one, 'event') === 'payment.partial')
  expect(again.verified).toBe(true)
  await expect(async () => {
    await merchant.button('Refresh').click()
    await expect(desk.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(desk.getByText('Replayed once')).toBeVisible()
})

test('A merchant redelivers all failed deliveries at once', { tag: '@deep' }, async ({
  merchant,
  world,
}) => {
  const { page: desk, dialog, sink } = merchant
  await merchant.register()
  await merchant.go('Webhooks')
  await addWebhook(merchant)
  sink.setStatus(500)
  await merchant.button('Send a test').click()
  for (const type of ['payment.confirmed', 'payment.failed']) {
    await merchant.field('Event').selectOption(type)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await sink.waitFor((one) => fieldOf(one, 'event') === type)
    await expect(dialog.getByText('1 endpoint could not be reached')).toBeVisible()
  }
  await dialog.getByRole('link', { name: 'See the deliveries' }).click()
  await expect(desk.getByRole('listitem').filter({ hasText: /Failed\s+Test/ })).toHaveCount(2)

  sink.setStatus(200)
  sink.clear()
  await merchant.button('Redeliver all failed').click()
  await inspectScreen(desk, 'redeliver all failed')
  await dialog.getByRole('button', { name: 'Redeliver all failed' }).click()
  await expect(desk.getByText('Nothing to redeliver')).toBeVisible()

  countTestsAsEvents(world, sink.url)
  await merchant.button('Redeliver all failed').click()
  await dialog.getByRole('button', { name: 'Redeliver all failed' }).click()
  await expect(desk.getByText('2 deliveries are on their way.')).toBeVisible()
  await sink.waitFor((one) => fieldOf(one, 'event') === 'payment.confirmed')
  await sink.waitFor((one) => fieldOf(one, 'event') === 'payment.failed')
  expect(sink.deliveries().map(({ verified }) => verified)).toEqual([true, true])
})

test('A merchant sends a waiting delivery before its next scheduled attempt', async ({
  merchant,
  world,
}) => {
  const { page: desk, dialog, sink } = merchant
  await merchant.register()
  await merchant.go('Webhooks')
  await addWebhook(merchant)
  sink.setStatus(500)
  await merchant.button('Send a test').click()
  await merchant.field('Event').selectOption('payment.confirmed')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('1 endpoint could not be reached')).toBeVisible()
  await dialog.getByRole('link', { name: 'See the deliveries' }).click()
  await desk.getByRole('link', { name: /payment\.confirmed\s+Failed\s+Test/ }).click()
  countTestsAsEvents(world, sink.url)
  await merchant.button('Redeliver').click()
  await expect(async () => {
    await merchant.button('Refresh').click()
    await expect(desk.getByText('Attempt 2', { exact: true })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect.poll(() => putOffDeliveries(world, sink.url)).toBe(true)
  await merchant.button('Refresh').click()
  await expect(desk.getByText('in 5 hours')).toBeVisible()
  await inspectScreen(desk, 'waiting delivery')

  sink.setStatus(200)
  sink.clear()
  await merchant.button('Send now').click()
  const sent = await sink.waitFor((one) => fieldOf(one, 'event') === 'payment.confirmed')
  expect(sent.verified).toBe(true)
  // The page reads a waiting delivery again automatically.
  await expect(desk.getByText('Delivered', { exact: true })).toBeVisible()
  await expect(merchant.button('Redeliver')).toBeVisible()
})

test('A merchant rotates the signing secret in two steps, then limits, disables and removes an endpoint', {
  tag: '@deep',
}, async ({ merchant }) => {
  const { page: desk, dialog, sink } = merchant
  await merchant.register()
  await merchant.go('Webhooks')
  const old = await addWebhook(merchant)

  await merchant.button(/^Rotate secret/).click()
  await inspectScreen(desk, 'rotation')
  await merchant.button('Create the new secret').click()
  const next = await readSecret(merchant)
  expect(next).not.toBe(old)
  await expect(desk.getByText('Rotation pending')).toBeVisible()
  expect(await signerOfTest(merchant, [old, next])).toBe(old)
  await merchant.button(/^Promote the new secret/).click()
  await dialog.getByRole('button', { name: 'Promote the new secret' }).click()
  await expect(desk.getByText('The previous secret is valid until')).toBeVisible()
  expect(await signerOfTest(merchant, [old, next])).toBe(next)

  await merchant.button(/^Edit/).click()
  await merchant.field('Only these').check()
  await merchant.button('Save').click()
  await expect(desk.getByText('Choose at least one event.')).toBeVisible()
  await merchant.field('payment.confirmed').check()
  await merchant.field('Extra signature headers').fill('x-request-network-signature')
  await merchant.button('Save').click()
  await expect(desk.getByText('1 event', { exact: true })).toBeVisible()
  await signerOfTest(merchant, [next])
  expect(sink.deliveries().at(-1)?.headers['x-request-network-signature']).toMatch(/^[0-9a-f]{64}$/)

  await merchant.button(/^Switch off/).click()
  await expect(desk.getByText('Off', { exact: true })).toBeVisible()
  await merchant.button(/^Remove/).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(merchant.heading('No endpoint yet')).toBeVisible()
  await expect(merchant.heading('Webhooks')).toBeFocused()
})

/** Adds the merchant's server as an endpoint; resolves with the secret that the console shows once. */
async function addWebhook(merchant: Merchant): Promise<string> {
  const { dialog, sink, field, button } = merchant
  await button('Add endpoint').click()
  await field('URL').fill('http://shop.example.com/webhooks')
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog.getByText('Enter an https URL')).toBeVisible()
  await field('URL').fill(sink.url)
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  const secret = await readSecret(merchant)
  sink.setSecret(secret)
  await expect(merchant.heading(sink.url)).toBeVisible()
  return secret
}

async function readSecret({ dialog, button }: Merchant): Promise<string> {
  await expect(dialog.getByText('This is the only time it is shown.')).toBeVisible()
  const secret = await dialog.locator('.secret code').textContent()
  await button('I stored it').click()
  await expect(dialog).toBeHidden()
  return secret ?? ''
}

/** Returns which of the secrets signed a test delivery in `x-service-signature`. */
async function signerOfTest(
  { button, dialog, sink }: Merchant,
  secrets: readonly string[],
): Promise<string | undefined> {
  sink.clear()
  await button('Send a test').click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('Sent to 1 endpoint.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  const { rawBody: body, headers } = await sink.waitFor(() => true)
  const signature = headers['x-service-signature'] ?? ''
  return secrets.find((secret) => verifyWebhook({ secret, body, signature }))
}
