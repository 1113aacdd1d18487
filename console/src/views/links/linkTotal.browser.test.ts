import { expect, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  textOf,
} from '../../testing/consolePage.ts'
import {
  LINK_TOKEN,
  linkItem,
  linkRequest,
  linkState,
  linkSummary,
} from '../../testing/linkState.ts'
import { en } from '../../text/en.ts'

const { links: text } = en
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const CHF = { symbol: 'CHF', invoiceCurrency: 'CHF', decimals: 2 }
// 3.3 % of 40.05 is 1.32165, which the service rounds up to 1.33.
const ON_TOP = { percentage: '3.3', amount: '1.33', address: ADDRESS }
const BORNE = { ...ON_TOP, amount: '1.32165', bearer: 'payee' as const }

const { serve } = prepareConsole()

/** Opens the page of a link for CHF 40.05, and returns the texts that the page copies. */
async function openLink(patch: Parameters<typeof linkState>[0]): Promise<string[]> {
  const copied: string[] = []
  vi.stubGlobal('navigator', {
    ...navigator,
    language: 'en',
    languages: ['en'],
    clipboard: { writeText: async (one: string) => void copied.push(one) },
  })
  serve((path, { url }) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (path.startsWith('/v2/request/')) return { status: 200, body: linkRequest({}) }
    const none = { payments: [], pagination: { total: 0, limit: 5, offset: 0, hasMore: false } }
    if (path.startsWith('/v2/payments')) return { status: 200, body: none }
    const isLookup = url.searchParams.has('requestId')
    return { status: 200, body: isLookup ? linkSummary({}) : linkState(patch) }
  })
  await mountConsole({ name: 'link', token: LINK_TOKEN }, { networks: 'mainnet' })
  return copied
}

/** Returns the message that the page copies. */
async function copyMessage(copied: readonly string[]): Promise<string> {
  await expect
    .poll(() => find('button').map((one) => textOf(one).trim()))
    .toContain(text.detail.copyMessage)
  press(text.detail.copyMessage)
  await expect.poll(() => copied.length).toBe(1)
  return copied.join().replaceAll('\u00a0', ' ')
}

/** Returns the rows of sums on the printed invoice, without their spaces. */
async function printSums(): Promise<string[]> {
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  const rows = find('.invoice .total-line, .invoice tfoot tr')
    .filter((one) => one.checkVisibility())
    .map((one) => textOf(one).replaceAll(/\s+/g, ''))
  await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  return rows
}

const SUMS = ['AmountCHF40.05', 'FeeontopoftheamountCHF1.33', 'TotalCHF41.38']

test.each([
  { link: 'a link', reuse: {} },
  { link: 'a reusable link', reuse: { isReusable: true as const } },
])('The message about $link asks for the total with the payer’s fee', async ({ reuse }) => {
  const items = [linkItem({ ...CHF, amount: '40.05', fee: ON_TOP })]
  const copied = await openLink({ items, ...reuse })
  expect(await copyMessage(copied)).toContain('asks you to pay CHF 41.38')
})

test('The message and the invoice of a link whose payee bears the fee state only the amount', async () => {
  const items = [linkItem({ ...CHF, amount: '40.05', fee: BORNE })]
  const copied = await openLink({ items, order: { title: 'Lamp two' } })
  expect(await copyMessage(copied)).toContain('asks you to pay CHF 40.05')
  expect(await printSums()).toEqual(['AmountCHF40.05'])
})

test('The invoice of a link without order lines states the amount, the payer’s fee and the total', async () => {
  const items = [linkItem({ ...CHF, amount: '40.05', fee: ON_TOP })]
  await openLink({ items, order: { title: 'Lamp two' } })
  await expect.poll(() => find('.invoice').length).toBe(1)
  expect(await printSums()).toEqual(SUMS)
  await inspectConsole()
})

test('The invoice of a link with order lines adds the payer’s fee below their sum', async () => {
  const items = [linkItem({ ...CHF, amount: '40.05', fee: ON_TOP })]
  const lines = [{ name: 'Lamp', quantity: '3', unitPrice: '13.35' }]
  await openLink({ items, order: { lines } })
  await expect.poll(() => find('.invoice').length).toBe(1)
  expect(await printSums()).toEqual(SUMS)
})

function press(label: string): void {
  const button = find('button').find((one) => textOf(one).trim() === label)
  if (button instanceof HTMLElement) button.click()
}
