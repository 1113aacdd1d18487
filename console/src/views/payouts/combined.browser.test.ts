import { expect, test } from 'vitest'
import {
  type Answer,
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  textOf,
} from '../../testing/consolePage.ts'
import { LINK_TOKEN, listedLink } from '../../testing/linkState.ts'
import { en } from '../../text/en.ts'

const { combined: text, link } = en.payouts
const { serve, calls } = prepareConsole()
const REQUEST_ID = `01${'a'.repeat(64)}`

const page = (...securePayments: readonly object[]): Answer => ({
  status: 200,
  body: { securePayments, nextCursor: null },
})
const [item] = listedLink({}).items
const paid = { invoiceCurrency: 'USDC-mainnet', amount: '12.5' }
const batch = listedLink({
  flow: 'pay',
  paymentType: 'batch',
  itemCount: 2,
  items: [item, item].flatMap((one) => (one === undefined ? [] : [{ ...one, ...paid }])),
})

function answer(lists: { batch?: Answer; multicall?: Answer }): void {
  serve((path) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (path.endsWith('/batch-payouts')) return lists.batch ?? page()
    if (path.endsWith('/multicall-payouts')) return lists.multicall ?? page()
    return page()
  })
}
const open = () => mountConsole({ name: 'payoutCombined' })
const records = () => find('.record').map((one) => textOf(one).replaceAll(/\s+/g, ' '))

function choose(kind: 'batch' | 'multicall'): void {
  const [field] = find('[name="kind"]')
  if (!(field instanceof HTMLSelectElement)) throw new Error('There is no choice of the kind.')
  field.value = kind
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

test('The console lists combined links of both kinds with their state, and links to their payouts', async () => {
  const multicall = { ...batch, token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Z', status: 'completed' }
  answer({ batch: page(batch), multicall: page(multicall) })
  await open()
  await expect.poll(() => records().length).toBe(1)
  expect(records().join()).toContain(link.status.pending)
  expect(records().join()).toContain('25 USDC')
  expect(records().join()).toContain('Ethereum')
  expect(find('.record a').map((one) => one.getAttribute('href'))).toEqual([
    `/console/payouts/links/${REQUEST_ID}`,
  ])
  await inspectConsole()
  choose('multicall')
  await expect.poll(() => records().join()).toContain(link.status.completed)
  expect(calls.some(({ url }) => url.pathname.endsWith('/multicall-payouts'))).toBe(true)
  expect(find('[aria-current="page"]').map((one) => textOf(one).trim())).toContain(
    en.payouts.tabs.combined,
  )
})

test('The console explains how links are combined if there are none', async () => {
  answer({})
  await open()
  await expect.poll(() => find('.empty').map(textOf).join()).toContain(text.emptyText)
  await inspectConsole()
})

test('The console reads further combined links on request', async () => {
  const older = { ...batch, token: '01KB4Z8Q6V3M2N5P7R9T0W1X2A' }
  serve((path, { url }) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (!path.endsWith('/batch-payouts')) return page()
    const isNext = url.searchParams.get('cursor') === 'next'
    const securePayments = [isNext ? older : batch]
    return { status: 200, body: { securePayments, nextCursor: isNext ? null : 'next' } }
  })
  await open()
  await expect.poll(() => records().length).toBe(1)
  const more = find('button').find((one) => textOf(one).includes(text.more))
  if (more instanceof HTMLElement) more.click()
  await expect.poll(() => records().length).toBe(2)
  expect(LINK_TOKEN).not.toBe(older.token)
})
