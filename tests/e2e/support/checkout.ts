import { expect, type Locator, type Page } from '@playwright/test'
import type { SecurePayment } from '@secure-payment/widget'
import type { Payment } from './createPayment.ts'
import type { World } from './world.ts'

/** The state, as the element's attribute reflects it. */
type StateName = SecurePayment['state']

/** A page with the element, as a payer sees and uses it. */
export type Checkout = {
  page: Page
  element: Locator
  /** Finds one of the element's buttons by its label. */
  button(label: string | RegExp): Locator
  /** Waits for the state and, if `text` is given, for this text on the screen. */
  expectState(state: StateName, text?: string | RegExp): Promise<void>
  /** Chooses the test wallet and waits for the review. */
  connect(): Promise<void>
  /** Presses Pay on the review. */
  pay(): Promise<void>
}

/** Opens the merchant's page with a payment's element; adds `attributes` to the element. */
export async function openCheckout(
  page: Page,
  world: Pick<World, 'devnet' | 'site'>,
  payment: Pick<Payment, 'token'>,
  attributes: Readonly<Record<string, string>> = {},
): Promise<Checkout> {
  await page.goto(checkoutUrl(world, payment, attributes))
  return createCheckout(page)
}

/** Returns the URL of the merchant's page. */
export function checkoutUrl(
  { devnet, site }: Pick<World, 'devnet' | 'site'>,
  payment: Pick<Payment, 'token'>,
  attributes: Readonly<Record<string, string>> = {},
): string {
  const { baseUrl, clientId } = devnet.json.host
  const query = new URLSearchParams({
    token: payment.token,
    'api-base': baseUrl,
    'client-id': clientId,
    ...attributes,
  })
  return `${site.url}/checkout?${query}`
}

/** Replaces the page's element with a new element that has the same attributes, like a reload that need not load the scripts again. */
export async function renewElement(page: Page): Promise<void> {
  await page.evaluate(() => {
    const [element] = document.getElementsByTagName('secure-payment')
    const fresh = element?.cloneNode()
    if (!(fresh instanceof Element)) throw new Error('There is no element.')
    fresh.removeAttribute('state')
    element?.replaceWith(fresh)
  })
}

/** Opens a payment's hosted page. */
export async function openHosted(
  page: Page,
  _world: Pick<World, 'devnet'>,
  payment: Pick<Payment, 'hostedUrl'>,
): Promise<Checkout> {
  await page.goto(payment.hostedUrl)
  return createCheckout(page)
}

/** Finds the element on the open page, or on a page in one of its frames. */
export function createCheckout(page: Page, element = page.locator('secure-payment')): Checkout {
  const button = (label: string | RegExp) => element.getByRole('button', { name: label })
  const checkout: Checkout = {
    page,
    element,
    button,
    async expectState(state, text) {
      await expect(element).toHaveAttribute('state', state)
      if (text !== undefined) await expect(element.getByText(text).first()).toBeVisible()
    },
    async connect() {
      await button('Test wallet').click()
      await checkout.expectState('review')
    },
    pay: () => button(/^(?:Pay|Refund) /).click(),
  }
  return checkout
}
