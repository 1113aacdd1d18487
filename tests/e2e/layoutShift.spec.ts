import type { Page } from '@playwright/test'
import { type Checkout, createCheckout, openHosted } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expect, test } from './support/story.ts'
import type { World } from './support/world.ts'

/** The limit is a fifth of the threshold for a good score (0.1): https://web.dev/articles/cls. */
const MOST_SHIFT = 0.02

/** Widths at which the reserved height fits every state: the card's maximum, and the narrowest page (WCAG 2.2, 1.4.10). */
const WIDTHS = [
  { width: 1_280, height: 720 },
  { width: 320, height: 640 },
]
/** Laptops, on which the page has two columns. */
const LAPTOPS = [
  { width: 1_280, height: 720 },
  { width: 1_366, height: 768 },
]
/** Wallets in addition to the test wallet. */
const VISITS = [
  { others: 0, isLate: false },
  { others: 4, isLate: false },
  { others: 11, isLate: false },
  { others: 4, isLate: true },
  { others: 11, isLate: true },
]
const MOST_ROWS = 3

const PLACES = [
  { place: 'the hosted page', open: openHosted, isReserved: false },
  { place: 'a shop with text below the element', open: openShop, isReserved: true },
]

for (const { place, open, isReserved } of PLACES) {
  for (const size of WIDTHS) {
    test(`The layout of ${place} does not shift at ${size.width} px, with one or many, early or late wallets`, {
      tag: '@deep',
    }, async ({ context, world, wallet }) => {
      const payment = await createPayment(world, [{ symbol: 'ETH', amount: '0.01' }])
      const heights = new Set<number>()
      for (const { others, isLate } of VISITS) {
        const what = `${others + 1} wallets${isLate ? ', all but one late' : ''}`
        const page = await context.newPage()
        await page.setViewportSize(size)
        await page.addInitScript(announceWallets, { count: others, isLate })
        await page.addInitScript(watchShifts)
        const checkout = await open(page, world, payment)
        await checkout.expectState('connect')
        if (isLate) await page.evaluate(announceLate)
        const rows = checkout.element.locator('[part="wallet"]')
        await expect(rows, what).toHaveCount(Math.min(others + 1, MOST_ROWS))
        const more = checkout.element.locator('[part~="others"]')
        await expect(more, what).toHaveCount(others + 1 > MOST_ROWS ? 1 : 0)
        if (others + 1 > MOST_ROWS) await expect(more).toContainText(`+${others + 1 - MOST_ROWS}`)
        const box = await checkout.element.boundingBox()
        const { height = 0, y = 0, ...place } = box ?? {}
        const scrolled = () => page.evaluate(() => window.scrollY)
        const top = y + (await scrolled())
        heights.add(Math.round(height))
        expect.soft(await page.evaluate(sumShifts), what).toBeLessThanOrEqual(MOST_SHIFT)
        if (others === 0) {
          await checkout.connect()
          expect
            .soft(await page.evaluate(sumShifts), 'to the review')
            .toBeLessThanOrEqual(MOST_SHIFT)
          const after = await checkout.element.boundingBox()
          expect.soft(after, 'to the review').toMatchObject(place)
          // A click may scroll a long page; the card keeps its position within the page.
          expect.soft((after?.y ?? 0) + (await scrolled()), 'to the review').toBeCloseTo(top, 0)
        }
        await page.close()
      }
      expect(wallet.count('eth_requestAccounts')).toBe(1)
      // The card of the hosted page is as high as its content.
      if (isReserved)
        expect([...heights], 'The card is as high with many wallets as with one.').toHaveLength(1)
    })
  }
}

for (const size of LAPTOPS) {
  test(`The hosted page does not shift from its load to the receipt at ${size.width} px`, {
    tag: '@deep',
  }, async ({ page, world, wallet }) => {
    await page.setViewportSize(size)
    await page.addInitScript(watchShifts)
    const payment = await createPayment(world, [{ symbol: 'USDC', amount: '10' }])
    const checkout = await openHosted(page, world, payment)
    await checkout.connect()
    await expect(checkout.element.locator('[aria-busy="true"].network-fee')).toHaveCount(0)
    expect.soft(await page.evaluate(sumShifts), 'to the fee').toBeLessThanOrEqual(MOST_SHIFT)
    await checkout.pay()
    await checkout.expectState('confirming')
    expect.soft(await page.evaluate(sumShifts), 'to the wait').toBeLessThanOrEqual(MOST_SHIFT)
    await world.devnet.mine('devnet', 2)
    await checkout.expectState('succeeded')
    expect(await page.evaluate(sumShifts), 'to the receipt').toBeLessThanOrEqual(MOST_SHIFT)
    expect(wallet.count('eth_sendTransaction')).toBe(2)
  })
}

