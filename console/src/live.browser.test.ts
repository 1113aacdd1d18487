import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReceivedPayment } from './api.ts'
import type { Route } from './routes.ts'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from './testing/consolePage.ts'
import { receivedPayment } from './testing/receivedPayment.ts'
import { requestDetail } from './testing/requestDetail.ts'
import { en } from './text/en.ts'

const SECOND = 1_000
const { serve, calls, stream } = prepareConsole()
const PAYMENTS: Route = { name: 'payments', query: '' }
const REQUESTS = { kinds: ['requests'], requests: [], hasMore: true }

const NONE = {
  paymentCount: 0,
  amountInUsd: '0',
  unvaluedCount: 0,
  amountInReportingCurrency: '0',
  unvaluedInReportingCurrencyCount: 0,
}

let payments: readonly ReceivedPayment[] = []
let request = requestDetail({})

beforeEach(() => {
  payments = [receivedPayment({ id: 'first' })]
  request = requestDetail({})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  serve((path) => {
    const pagination = { total: payments.length, limit: 20, offset: 0, hasMore: false }
    const bodies: Readonly<Record<string, unknown>> = {
      '/v1/auth/session': accountSession,
      '/v2/payments': { payments, pagination: { ...pagination, nextCursor: null } },
      '/v2/unmatched-payments': { unmatchedPayments: [], nextCursor: null },
      '/v2/payments/totals': {
        timeZone: 'UTC',
        reportingCurrency: 'USD',
        received: NONE,
        paidOut: NONE,
        intervals: [],
      },
    }
    if (path === '/v1/payee-destination') return { status: 200, body: null }
    if (path.startsWith('/v2/request/')) return { status: 200, body: request }
    return { status: 200, body: bodies[path] ?? [] }
  })
})
afterEach(async () => {
  // Ends this console's stream before the next test.
  document.body.replaceChildren()
  await pass(5 * SECOND)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const reads = (): number => calls.filter(({ url }) => url.pathname === '/v2/payments').length
const rows = (): number => find('.table tbody tr').length
const notes = (): string => find('.live-state p').map(textOf).join()
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Lets this time pass, with a heartbeat every 15 s, as from the service. */
async function passAlive(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 15 * SECOND) {
    await pass(Math.min(left, 15 * SECOND))
    stream.beat()
    // The page reads the heartbeat in later tasks.
    await settle()
  }
}

/** Lets the page's pending tasks run, such as reading a stream. */
async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  }
}

/** Opens a screen with the stream, and waits for its first reads. */
async function open(route: Route = PAYMENTS): Promise<void> {
  stream.serve()
  await mountConsole(route)
  await expect.poll(rows).toBe(1)
  await expect.poll(() => stream.openings).toBe(1)
  await settle()
}

