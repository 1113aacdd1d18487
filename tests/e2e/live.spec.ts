import { setTimeout as delay } from 'node:timers/promises'
import type { Page, Route } from '@playwright/test'
import { COINS, expect, test } from './support/matrix/rowStory.ts'
import { ASKED, inOrder, OPENED, PAID, REVIEWED, SENT } from './support/matrix/transcript.ts'

const EVENTS = '**/v2/secure-payments/*/events'
/** A waiting page polls every 15 s. The report notes the measured time, which is under a second on an idle machine. */
const SOON_MS = 10_000
const LOOK_MS = 50

test('A waiting page shows at once that the payment was made elsewhere', async ({
  page,
  world,
  row,
}) => {
  const streams = countStreams(page)
  const waiting = await row.open(COINS)
  await waiting.expectState('connect')
  await expect.poll(streams).toBe(1)
  const paying = await row.openAgain()
  await paying.connect()
  await paying.pay()
  await paying.expectState('confirming')
  // A page in the background has no stream, so the payer returns to the page while the payment is confirmed.
  await page.bringToFront()
  await expect.poll(streams).toBeGreaterThanOrEqual(1)
  const known = knownAt(world.devnet.json.host, row.payment.token)
  await row.mine()
  const knownMs = await known
  await waiting.expectState('succeeded')
  const heardMs = Date.now() - knownMs
  test.info().annotations.push({ type: 'heard after', description: `${heardMs} ms` })
  expect(heardMs).toBeLessThan(SOON_MS)
  const paid = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
  await row.end({ sends: 1, payCalls: 2, transcript: [`${OPENED} … ${PAID}`, paid] })
})

const TROUBLES: readonly {
  name: string
  answer: (route: Route) => Promise<void>
  log: RegExp | null
}[] = [
  { name: 'are blocked', answer: (route) => route.abort(), log: /net::ERR_FAILED/ },
  {
    name: 'are refused for their number',
    answer: (route) =>
      route.fulfill({
        status: 429,
        headers: { 'access-control-allow-origin': '*', 'retry-after': '30' },
        body: '{}',
      }),
    log: /status of 429/,
  },
  {
    name: 'are noise',
    answer: (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        headers: { 'access-control-allow-origin': '*' },
        body: '<html>\n\n\u0000\n\n',
      }),
    log: null,
  },
  { name: 'are never answered', answer: async () => undefined, log: null },
]

for (const { name, answer, log } of TROUBLES) {
  test(`A payer pays as usual when events ${name}`, { tag: '@deep' }, async ({
    page,
    row,
    problems,
  }) => {
    if (log !== null) problems.allow(log)
    await page.route(EVENTS, answer)
    await row.review(COINS)
    await row.finish()
    const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
    await row.end({ sends: 1, payCalls: 2, transcript })
    // The browser's console shows no error to a payer who has paid.
    expect(problems.transcript.filter((line) => line.includes('409'))).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

/** Returns a function that counts the streams that the page has opened. */
function countStreams(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/events')) count += 1
  })
  return () => count
}

/** Polls until the service reports the payment as completed; returns that time. */
async function knownAt(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
  token: string,
): Promise<number> {
  while (true) {
    const answer = await fetch(`${baseUrl}/v2/secure-payments/${token}`, {
      headers: { 'x-api-key': apiKey },
    })
    if (answer.status === 409) {
      const { code } = (await answer.json()) as { code: string }
      if (code === 'payment_completed') return Date.now()
    }
    await delay(LOOK_MS)
  }
}
