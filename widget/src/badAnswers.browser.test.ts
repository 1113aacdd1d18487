import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aPayment, PAYER } from './testing/examples.ts'
import { type FakeProvider, fakeProvider } from './testing/fakes.ts'
import { type Call, openPage } from './testing/openPage.ts'

const WAIT = { interval: 10 }
const HOSTILE = '"><img src=x onerror=globalThis.__pwned=1><script>globalThis.__pwned=1</script>'
const PROBLEM = { statusCode: 400, code: HOSTILE, message: HOSTILE, error: HOSTILE, payment: {} }
/** A wallet's methods that need the payer's approval, other than sharing an account. */
const SIGNS = /^(eth_send|wallet_send|eth_sign|personal_sign)/

type Answer = { readonly name: string; readonly give: () => Response }

function status(code: number, body: unknown = PROBLEM, headers: object = {}): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = { status: code, headers: { 'content-type': 'application/json', ...headers } }
  return {
    name: `${code} ${text.slice(0, 24)}`,
    // A response without content has no body (Fetch, "null body status").
    give: () => new Response(code === 204 ? null : text, init),
  }
}

/** A page cannot distinguish a broken connection from a response that it may not read (Fetch, "network error"). */
const BROKEN: Answer = {
  name: 'nothing: the connection breaks',
  give: () => {
    throw new TypeError('Failed to fetch')
  },
}

/** One response of each kind, for the tests that do not try every response. */
const SOME: readonly Answer[] = [
  status(400),
  status(429, PROBLEM, { 'retry-after': HOSTILE }),
  status(409, `<html>${HOSTILE}</html>`),
  status(200, '{"items":'),
  status(200, { token: HOSTILE, items: [], transactions: null, metadata: [], leaseUntil: {} }),
  BROKEN,
]

const ALL: readonly Answer[] = [
  ...SOME,
  ...[401, 403, 404, 410, 418, 500, 503].map((code) => status(code)),
  ...[404, 423, 502].map((code) => status(code, `<html>${HOSTILE}</html>`)),
  ...['', 'null', '[]', '5', HOSTILE].map((text) => status(200, text)),
  status(204, ''),
]

let wallet: FakeProvider
let service: { isBad: boolean; refused: number }
let page: ReturnType<typeof openPage>

beforeEach(() => {
  Reflect.deleteProperty(globalThis, '__pwned')
  localStorage.clear()
  service = { isBad: true, refused: 0 }
  wallet = fakeProvider({
    eth_chainId: '0x7a69',
    eth_accounts: [PAYER],
    eth_requestAccounts: [PAYER],
  })
})

afterEach(() => page.close())

/** Opens the page for a payment whose service is correct except for one call. */
function openWith(call: Call, bad: Answer): void {
  page = openPage(aPayment({ expiresAt: '2999-01-01T00:00:00.000Z' }), wallet, (asked) => {
    if (asked !== call || !service.isBad) return null
    service.refused += 1
    return bad.give()
  })
}

/** Expects a page with a heading and readable text, without content wider than the page, and without a script that ran. */
function expectClear(): void {
  const heading = page.find('#heading')
  expect(heading?.checkVisibility()).toBe(true)
  expect(heading?.textContent?.trim()).not.toBe('')
  expect(page.find('script, [onerror]')).toBeNull()
  expect('__pwned' in globalThis).toBe(false)
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
}

function signatures(): readonly string[] {
  return wallet.methods().filter((method) => SIGNS.test(method))
}

describe('A page whose service returns a bad response', () => {
  test.each(ALL)(
    'after a bad response to the first read, the page explains why there is nothing to pay: $name',
    async (bad) => {
      openWith('payment', bad)
      await expect.poll(() => page.element.state, WAIT).toBe('unavailable')
      await expect.poll(() => page.find('#heading'), WAIT).not.toBeNull()
      expectClear()
      expect(wallet.methods().filter((method) => method !== 'eth_accounts')).toEqual([])
    },
  )

  const CALLS = [
    ['its ways to pay', 'options'],
    ['its transactions', 'calldata'],
  ] as const
  describe.each(CALLS)(
    'A page whose service returns a bad response to the request for %s',
    (_, call) => {
      test.each(SOME)(
        'after a bad response, the page requests nothing from the wallet but its account: $name',
        async (bad) => {
          openWith(call, bad)
          await page.connect()
          await expect.poll(() => service.refused, WAIT).toBeGreaterThan(0)
          await expect
            .poll(() => page.element.state, WAIT)
            .toMatch(/^(connect|options|failed|unavailable)$/)
          await page.element.updateComplete
          expectClear()
          expect(wallet.methods()).toContain('eth_requestAccounts')
          expect(signatures()).toEqual([])
        },
      )
    },
  )

  test.each(SOME)(
    'a bad response to the press of Pay charges nothing, and the payer continues once the service recovers: $name',
    async (bad) => {
      openWith('lease', bad)
      await page.connect()
      await page.pay()
      await page.expectState('review', 'Nothing was charged')
      expect(service.refused).toBeGreaterThan(0)
      expectClear()
      expect(signatures()).toEqual([])
      service.isBad = false
      await page.pay()
      await expect.poll(signatures, WAIT).toContain('eth_sendTransaction')
    },
  )
})
