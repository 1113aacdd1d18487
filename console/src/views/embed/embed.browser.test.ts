import { formatDestinationId } from '@secure-payment/core/destinations'
import { expect, test } from 'vitest'
import type { PayeeDestination, Session } from '../../api.ts'
import {
  type Answer,
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../../testing/consolePage.ts'
import { LINK_TOKEN, LINK_URL } from '../../testing/linkState.ts'
import { en } from '../../text/en.ts'

const { embed: text, links } = en
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const USDC_ADDRESS = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const DAI_ADDRESS = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'
const idOf = (tokenAddress: string) =>
  formatDestinationId({ walletAddress: WALLET, chainId: 8453, tokenAddress }).destinationId
const { serve, calls } = prepareConsole()

const session: Session = {
  ...accountSession,
  kind: 'wallet',
  email: null,
  address: WALLET,
  walletType: 'evm',
}
const destination: PayeeDestination = {
  id: '01KB4T3F6V3M2N5P7R9T0W1X2Y',
  destinationId: idOf(USDC_ADDRESS),
  walletAddress: WALLET,
  chainId: 8453,
  tokenAddress: USDC_ADDRESS,
  binaryInteropAddress: '0x0001',
  humanReadableInteropAddress: `${WALLET}@eip155:8453#5A431E5E`,
  claimed: true,
  active: true,
  accessPolicy: null,
  revision: 1,
  createdAt: '2026-11-01T09:00:00.000Z',
}
const currency = (symbol: string, address: string, decimals: number) => ({
  id: `${symbol}-base`,
  name: symbol,
  symbol,
  decimals,
  address,
  network: 'base',
  type: 'ERC20',
  hash: address,
  chainId: 8453,
})
const USDC = currency('USDC', USDC_ADDRESS, 6)
const DAI = currency('DAI', DAI_ADDRESS, 18)
const clientId = {
  id: '01KB4Y3F6V3M2N5P7R9T0W1X2Y',
  clientId: 'cli_7Qd2mX9aTz4LkW8bRf6YcNp3VhJs1G',
  label: 'Shop',
  isBackend: false,
  allowedDomains: ['https://shop.example'],
  payeeDestinationId: null,
  status: 'active',
}

/**
 * Serves a wallet that receives USDC on Base; `routes` are the currencies in which USDC can be paid, and `found` is the response to the
 * search for a new payment's rules.
 */
function answer(
  routes: readonly object[] | null,
  found: Answer = { status: 200, body: { accessPolicy: null } },
): void {
  serve((path, { method }) => {
    if (path === '/v1/auth/session') return { status: 200, body: session }
    if (path === '/v1/payee-destination') return { status: 200, body: destination }
    if (path === '/v1/client-ids') return { status: 200, body: [clientId] }
    if (path === '/v2/currencies') return { status: 200, body: [USDC, DAI] }
    if (path.endsWith('/conversion-routes')) {
      if (routes === null) return { status: 500, body: problem('internal', 500) }
      const found = { currencyId: 'USDC-base', network: null, conversionRoutes: routes }
      return { status: 200, body: found }
    }
    if (method === 'POST') {
      const made = { requestIds: ['x'], securePaymentUrl: LINK_URL, token: LINK_TOKEN }
      return { status: 201, body: { ...made, feePlan: null } }
    }
    if (path === '/v2/secure-payments') return found
    return { status: 200, body: {} }
  })
}
const open = () => mountConsole({ name: 'embed' }, { networks: 'base' })
const boxes = () => find('[name="accepts"]').filter((one) => one instanceof HTMLInputElement)

function create(): void {
  const [amount] = find('[name="amount"]')
  if (amount instanceof HTMLInputElement) amount.value = '12.5'
  const button = find('button').find((one) => textOf(one).trim() === text.create)
  if (button instanceof HTMLElement) button.click()
}
const created = () => calls.findLast(({ url }) => url.pathname === '/v2/secure-payments')?.body

test('A merchant accepts a further currency, and the snippet pins a destination for each', async () => {
  answer([USDC, DAI])
  await open()
  await expect.poll(() => boxes().map(({ value }) => value)).toEqual(['DAI-base'])
  for (const box of boxes()) box.click()
  await inspectConsole()
  create()
  await expect.poll(created).toEqual({
    requests: [{ destinationId: idOf(USDC_ADDRESS), amount: '12.5', accepts: ['DAI-base'] }],
  })
  await expect
    .poll(() => find('pre').map(textOf).join())
    .toContain(`destination="${idOf(USDC_ADDRESS)} ${idOf(DAI_ADDRESS)}"`)
  expect(find('pre').map(textOf).join()).toContain("accepts: ['DAI-base'],")
})

test('Without further currencies, the form offers none and omits `accepts`', async () => {
  answer([USDC])
  await open()
  await expect.poll(() => find('console-embed-accepts').length).toBe(1)
  create()
  await expect.poll(created).toEqual({
    requests: [{ destinationId: idOf(USDC_ADDRESS), amount: '12.5' }],
  })
  expect(boxes()).toEqual([])
})

test('A failed read of the further currencies leaves the form usable', async () => {
  answer(null)
  await open()
  await expect.poll(() => find('[role="alert"]').map(textOf).join()).toContain('support-1042')
  await inspectConsole()
  answer([USDC, DAI])
  const retry = find('button').find((one) => textOf(one).trim() === en.common.retry)
  if (retry instanceof HTMLElement) retry.click()
  await expect.poll(() => boxes().length).toBe(1)
  expect(find('summary').map(textOf).join()).toContain(links.form.accepts)
})

const choose = (kind: string) => {
  const [box] = find(`[name="pageKind"][value="${kind}"]`)
  if (box instanceof HTMLInputElement) box.click()
}
const snippet = (kind: string) => find(`pre[aria-label="${kind}"]`).map(textOf).join()

test('A merchant copies the page’s code for HTML or for React', async () => {
  answer([USDC])
  await open()
  await expect.poll(() => find('console-embed-accepts').length).toBe(1)
  create()
  await expect.poll(() => snippet('HTML')).toContain('<secure-payment\n')
  choose('React')
  await expect.poll(() => snippet('React')).toContain("'@secure-payment/widget/react'")
  expect(snippet('React')).toContain(`destination="${idOf(USDC_ADDRESS)}"`)
  expect(snippet('HTML')).toBe('')
  await inspectConsole()
})

test.each<[string, Answer]>([
  ['hide it', { status: 200, body: { accessPolicy: { hidePayeeAddress: true } } }],
  ['cannot be read', { status: 500, body: problem('internal', 500) }],
])('The page’s code omits the payee’s address if the payment’s rules %s', async (_, found) => {
  answer([USDC], found)
  await open()
  await expect.poll(() => find('console-embed-accepts').length).toBe(1)
  create()
  await expect.poll(() => snippet('HTML')).toContain(LINK_TOKEN)
  choose('React')
  await expect.poll(() => snippet('React')).toContain(LINK_TOKEN)
  expect(snippet('React')).not.toContain(WALLET)
  expect(find('p').map(textOf).join()).toContain(text.notPinned)
  expect(find('secure-payment[destination]')).toEqual([])
})

test('A wallet without a route finds the way to one, and a stopped destination has its note', async () => {
  const refused = problem('destination_inactive', 403, {
    errors: [
      {
        field: 'requests[0].destinationId',
        code: 'destination_inactive',
        message: 'requests[0].destinationId is a payee destination that accepts no new payments.',
      },
    ],
  })
  serve((path, { method }) => {
    if (path === '/v1/auth/session') return { status: 200, body: session }
    if (path === '/v1/payee-destination') return { status: 200, body: null }
    if (path === '/v1/client-ids') return { status: 200, body: [clientId] }
    if (path === '/v2/currencies') return { status: 200, body: [USDC, DAI] }
    if (method === 'POST') return { status: 403, body: refused }
    return { status: 200, body: {} }
  })
  await open()
  await expect.poll(() => find('[name="destinationId"]').length).toBe(1)
  expect(find('a[href$="/receiving"]').map((link) => textOf(link).trim())).toContain(
    en.start.destination.action,
  )
  const [input] = find('[name="destinationId"]')
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no destination field.')
  input.value = idOf(USDC_ADDRESS)
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
  create()
  await expect
    .poll(() => find('#destinationId-error').map(textOf))
    .toEqual([en.errors.destination_inactive])
  expect(input.getAttribute('aria-invalid')).toBe('true')
  await inspectConsole()
})
