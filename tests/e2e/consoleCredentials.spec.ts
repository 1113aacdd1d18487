import { createClient } from '@secure-payment/core/client'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, type Merchant, test } from './support/merchant.ts'
import type { World } from './support/world.ts'

test('An API key stops working while it is off, and permanently once it is revoked', async ({
  world,
  merchant,
}) => {
  const { page: desk, dialog } = merchant
  await merchant.register()
  await merchant.go('API keys')
  await expect(merchant.heading('No API key yet')).toBeVisible()
  await inspectScreen(desk, 'no API key')
  await merchant.button('Create API key').click()
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  await expect(dialog.getByText('Fill this in.')).toBeVisible()
  await expect(merchant.field('Label')).toBeFocused()

  await merchant.field('Label').fill('Order service')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  await expect(merchant.heading('Your new API key')).toBeFocused()
  await inspectScreen(desk, 'new API key')
  const key = (await dialog.locator('.secret code').textContent()) ?? ''
  await desk.keyboard.press('Escape')
  await desk.keyboard.press('Escape')
  await expect(merchant.heading('Your new API key')).toBeVisible()
  await merchant.button('I stored it').click()
  await expect(dialog).toBeHidden()
  await expect(desk.getByText(key)).toHaveCount(0)

  const works = () =>
    statusOf(createClient({ baseUrl: baseUrlOf(world), apiKey: key }).clientIds.list())
  expect(await works()).toBe('200')
  await merchant.button('Switch off: Order service').click()
  await expect(desk.getByText('API key switched off.')).toBeVisible()
  await expect.poll(works).toBe('401')
  await merchant.button('Switch on: Order service').click()
  await expect.poll(works).toBe('200')
  await desk.reload()
  await expect(desk.getByText(/^Used/)).toBeVisible()
  await merchant.button('Revoke: Order service').click()
  await inspectScreen(desk, 'API key to revoke')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(desk.getByText('Revoked (1)')).toBeVisible()
  await expect.poll(works).toBe('401')
})

test('A client ID works from the listed domains until the merchant switches it off or revokes it', async ({
  world,
  merchant,
}) => {
  const { page: desk, dialog, site } = merchant
  const elsewhere = 'https://shop.example.com'
  await merchant.signInWithWallet()
  await merchant.go('Client IDs')
  await inspectScreen(desk, 'no client ID')
  await merchant.button('Create client ID').click()
  await merchant.field('Label').fill('Web shop')
  await merchant.field('Allowed domains').fill(`${site.url}\nhttp://shop.example.com/cart`)
  await merchant.field('Label').focus()
  await expect(
    desk.getByText('Line 2: “http://shop.example.com/cart” is not an origin'),
  ).toBeVisible()
  await inspectScreen(desk, 'client ID with a bad domain')
  await merchant.field('Allowed domains').fill(site.url)
  await dialog.getByRole('button', { name: 'Create client ID' }).click()
  await expect(merchant.heading('Web shop')).toBeVisible()
  await inspectScreen(desk, 'client IDs')

  const clientId = await merchant.copy('Copy client ID')
  const from = (origin: string) => () =>
    statusOf(createClient({ baseUrl: baseUrlOf(world), clientId, origin }).currencies.list())
  expect(await from(site.url)()).toBe('200')
  expect(await from(elsewhere)()).toBe('403')

  await merchant.button('Edit: Web shop').click()
  await merchant.field('Allowed domains').fill(`${site.url}\n${elsewhere}`)
  await merchant.field('Charge a fee').check()
  await merchant.field('Percent').fill('1.555')
  await merchant.field('Fee address').fill(merchant.account.address)
  await merchant.button('Save').click()
  await expect(merchant.field('Percent')).toBeFocused()
  await merchant.field('Percent').fill('1.5')
  await merchant.button('Save').click()
  await expect(desk.getByText(/1\.5 % to 0x/)).toBeVisible()
  await expect.poll(from(elsewhere)).toBe('200')

  await merchant.button('Switch off: Web shop').click()
  await expect(desk.getByText('Off', { exact: true })).toBeVisible()
  await expect.poll(from(site.url)).toBe('403')
  await merchant.button('Switch on: Web shop').click()
  await expect.poll(from(site.url)).toBe('200')
  await revokeByTyping(merchant)
  await expect.poll(from(site.url)).toBe('403')
})

test('A merchant creates a receiving route, changes it for the client ID that is bound to it, and ends it', {
  tag: '@deep',
}, async ({ world, merchant }) => {
  const { page: desk, dialog } = merchant
  const usdt = world.devnet.chains.token('devnet', 'USDT').address
  await merchant.signInWithWallet()
  await merchant.go('Receiving')
  await desk.getByRole('radio', { name: /^USDC/ }).check()
  await merchant.button('Receive here').click()
  await expect(merchant.heading('USDC on Devnet')).toBeVisible()
  await merchant.go('Client IDs')
  await merchant.button('Create client ID').click()
  await merchant.field('Label').fill('Web shop')
  await merchant.field('Allowed domains').fill(merchant.site.url)
  await dialog.getByRole('button', { name: 'Create client ID' }).click()
  await expect(desk.getByText('Bound to my receiving route, USDC on Devnet')).toBeVisible()

  await merchant.go('Receiving')
  await merchant.button('Change').click()
  await desk.getByRole('radio', { name: /^USDT/ }).check()
  await inspectScreen(desk, 'receiving route to change')
  await merchant.button('Use this route').click()
  await expect(merchant.heading('USDT on Devnet')).toBeVisible()
  const destinationId = await merchant.copy('Copy Route ID')
  expect(destinationId.startsWith(`${merchant.account.address}@eip155:31337#`)).toBe(true)
  expect(destinationId.endsWith(`:${usdt}`)).toBe(true)
  await merchant.go('Client IDs')
  await expect(desk.getByText('Bound to my receiving route, USDT on Devnet')).toBeVisible()

  await merchant.go('Receiving')
  await merchant.button('Stop receiving here').click()
  await inspectScreen(desk, 'receiving route to end')
  await dialog.getByRole('button', { name: 'Stop receiving' }).click()
  await expect(merchant.heading('No receiving route yet')).toBeVisible()
})

/** Revokes a client ID. The console requires the client ID's label, so that a stray click does not disable a shop. */
async function revokeByTyping({ page, button, dialog, field }: Merchant): Promise<void> {
  await button('Revoke: Web shop').click()
  await inspectScreen(page, 'client ID to revoke')
  await field('Type Web shop to confirm').fill('web')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(dialog.getByText('This is not the label.')).toBeVisible()
  await field('Type Web shop to confirm').fill('Web shop')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Revoked (1)')).toBeVisible()
}

function baseUrlOf({ devnet }: World): string {
  return devnet.json.host.baseUrl
}

/** Returns the status of a call's response, as text. */
async function statusOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return '200'
  } catch (error) {
    return error instanceof Error && 'status' in error ? String(error.status) : String(error)
  }
}
