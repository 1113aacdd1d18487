import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { fakeProvider } from './testing/fakes.ts'
import { openPage } from './testing/openPage.ts'
import { aTronPayment } from './testing/tronExamples.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

let page: ReturnType<typeof openPage>

afterEach(() => page.close())

test('Wallets of EVM chains are not offered on Tron, where the page links to a Tron wallet', async () => {
  const wallet = fakeProvider()
  page = openPage(aTronPayment({ expiresAt: '2999-01-01T00:00:00.000Z' }), wallet)
  await page.expectState('connect', 'No Tron wallet in this browser')
  expect(page.find('[part="wallet"]')).toBeNull()
  const links = () => [
    ...(page.element.shadowRoot?.querySelectorAll<HTMLAnchorElement>('.links a') ?? []),
  ]
  await expect.poll(() => links()[0]?.href, { interval: 10 }).toBe('https://www.tronlink.org/')
  expect(links()[0]?.textContent).toContain('TronLink')
  expect(links().some(({ textContent }) => textContent?.includes('MetaMask'))).toBe(false)
  expect(wallet.methods()).toEqual([])
  document.title = 'Checkout'
  document.documentElement.lang = 'en'
  const { violations } = await axe.run('secure-payment', { runOnly: TAGS })
  expect(violations).toEqual([])
})
