import { expect, type Page } from '@playwright/test'
import type { World } from './world.ts'

/** A webhook as the shop stored it, with its parsed body. */
export type Heard = { sequence: number; isVerified: boolean; body: Record<string, unknown> }

/** The demo of payments into a bank account, as a payer uses it. */
export type BankPayout = {
  /** Fills the open form with an example, and submits it. */
  submit(example: string, button: string): Promise<void>
  /** Fills in an example payer and waits for the check's approval; signs the agreement in its frame. */
  becomeCompliant(): Promise<void>
  /** Adds an example account; waits for its check's result. */
  addAccount(example: string, status: 'approved' | 'refused'): Promise<void>
  /** Creates a request, pays it with the burner wallet and confirms it on chain. */
  pay(amount: string): Promise<void>
  /** Returns the payer's and the request's ids from the page's URL. */
  ids(): { payerId: string; requestId: string }
  /** Webhooks that the shop received about this payer and this request, in the order of arrival. */
  heard(): Promise<readonly Heard[]>
}

/** Opens the demo. */
export async function openBankPayout(page: Page, world: World): Promise<BankPayout> {
  await page.goto(`${world.shop.url}/fiat.html`)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const ids = (): { payerId: string; requestId: string } => {
    const search = new URL(page.url()).searchParams
    return { payerId: search.get('payer') ?? '', requestId: search.get('request') ?? '' }
  }
  const payout: BankPayout = {
    ids,
    async submit(example, label) {
      await button(new RegExp(`^${example} `)).click()
      await button(label).click()
    },
    async becomeCompliant() {
      await payout.submit('Approved', 'Submit to the identity check')
      const agreement = page.frameLocator('iframe[title="Agreement"]')
      await agreement.getByRole('checkbox').check()
      await agreement.getByRole('button', { name: 'Sign' }).click()
      await expect(page.getByText('The payer signed.')).toBeVisible()
    },
    async addAccount(example, status) {
      await payout.submit(example, 'Add bank account')
      const account = page.getByRole('list', { name: 'Bank accounts' }).getByRole('listitem')
      await expect(account.filter({ hasText: status })).toHaveCount(1)
    },
    async pay(amount) {
      await page.getByLabel('Amount in USDC').fill(amount)
      await button('Create request').click()
      await button('Pay with the burner wallet').click()
      await expect(page.getByText('Webhooks report the next steps.')).toBeVisible()
      await world.devnet.mine('devnet', 2)
    },
    async heard() {
      const { payerId, requestId } = ids()
      const response = await page.request.get(`${world.shop.url}/api/webhooks`)
      const arrivals: { sequence: number; isVerified: boolean; body: string }[] =
        await response.json()
      return arrivals
        .map(({ sequence, isVerified, body }) => ({ sequence, isVerified, body: JSON.parse(body) }))
        .filter(({ body }) => body.clientUserId === payerId || body.requestId === requestId)
    },
  }
  return payout
}
