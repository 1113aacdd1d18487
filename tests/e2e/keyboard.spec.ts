import type { Page } from '@playwright/test'
import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce } from './support/expectPaidOnce.ts'
import { expect, test } from './support/story.ts'
import { walletDialog } from './support/walletDialog.ts'

test.use({ walletOptions: { confirm: 'dialog' } })

/** The maximum number of tab stops: more than any screen has. */
const MAX_TABS = 40

test('A payer pays with only Tab, Enter and Space, and the focus follows the screens', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, [{ symbol: 'USDC', amount: '12.5' }])
  const checkout = await openCheckout(page, world, payment)
  await checkout.expectState('connect')
  await tabTo(page, 'Test wallet')
  await page.keyboard.press('Enter')

  await checkout.expectState('review')
  await expectFocus(page, 'Check and pay')
  await tabTo(page, 'Pay 12.50 USDC')
  await page.keyboard.press('Space')

  await checkout.expectState('approving')
  await expect(walletDialog(page).confirm).toBeFocused()
  await page.keyboard.press('Enter')
  await checkout.expectState('signing')
  await expect(walletDialog(page).confirm).toBeFocused()
  await page.keyboard.press('Enter')

  await checkout.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2 })
  await expectFocus(page, 'Payment complete')
  await tabTo(page, 'View receipt (opens in a new tab)')
})

test('A payer goes back and declines with the keyboard', { tag: '@deep' }, async ({
  page,
  world,
  wallet,
}) => {
  const payment = await createPayment(world, [{ symbol: 'ETH', amount: '0.01' }])
  const checkout = await openCheckout(page, world, payment)
  await checkout.expectState('connect')
  await tabTo(page, 'Test wallet')
  await page.keyboard.press('Space')
  await checkout.expectState('review')
  await tabTo(page, 'Back')
  await page.keyboard.press('Enter')
  await checkout.expectState('connect')
  await expectFocus(page, 'Choose a wallet')

  await tabTo(page, 'Test wallet')
  await page.keyboard.press('Enter')
  await checkout.expectState('review')
  await tabTo(page, 'Pay 0.01 ETH')
  await page.keyboard.press('Enter')
  await checkout.expectState('signing')
  await expect(walletDialog(page).confirm).toBeFocused()
  await page.keyboard.press('Escape')
  await checkout.expectState('review', 'You declined in your wallet. Nothing was charged.')
  expect(wallet.count('eth_sendTransaction')).toBe(1)
})

test('A payer opens the dialog, switches to the phone screen and back, and closes the dialog with the keyboard', {
  tag: '@deep',
}, async ({ page, world, wallet }) => {
  const payment = await createPayment(world, [{ symbol: 'ETH', amount: '0.01' }])
  const { payUrl } = world.devnet.json.host
  const attributes = { mode: 'button', 'pay-url': payUrl }
  const checkout = await openCheckout(page, world, payment, attributes)
  await checkout.expectState('connect')
  const dialog = page.getByRole('dialog', { name: 'Payment' })
  const trigger = checkout.element.locator('[part~=trigger]')
  await page.keyboard.press('Tab')
  await expect(trigger).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expectFocus(page, 'Choose a wallet')

  await tabTo(page, 'Phone wallet')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Pay with your phone')
  expect(await tabTo(page, 'Close')).toEqual(['Copy payment link', 'Other wallets'])
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Choose a wallet')

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(trigger).toBeFocused()
  expect(wallet.calls).toEqual([])
})

/** Presses Tab until the element with this text or label has the focus; resolves with the elements focused on the way. */
async function tabTo(page: Page, label: string): Promise<string[]> {
  const seen: string[] = []
  for (let press = 0; press < MAX_TABS; press++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(describeFocus)
    if (focused.includes(label)) return seen
    seen.push(focused)
  }
  throw new Error(`Tab does not reach "${label}", only: ${seen.join(' | ')}`)
}

async function expectFocus(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(describeFocus)).toContain(text)
}

/** Runs in the page: returns the label or text of the innermost focused element. */
function describeFocus(): string {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  const text = element?.getAttribute('aria-label') ?? element?.textContent ?? ''
  return text.replace(/\s+/g, ' ').trim()
}
