import { formatDestinationId } from '@secure-payment/core/destinations'
import { describe, expect, test } from 'vitest'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  textOf,
} from '../../testing/consolePage.ts'
import { LINK_TOKEN, LINK_URL } from '../../testing/linkState.ts'
import { en } from '../../text/en.ts'

const { links: text } = en
const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ROUTE = formatDestinationId({ walletAddress: WALLET, chainId: 1, tokenAddress: TOKEN })
const USDC = {
  id: 'USDC-mainnet',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  address: TOKEN,
  network: 'mainnet',
  type: 'ERC20',
  hash: TOKEN,
  chainId: 1,
}

const DAI = {
  ...USDC,
  id: 'DAI-mainnet',
  symbol: 'DAI',
  address: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  hash: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  decimals: 18,
}

const { serve, calls } = prepareConsole()

/** Serves a merchant with one wallet, and conversion routes from dollars to USDC and DAI. */
function answer(): void {
  serve((path, { method }) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (method === 'POST') {
      const body = { requestIds: ['x'], securePaymentUrl: LINK_URL, token: LINK_TOKEN }
      return { status: 201, body }
    }
    if (path === '/v2/currencies') return { status: 200, body: [USDC, DAI] }
    if (path.endsWith('/conversion-routes')) {
      const conversionRoutes = path.includes('/USD/') ? [USDC, DAI] : []
      return { status: 200, body: { currencyId: 'USD', network: null, conversionRoutes } }
    }
    if (path === '/v1/members') {
      const member = { id: WALLET, kind: 'wallet', address: WALLET }
      const payeeDestinationIds = [ROUTE.destinationId]
      return { status: 200, body: [{ ...member, payeeDestinationIds, payeeDestinations: [] }] }
    }
    return { status: 200, body: { securePayments: [], nextCursor: null } }
  })
}

function fill(name: string, value: string): void {
  for (const field of find(`[name="${name}"]`)) {
    if (!(field instanceof HTMLInputElement)) continue
    field.value = value
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
  }
}

function press(label: string): void {
  const button = find('button').findLast((one) => textOf(one).trim() === label)
  if (button instanceof HTMLElement) button.click()
}

const boxes = () => find('[name="accepts"]').filter((one) => one instanceof HTMLInputElement)

describe('The currencies that a new link accepts', () => {
  test('the form offers the other currencies in which the price can be paid, and sends the chosen ones', async () => {
    answer()
    await mountConsole({ name: 'newLink', from: null }, { networks: 'mainnet' })
    await expect.poll(() => boxes().map(({ value }) => value)).toEqual(['DAI-mainnet'])
    fill('amount', '80')
    for (const box of boxes()) box.click()
    await inspectConsole()
    press(text.form.create)
    await expect.poll(() => location.pathname).toBe(`/console/links/${LINK_TOKEN}`)
    expect(calls.findLast((call) => call.method === 'POST')?.body).toMatchObject({
      requests: [{ payee: WALLET, paymentCurrency: 'USDC-mainnet', accepts: ['DAI-mainnet'] }],
    })
  })

  test('a link without further currencies omits `accepts`', async () => {
    answer()
    await mountConsole({ name: 'newLink', from: null }, { networks: 'mainnet' })
    await expect.poll(() => boxes().length).toBe(1)
    expect(find('details').some((one) => textOf(one).includes(text.form.accepts))).toBe(true)
    fill('amount', '80')
    press(text.form.create)
    await expect.poll(() => location.pathname).toBe(`/console/links/${LINK_TOKEN}`)
    expect(JSON.stringify(calls.findLast((call) => call.method === 'POST')?.body)).not.toContain(
      'accepts',
    )
  })
})