test('A key press shows the wallets beyond the first rows, and the layout does not shift', {
  tag: '@deep',
}, async ({ page, world, wallet }) => {
  await page.addInitScript(announceWallets, { count: 11, isLate: false })
  await page.addInitScript(watchShifts)
  const payment = await createPayment(world, [{ symbol: 'ETH', amount: '0.01' }])
  const checkout = await openShop(page, world, payment)
  const more = checkout.button(/Other wallets/)
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await more.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await expect(checkout.button('Other wallet 3')).toBeFocused()
  await expect(checkout.button(/^Other wallet \d+$/)).toHaveCount(11)
  expect(await page.evaluate(sumShifts)).toBeLessThanOrEqual(MOST_SHIFT)
  await more.press('Enter')
  await expect(more).toBeFocused()
  await expect(checkout.button(/^Other wallet \d+$/)).toHaveCount(MOST_ROWS - 1)
  expect(wallet.calls).toEqual([])
})

/** Opens a shop that reserves the element's height as documented, and has content below it. */
async function openShop(
  page: Page,
  { devnet, site }: Pick<World, 'devnet' | 'site'>,
  { token }: { readonly token: string },
): Promise<Checkout> {
  await page.addInitScript(furnishShop)
  const { baseUrl, clientId, payUrl } = devnet.json.host
  const query = new URLSearchParams({
    token,
    'api-base': baseUrl,
    'client-id': clientId,
    'pay-url': payUrl,
  })
  await page.goto(`${site.url}/checkout?${query}`)
  return createCheckout(page)
}

/** Runs in the page: reserves the height before the first paint, and adds a footer. */
function furnishShop(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('secure-payment:not(:defined) { display: block; min-height: 38rem }')
  document.adoptedStyleSheets = [sheet]
  new MutationObserver((_, observer) => {
    const main = document.querySelector('main')
    if (!main) return
    observer.disconnect()
    const footer = document.createElement('footer')
    footer.textContent = 'Imprint and privacy'
    main.after(footer)
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page: announces further wallets, which the payer does not choose; {@link announceLate} announces late wallets. */
function announceWallets({ count, isLate }: { count: number; isLate: boolean }): void {
  const announce = (index: number): void => {
    const info = {
      uuid: `00000000-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`,
      name: `Other wallet ${index}`,
      icon: '',
      rdns: `other.wallet${index}`,
    }
    const provider = {
      request: () => Promise.reject(new Error('Nobody chooses it.')),
      on: () => {},
    }
    const detail = Object.freeze({ info, provider })
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  const all = Array.from({ length: count }, (_, index) => () => announce(index + 1))
  Reflect.set(window, 'lateWallets', isLate ? all : [])
  if (isLate) return
  window.addEventListener('eip6963:requestProvider', () => {
    for (const each of all) each()
  })
}

/** Runs in the page: announces the late wallets, one per frame. */
async function announceLate(): Promise<void> {
  const late: unknown = Reflect.get(window, 'lateWallets')
  for (const announce of Array.isArray(late) ? late : []) {
    announce()
    await new Promise((next) => requestAnimationFrame(next))
  }
}

/** Runs in the page: records layout shifts without user input. */
function watchShifts(): void {
  const shifts: number[] = []
  Reflect.set(window, 'layoutShifts', shifts)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!Reflect.get(entry, 'hadRecentInput')) shifts.push(Number(Reflect.get(entry, 'value')))
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page: returns the sum of all shifts once the current content is painted. */
async function sumShifts(): Promise<number> {
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((next) => requestAnimationFrame(next))
  const shifts: unknown = Reflect.get(window, 'layoutShifts')
  if (!Array.isArray(shifts)) throw new Error('Nothing watches the page.')
  return shifts.reduce((sum: number, shift: number) => sum + shift, 0)
}
