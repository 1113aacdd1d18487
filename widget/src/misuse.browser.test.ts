import { html } from 'lit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createController } from './controller.ts'
import { defineSecurePayment } from './define.ts'
import { SecurePayment } from './secure-payment.ts'
import { aPayment } from './testing/examples.ts'
import { fakeProvider } from './testing/fakes.ts'
import { findFixture, mountFixture } from './testing/mountFixture.ts'
import { enWallets } from './text/enWallets.ts'

const API = 'https://api.example'
const WAIT = { interval: 10 }

/** Errors in the page that no test expected. */
let problems: unknown[] = []
const note = (event: Event): void => {
  problems.push(event instanceof ErrorEvent ? event.error : Reflect.get(event, 'reason'))
  event.preventDefault()
}

const announce = (): void => {
  const info = { uuid: 'announced', name: 'Announced', rdns: 'test.announced', icon: '' }
  const detail = { info, provider: fakeProvider() }
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}

beforeEach(() => {
  window.addEventListener('eip6963:requestProvider', announce)
  defineSecurePayment()
  SecurePayment.controllerFactory = createController
  problems = []
  vi.spyOn(console, 'error').mockImplementation((...said) => void problems.push(said.join(' ')))
  window.addEventListener('error', note)
  window.addEventListener('unhandledrejection', note)
})

