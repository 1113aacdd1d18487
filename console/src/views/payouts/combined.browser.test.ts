import { expect, test } from 'vitest'
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

const recipients = () =>
  find('.recipients li').map((one) => textOf(one).replaceAll(/\s+/g, ' ').trim())

function choose(value: string, name = 'kind'): void {
  const [field] = find(`[name="${name}"]`)
  if (!(field instanceof HTMLSelectElement)) throw new Error(`There is no choice of the ${name}.`)
  field.value = value
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
  expect(recipients()).toEqual([
    '12.50 USDC 0x742d…f44e 1042 Not paid',
    '12.50 USDC 0x742d…f44e 1042 Not paid',
  ])
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

test('A combined link states each recipient’s amount and state, and how many it does not list', async () => {
  const state = (status: string, amountPaid: string) => ({ ...item, ...paid, status, amountPaid })
  const items = [state('paid', '12.5'), state('created', '0'), state('refunded', '12.5')]
  answer({ batch: page({ ...batch, itemCount: 12, items }) })
  await open()
  await expect.poll(() => recipients().length).toBe(3)
  const { status } = en.payouts.list
  expect(recipients().map((one) => one.split('1042 ')[1])).toEqual([
    status.paid,
    status.created,
    status.refunded,
  ])
  expect(records().join()).toContain(status.partially_paid)
  expect(records().join()).toContain('9 more recipients')
  await inspectConsole()
})

test('The console filters combined links by their state, and states that none has it', async () => {
  serve((path, { url }) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (!path.endsWith('/batch-payouts')) return page()
    return url.searchParams.get('status') === 'expired' ? page() : page(batch)
  })
  await open()
  await expect.poll(() => records().length).toBe(1)
  choose('expired', 'status')
  await expect.poll(() => find('[role="status"]').map(textOf).join()).toContain(text.emptyFilter)
  expect(find('.empty')).toEqual([])
  choose('pending', 'status')
  await expect.poll(() => records().length).toBe(1)
})

test('The console states that combined links cannot be read, and reads them again', async () => {
  answer({ batch: { status: 500, body: problem('internal', 500) } })
  await open()
  await expect.poll(() => find('[role="alert"]').map(textOf).join()).toContain('support-1042')
  await inspectConsole()
  answer({ batch: page(batch) })
  const retry = find('button').find((one) => textOf(one).trim() === en.common.retry)
  if (retry instanceof HTMLElement) retry.click()
  await expect.poll(() => records().length).toBe(1)
})

test('The list of payout links marks a combined one, with the state of its payout and a link to the combined payout', async () => {
  const combinedInto = {
    token: batch.token,
    securePaymentUrl: batch.securePaymentUrl,
    status: 'pending',
  }
  const child = listedLink({ flow: 'pay', status: 'invalidated' })
  const [first] = child.items
  const links = [{ ...child, combinedInto, items: [{ ...first, ...paid, status: 'paid' }] }]
  serve((path) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (path === '/v2/secure-payments') return page(...links)
    return {
      status: 200,
      body: path === '/v2/currencies' ? [] : { approvals: [], nextCursor: null },
    }
  })
  await mountConsole({ name: 'payouts' })
  await expect.poll(() => records().length).toBe(1)
  expect(records().join()).toContain(en.payouts.made.combined)
  expect(records().join()).toContain(en.payouts.list.status.paid)
  expect(records().join()).not.toContain(link.status.invalidated)
  const open = find('.record a').find((one) => textOf(one) === en.payouts.made.openCombined)
  expect(open?.getAttribute('href')).toBe(`/console/payouts/links/${REQUEST_ID}`)
  await inspectConsole()
})