describe('The stream of changes', () => {
  test.each([{ name: 'start' }, PAYMENTS] satisfies Route[])(
    'a payment appears on the screen $name without polling',
    async (route) => {
      await open(route)
      expect(reads()).toBe(1)
      await passAlive(45 * SECOND)
      expect(reads()).toBe(1)
      stream.send('other', { kinds: ['webhooks'], requests: [], hasMore: false })
      await settle()
      await pass(2 * SECOND)
      expect(reads()).toBe(1)
      payments = [receivedPayment({ id: 'second' }), ...payments]
      stream.send('next', REQUESTS)
      await settle()
      await pass(0)
      await expect.poll(rows).toBe(2)
      expect(reads()).toBe(2)
      expect(stream.openings).toBe(1)
      expect(notes()).toBe('')
      // The page still reads once a minute, because the stream reports neither a link's expiry nor the end of a day.
      await passAlive(60 * SECOND)
      expect(reads()).toBe(3)
    },
  )

  test('the page reads the payer’s steps at intervals for an unpaid payment, but not for a paid one', async () => {
    const title = (): string => find('.timeline .step > span:first-child').map(textOf).join()
    const { requestId } = request
    const readsOfIt = (): number =>
      calls.filter(({ url }) => url.pathname === `/v2/request/${requestId}`).length
    stream.serve()
    await mountConsole({ name: 'payment', requestId })
    await expect.poll(readsOfIt).toBe(1)
    await expect.poll(() => stream.openings).toBe(1)
    await settle()
    const { detail } = en.payments
    request = requestDetail({ activity: [{ kind: 'opened', at: '2026-11-02T08:13:40.000Z' }] })
    await passAlive(5 * SECOND)
    await expect.poll(title).toContain(detail.opened)
    request = requestDetail({ status: 'paid' })
    await passAlive(5 * SECOND)
    await expect.poll(title).not.toContain(detail.opened)
    const read = readsOfIt()
    await passAlive(5 * SECOND)
    expect(readsOfIt()).toBe(read)
  })

  test('many changes cause at most one read per second', async () => {
    await open()
    await passAlive(5 * SECOND)
    for (let count = 0; count < 20; count += 1) stream.send(`id-${count}`, REQUESTS)
    await settle()
    await pass(0)
    await expect.poll(reads).toBe(2)
    for (let count = 0; count < 20; count += 1) stream.send(`more-${count}`, REQUESTS)
    await settle()
    await pass(900)
    expect(reads()).toBe(2)
    await pass(100)
    await expect.poll(reads).toBe(3)
  })

  test('the page reopens an ended stream with the last event id, and shows the changes in between', async () => {
    await open()
    stream.send('known', REQUESTS)
    await settle()
    await pass(SECOND)
    await expect.poll(reads).toBe(2)
    stream.end()
    await settle()
    await pass(SECOND)
    await expect.poll(() => stream.openings).toBe(2)
    expect(stream.lastId).toBe('known')
    expect(notes()).toBe('')
    payments = [receivedPayment({ id: 'second' }), ...payments]
    stream.send('next', REQUESTS)
    await settle()
    await pass(SECOND)
    await expect.poll(rows).toBe(2)
  })

  test('the page shows that it is not live, and reads every four seconds, while the service refuses the stream', async () => {
    stream.refuse(429, { 'retry-after': '30' })
    await mountConsole(PAYMENTS)
    await expect.poll(rows).toBe(1)
    await expect.poll(notes).toBe(en.live.polling)
    await pass(4 * SECOND)
    await expect.poll(reads).toBe(2)
    await pass(4 * SECOND)
    await expect.poll(reads).toBe(3)
    expect(stream.openings).toBe(1)
    stream.serve()
    await pass(22 * SECOND)
    await expect.poll(() => stream.openings).toBe(2)
    await expect.poll(notes).toBe('')
  })

  test('a removed page makes no further reads once the read in progress has ended', async () => {
    stream.refuse(429, { 'retry-after': '600' })
    await mountConsole(PAYMENTS)
    await expect.poll(rows).toBe(1)
    const { promise, resolve } = Promise.withResolvers<void>()
    const serveNow = fetch
    let pending = 0
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      pending += 1
      await promise
      return serveNow(...call)
    })
    await pass(4 * SECOND)
    expect(pending).toBeGreaterThan(0)
    document.body.replaceChildren()
    resolve()
    await settle()
    await pass(0)
    const read = calls.length
    await pass(60 * SECOND)
    expect(calls.length).toBe(read)
  })

  test('axe passes, and nothing overflows, while the page is not live', async () => {
    // axe needs real timers.
    vi.useRealTimers()
    stream.refuse(429, { 'retry-after': '600' })
    await mountConsole(PAYMENTS)
    await expect.poll(notes).toBe(en.live.polling)
    await inspectConsole()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })

  test('the page reopens a blocked stream with growing delays', async () => {
    stream.refuse(502)
    await mountConsole(PAYMENTS)
    await expect.poll(() => stream.openings).toBe(1)
    await expect.poll(notes).toBe(en.live.polling)
    await pass(10 * 60 * SECOND)
    // The delays are one, two, four … seconds, and then a minute, each minus up to a half.
    expect(stream.openings).toBeGreaterThan(10)
    expect(stream.openings).toBeLessThanOrEqual(30)
  })

  test('the page shows that the device is offline, and continues when the connection returns', async () => {
    await open()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatchEvent(new Event('offline'))
    await expect.poll(notes).toBe(en.live.offline)
    online.mockReturnValue(true)
    dispatchEvent(new Event('online'))
    await expect.poll(() => stream.openings).toBe(2)
    await expect.poll(notes).toBe('')
  })

  test('a hidden tab has no stream and reads nothing; it reads when it is shown again', async () => {
    await open()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(120 * SECOND)
    expect([reads(), stream.openings]).toEqual([1, 1])
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => [reads(), stream.openings]).toEqual([2, 2])
  })

  test('an ended session leads to the sign-in at once', async () => {
    await open()
    serve(() => ({ status: 401, body: problem('missing_credential', 401) }))
    stream.refuse(401)
    stream.end()
    await settle()
    await pass(SECOND)
    await expect.poll(() => find('h1').map(textOf).join()).toContain(en.signIn.title)
    const { openings } = stream
    await pass(120 * SECOND)
    expect(stream.openings).toBe(openings)
  })

  test('screens share one stream, which ends when no screen needs it', async () => {
    await open()
    for (const link of find('nav a')) {
      if (textOf(link).includes(en.nav.start) && link instanceof HTMLElement) link.click()
    }
    await expect.poll(() => find('console-totals').length).toBe(1)
    await pass(10 * SECOND)
    expect(stream.openings).toBe(1)
    for (const link of find('nav a')) {
      if (textOf(link).includes(en.nav.apiKeys) && link instanceof HTMLElement) link.click()
    }
    await expect.poll(() => find('console-api-keys').length).toBe(1)
    await pass(10 * SECOND)
    for (const link of find('nav a')) {
      if (textOf(link).includes(en.nav.payments) && link instanceof HTMLElement) link.click()
    }
    await expect.poll(() => stream.openings).toBe(2)
    // The page sends no event id, because another account may be signed in now.
    expect(stream.lastId).toBe(null)
  })
})