afterEach(() => {
  window.removeEventListener('eip6963:requestProvider', announce)
  window.removeEventListener('error', note)
  window.removeEventListener('unhandledrejection', note)
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

/** Mounts an element whose service returns a payment without an attempt. */
function mount(attributes: Record<string, string>, properties: object = {}): SecurePayment {
  const payment = aPayment({ expiresAt: '2999-01-01T00:00:00.000Z' })
  const element = document.createElement('secure-payment')
  const all = { token: payment.token, 'api-base': API, ...attributes }
  for (const [name, value] of Object.entries(all)) element.setAttribute(name, value)
  Object.assign(element, { fetch: async () => Response.json(payment), ...properties })
  document.body.append(element)
  return element
}

const GARBAGE = [
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  'true',
  'null',
  '[]',
  '{"a":1}',
  'javascript:alert(1)',
  '"><img src=x onerror=globalThis.pwned=1>',
  '//',
  'https://',
  'http://[',
  '%zz',
  '\u0000\u202e\ud800',
  '😀 é\n',
  'x'.repeat(10_000),
  'constructor __proto__ toString',
]

/** The properties that the element needs to show anything have their own test. */
const REQUIRED = ['token', 'api-base']

describe('an element with any value of any attribute', () => {
  const names = [...SecurePayment.observedAttributes, 'lang', 'dir']
  test.each(names.filter((name) => !REQUIRED.includes(name)))(
    'an element with any value of an attribute shows the payment, and no error: %s',
    async (name) => {
      for (const element of GARBAGE.map((value) => mount({ [name]: value }))) {
        await expect.poll(() => element.state, WAIT).toBe('connect')
        await element.updateComplete
        const shown = element.shadowRoot?.querySelector('[part~="amount"]')
        expect(shown?.textContent).toContain('10')
        expect(element.shadowRoot?.querySelector('script, [onerror]')).toBeNull()
      }
      expect(problems).toEqual([])
      expect('pwned' in globalThis).toBe(false)
    },
  )

  test.each(REQUIRED)(
    'an element with any value of an attribute shows the payment, or its absence: %s',
    async (name) => {
      vi.spyOn(console, 'warn').mockReturnValue()
      for (const element of GARBAGE.map((value) => mount({ [name]: value }))) {
        await expect.poll(() => element.state, WAIT).toMatch(/^(connect|unavailable)$/)
      }
      expect(problems).toEqual([])
    },
  )
})

describe('an element with any value of any property', () => {
  const values = [null, undefined, 0, 5, '', 'x', true, [], {}, Symbol('x'), () => 'x', new Map()]
  const names = ['strings', 'wallet', 'tron', 'rpcUrls', 'walletFilter'] as const
  test.each(names)(
    'an element with any value of a property shows the payment, and no error: %s',
    async (name) => {
      for (const value of values) {
        const element = mount({}, { [name]: value })
        await expect.poll(() => element.state, WAIT).toBe('connect')
        await element.updateComplete
        const rows = element.shadowRoot?.querySelectorAll('[part="wallet-name"]')
        expect([...(rows ?? [])].map((row) => row.textContent)).toContain('Announced')
        element.remove()
      }
      expect(problems).toEqual([])
    },
  )

  test('the element reports a wallet filter that throws to the page, and filters nothing', async () => {
    const walletFilter = (): boolean => {
      throw new Error('The page’s own mistake.')
    }
    const element = mount({}, { walletFilter })
    await expect.poll(() => element.state, WAIT).toBe('connect')
    await element.updateComplete
    expect(element.shadowRoot?.textContent).toContain('Announced')
    expect(String(problems[0])).toContain('The page’s own mistake.')
  })

  test('the element ignores a page’s text that is not a sentence', async () => {
    const { element, root } = await mountFixture('review')
    const own = root.textContent
    const strings: object = { payButton: 'Pay now', reviewTitle: 5, notes: 'x', youPay: {} }
    Object.assign(element, { strings })
    await element.updateComplete
    expect(root.textContent).toBe(own)
    expect(problems).toEqual([])
  })

  test('the element ignores text for wallets on another device that is not a sentence', async () => {
    const { element, root } = await mountFixture('connect-none')
    const heading = (): string => root.querySelector('#heading')?.textContent ?? ''
    await expect.poll(heading, WAIT).toBe(enWallets.phoneTitle)
    const own = root.textContent
    const strings: object[] = [{ wallets: 'words' }, { wallets: [] }, { wallets: 5 }]
    for (const wrong of [5, null, undefined, {}, Symbol('x'), () => 'x', html`<b></b>`]) {
      const wallets = Object.fromEntries(Object.keys(enWallets).map((key) => [key, wrong]))
      // A function whose value is called counts as a sentence.
      strings.push({ wallets: { ...wallets, notOpened: 'x', install: 'x' } })
    }
    for (const words of strings) {
      Object.assign(element, { strings: words })
      await element.updateComplete
      expect(root.textContent).toBe(own)
    }
    element.strings = { wallets: { phoneTitle: 'Take your phone' } }
    await expect.poll(heading, WAIT).toBe('Take your phone')
    expect(problems).toEqual([])
  })
})

describe('a page that the service rejects', () => {
  test.each([
    ['missing_credential', 401, 'The client ID is missing'],
    ['invalid_client_id', 401, 'The client ID is unknown'],
    ['origin_not_allowed', 403, 'The origin of this page is not allowed'],
  ])(
    'a page that the service rejects with %s shows the remedy to its developer, and keeps the fallback link',
    async (code, status, title) => {
      const problem = { code, message: 'No.', type: `${API}/errors/${code}`, hints: [] }
      const fetch = async () => Response.json(problem, { status })
      const element = mount({ 'client-id': 'cli_wrong' }, { fetch })
      element.innerHTML = '<a href="https://pay.example/?token=1">Pay on the hosted page</a>'
      await expect
        .poll(() => element.shadowRoot?.querySelector('h2')?.textContent?.trim(), WAIT)
        .toBe(title)
      const link = element.querySelector('a') ?? missing()
      expect(link.checkVisibility()).toBe(true)
      expect(link.getBoundingClientRect().height).toBeGreaterThan(0)
      expect(problems.splice(0)).toEqual([expect.stringContaining(`shows no payment: ${title}. `)])
    },
  )
})

describe('a page address that is too long for a QR code', () => {
  test('a page address that is too long for a QR code can still be copied', async () => {
    const attributes = { 'pay-url': `https://pay.example/?campaign=${'x'.repeat(700)}` }
    const { root } = await mountFixture('connect-none', { attributes })
    const buttons = () => [...root.querySelectorAll('button')].map((one) => one.textContent?.trim())
    await expect.poll(buttons, WAIT).toContain('Copy payment link')
    expect(root.querySelector('[part~="qr"]')).toBeNull()
    expect(problems).toEqual([])
  })
})

describe('a page that changes the element', () => {
  test('a page that changes the element while sp-before-pay waits cannot change the pressed payment', async () => {
    const review = findFixture('review')
    const { element, pressed, show } = await mountFixture('review', { model: review })
    const gate = Promise.withResolvers<void>()
    element.addEventListener('sp-before-pay', (event) => event.waitUntil(gate.promise))
    element.pay()
    await show({ ...review, optionId: 'other', review: { ...(review.review ?? missing()) } })
    gate.resolve()
    await gate.promise
    await element.updateComplete
    expect(pressed).toEqual([])
  })

  test('a page that changes the token never submits an unpaid token in a form', async () => {
    const form = document.createElement('form')
    const { element, show } = await mountFixture('review', { attributes: { name: 'payment' } })
    document.body.append(form)
    form.append(element)
    await show(findFixture('succeeded'))
    expect(element.value).toBe('review')
    element.token = 'another'
    form.reset()
    expect([element.value, new FormData(form).get('payment')]).not.toContain('another')
  })
})

function missing(): never {
  throw new Error('The page or its fixture lacks a part.')
}
