import type { Page, Route } from '@playwright/test'
import { type Checkout, openCheckout } from './support/checkout.ts'
import { createPayment, type Payment } from './support/createPayment.ts'
import { expectPaidOnce, expectUnpaid } from './support/expectPaidOnce.ts'
import { finish } from './support/payThrough.ts'
import { expect, test } from './support/story.ts'

const TOKENS = [{ symbol: 'USDC', amount: '12.5' }]
const HOSTILE = '"><img src=x onerror=globalThis.__pwned=1><script>globalThis.__pwned=1</script>'
const PROBLEM = { statusCode: 400, code: HOSTILE, message: HOSTILE, error: HOSTILE, payment: {} }
const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }
/** Messages that Chromium logs for the responses in these stories. */
const EXPECTED =
  /^Failed to load resource|^Access to fetch at .* has been blocked by CORS policy|net::ERR_/

type Answer = { readonly name: string; readonly give: (route: Route) => Promise<void> }

function status(code: number, body: unknown = PROBLEM, headers: object = {}): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    name: `${code} ${text.slice(0, 24)}`,
    give: (route) =>
      route.fulfill({
        status: code,
        headers: { ...CORS, 'content-type': 'application/json', ...headers },
        body: text,
      }),
  }
}

/** The malformed responses, one of each kind. */
const SOME: readonly Answer[] = [
  status(400),
  status(429, PROBLEM, { 'retry-after': HOSTILE }),
  status(409, `<html>${HOSTILE}</html>`),
  status(200, '{"items":'),
  status(200, { token: HOSTILE, items: [], transactions: null, metadata: [], leaseUntil: {} }),
  { name: 'nothing: the connection breaks', give: (route) => route.abort('connectionreset') },
]

/** The page's calls, by method and by the path after the payment's token. */
const FIRST = { method: 'GET', path: '(\\?|$)' }
const CALLDATA = { method: 'GET', path: '/pay\\?' }
const LEASE = { method: 'POST', path: '/attempts$' }
const EVENTS = { method: 'GET', path: '/events$' }
const WORDS = { method: '(POST|PATCH|DELETE)', path: '/(intent$|attempts/.+)' }

/** Returns the given response to this call from now on. */
async function answer(
  page: Page,
  { token }: Payment,
  call: { method: string; path: string },
  { give }: Answer,
): Promise<void> {
  const method = new RegExp(`^${call.method}$`)
  await page.route(new RegExp(`/v2/secure-payments/${token}${call.path}`), (route) =>
    method.test(route.request().method()) ? give(route) : route.fallback(),
  )
}

/** Expects a heading with text, no content beyond the page's width, and no injected script that ran. */
async function expectClear({ page, element }: Checkout): Promise<void> {
  await expect(element.locator('#heading')).toBeVisible()
  await expect(element.locator('#heading')).not.toBeEmpty()
  expect(
    await page.evaluate(() => ({
      isPwned: '__pwned' in globalThis,
      isWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    })),
  ).toEqual({ isPwned: false, isWide: false })
}

test.beforeEach(({ problems }) => problems.allow(EXPECTED))

test('Malformed event streams and rejected reports do not affect a payment', {
  tag: '@deep',
}, async ({ page, world, payer, wallet }) => {
  const streams = [
    ...SOME,
    status(200, `data: ${'x'.repeat(100_000)}`, { 'content-type': 'text/event-stream' }),
    status(200, HOSTILE.repeat(50), { 'content-type': 'text/event-stream' }),
    status(200, 'event: changed\ndata: {"status":"completed"}\n\n'.repeat(500), {
      'content-type': 'text/event-stream',
    }),
  ]
  const payment = await createPayment(world, TOKENS)
  for (const bad of streams) {
    await test.step(bad.name, async () => {
      await answer(page, payment, EVENTS, bad)
      const checkout = await openCheckout(page, world, payment)
      await checkout.expectState('connect')
      await expectClear(checkout)
      if (bad !== streams.at(-1)) await page.unrouteAll()
    })
  }
  const checkout = await openCheckout(page, world, payment)
  await answer(page, payment, WORDS, status(500))
  await checkout.connect()
  await finish(world, checkout)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2 })
})

test('When the service never responds, each call times out with a message, and the payer can retry', {
  tag: '@deep',
}, async ({ page, world, payer, wallet }) => {
  const held: Route[] = []
  const silent: Answer = { name: 'silence', give: async (route) => void held.push(route) }
  const speak = async (): Promise<void> => {
    for (const route of held.splice(0)) await route.abort().catch(() => undefined)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  const payment = await createPayment(world, TOKENS)
  await answer(page, payment, FIRST, silent)
  const checkout = await openCheckout(page, world, payment)
  await checkout.expectState('loading')
  await checkout.expectState('unavailable', 'The payment service cannot be reached')
  await speak()
  await checkout.button('Try again').click()

  await answer(page, payment, CALLDATA, silent)
  await checkout.button('Test wallet').click()
  await checkout.expectState('connecting')
  await checkout.expectState('options', 'The payment service did not answer')
  await speak()
  await checkout.element.locator('[part="option"]').first().click()
  await checkout.expectState('review')

  await answer(page, payment, LEASE, silent)
  await checkout.pay()
  await checkout.expectState('preparing')
  await checkout.expectState('review', 'Nothing was charged')
  await speak()
  await expectUnpaid(world, { payment, wallet, sends: 0 })
  await finish(world, checkout)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2 })
})
