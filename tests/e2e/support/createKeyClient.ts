import { type Client, createClient } from '@secure-payment/core/client'
import type { Merchant } from './merchant.ts'
import type { World } from './world.ts'

/** Creates an API key in the console, as a merchant does for a server. */
export async function createKeyClient(merchant: Merchant, { devnet }: World): Promise<Client> {
  const { dialog, field, button } = merchant
  await merchant.go('API keys')
  await button('Create API key').first().click()
  await field('Label').fill('Payout server')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const apiKey = (await dialog.locator('.secret code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I stored it' }).click()
  return createClient({ baseUrl: devnet.json.host.baseUrl, apiKey })
}
