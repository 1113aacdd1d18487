import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createController } from './controller.ts'
import { defineSecurePayment } from './define.ts'
import { SecurePayment } from './secure-payment.ts'
import { aPayment, PAYER } from './testing/examples.ts'
import { type FakeProvider, fakeProvider, honestCalldata } from './testing/fakes.ts'

const WAIT = { timeout: 15_000, interval: 10 }
const HOSTILE = '"><img src=x onerror=globalThis.__pwned=1><script>globalThis.__pwned=1</script>'
const PROBLEM = { statusCode: 400, code: HOSTILE, message: HOSTILE, error: HOSTILE, payment: {} }
/** A wallet's methods that a payer has to agree to, beside the choice of an account. */
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

/** A connection that breaks, and an answer that the page may not read, are the same to a page (Fetch, "network error"). */
const BROKEN: Answer = {
  name: 'nothing: the connection breaks',
  give: () => {
    throw new TypeError('Failed to fetch')
  },
}

/** One of each kind. */
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

/** The calls of a payment. */
type Call = 'payment' | 'options' | 'calldata' | 'lease'

let wallet: FakeProvider
let stopAnnouncing: () => void

beforeEach(() => {
  Reflect.deleteProperty(globalThis, '__pwned')
  localStorage.clear()
  defineSecurePayment()
  SecurePayment.controllerFactory = createController
  wallet = fakeProvider({
    eth_chainId: '0x7a69',
    eth_accounts: [PAYER],
    eth_requestAccounts: [PAYER],
  })
  const info = { uuid: 'test', name: 'Test wallet', rdns: 'test.wallet', icon: '' }
  const detail = { info, provider: wallet }
  const announce = (): void => {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', announce)
  stopAnnouncing = () => window.removeEventListener('eip6963:requestProvider', announce)
})

afterEach(() => {
  stopAnnouncing()
  document.body.replaceChildren()
})

/** The page of a payment; its service is correct but for one call. */
function openPage(call: Call, bad: Answer) {
  const payment = aPayment({ expiresAt: '2999-01-01T00:00:00.000Z' })
  const service = { isBad: true, refused: 0 }
  const element = document.createElement('secure-payment')
  element.setAttribute('token', payment.token)
  element.setAttribute('api-base', 'https://api.example')
  element.setAttribute('persist', 'off')
  element.fetch = async (input, init) => {
    const asked = nameCall(new URL(String(input)), init?.method ?? 'GET')
    if (asked === call && service.isBad) {
      service.refused += 1
      return bad.give()
    }
    if (asked === 'payment' || asked === 'options') return Response.json(payment)
    if (asked === 'calldata') return Response.json(honestCalldata(payment))
    if (asked === 'lease') return Response.json({ leaseUntil: '2999-01-01T00:00:00.000Z' })
    return Response.json({ code: 'not_found' }, { status: 404 })
  }
  document.body.append(element)
  const root = (): ShadowRoot => element.shadowRoot ?? missing('shadow root')
  const press = async (selector: string): Promise<void> => {
    await expect.poll(() => root().querySelector(selector), WAIT).not.toBeNull()
    await userEvent.click(root().querySelector(selector) ?? missing(selector))
  }
  return {
    element,
    service,
    text: () => root().textContent,
    heading: () => root().querySelector('#heading'),
    connect: () => press('[part~="wallet"]'),
    pay: () => press('[part~="pay-button"]'),
  }
}

function nameCall({ pathname, searchParams }: URL, method: string): Call | 'other' {
  if (method === 'POST' && pathname.endsWith('/attempts')) return 'lease'
  if (method !== 'GET') return 'other'
  if (pathname.endsWith('/pay')) return 'calldata'
  if (!/\/v2\/secure-payments\/\w+$/.test(pathname)) return 'other'
  return searchParams.has('wallet') ? 'options' : 'payment'
}

/** A heading, something that the payer can read, and nothing beyond the page's width; no script ran. */
function expectClear({ element, heading }: ReturnType<typeof openPage>): void {
  expect(heading()?.checkVisibility()).toBe(true)
  expect(heading()?.textContent?.trim()).not.toBe('')
  expect(element.shadowRoot?.querySelector('script, [onerror]')).toBeNull()
  expect('__pwned' in globalThis).toBe(false)
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
}

function signatures(): readonly string[] {
  return wallet.methods().filter((method) => SIGNS.test(method))
}

describe('Whatever the service answers', () => {
  test.each(ALL)('first: the payer reads why there is nothing to pay: $name', async (bad) => {
    const page = openPage('payment', bad)
    await expect.poll(() => page.element.state, WAIT).toBe('unavailable')
    await expect.poll(() => page.heading(), WAIT).not.toBeNull()
    expectClear(page)
    expect(wallet.methods().filter((method) => method !== 'eth_accounts')).toEqual([])
  })

  const CALLS = [
    ['its ways to pay', 'options'],
    ['its transactions', 'calldata'],
  ] as const
  describe.each(CALLS)('when it is asked for %s', (_, call) => {
    test.each(SOME)('the wallet is asked for nothing but its account: $name', async (bad) => {
      const page = openPage(call, bad)
      await page.connect()
      await expect.poll(() => page.service.refused, WAIT).toBeGreaterThan(0)
      await expect
        .poll(() => page.element.state, WAIT)
        .toMatch(/^(connect|options|failed|unavailable)$/)
      await page.element.updateComplete
      expectClear(page)
      expect(wallet.methods()).toContain('eth_requestAccounts')
      expect(signatures()).toEqual([])
    })
  })

  test.each(SOME)(
    'when Pay is pressed: nothing is charged, and the payer continues once it answers: $name',
    async (bad) => {
      const page = openPage('lease', bad)
      await page.connect()
      await page.pay()
      await expect.poll(() => page.text(), WAIT).toContain('Nothing was charged')
      expect(page.element.state).toBe('review')
      expect(page.service.refused).toBeGreaterThan(0)
      expectClear(page)
      expect(signatures()).toEqual([])
      page.service.isBad = false
      await page.pay()
      await expect.poll(signatures, WAIT).toContain('eth_sendTransaction')
    },
  )
})

function missing(what: string): never {
  throw new Error(`The page has no ${what}.`)
}
