import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ControllerOptions } from './controllerOptions.ts'
import { defineSecurePayment } from './define.ts'
import { SecurePayment } from './secure-payment.ts'
import { findFixture } from './testing/mountFixture.ts'
import { createPreviewController } from './views/createPreviewController.ts'

const API = 'https://api.example'
const WAIT = { interval: 10 }

let asked: ControllerOptions[] = []

beforeEach(() => {
  defineSecurePayment()
  asked = []
  SecurePayment.controllerFactory = (options) => {
    asked.push(options)
    return createPreviewController(findFixture('connect'))
  }
})

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function mount(attributes: Record<string, string>): SecurePayment {
  const element = document.createElement('secure-payment')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  return element
}

describe('missing or invalid attributes', () => {
  test.each([
    [{ 'api-base': API }, 'token'],
    [{ token: 'a/../b', 'api-base': API }, 'token'],
    [{ token: 'T' }, 'api-base'],
    [{ token: 'T', 'api-base': 'api.example' }, 'api-base'],
    [{ token: 'T', 'api-base': 'javascript:alert(1)' }, 'api-base'],
  ])(
    'with %j, the payer sees that there is nothing to pay, and the console names the cause',
    async (attributes, why) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const warning = vi.spyOn(console, 'warn').mockReturnValue()
      const fault = vi.spyOn(console, 'error')
      const element = mount(attributes)
      const changes: string[] = []
      element.addEventListener('sp-statechange', ({ detail }) =>
        changes.push(`${detail.from}>${detail.to}`),
      )
      await element.updateComplete
      expect(element.state).toBe('idle')
      vi.advanceTimersByTime(2_000)
      await element.updateComplete
      expect(warning.mock.calls).toEqual([
        [`<secure-payment> shows no payment: its ${why} is missing or malformed.`],
      ])
      expect(fault).not.toHaveBeenCalled()
      expect([element.state, ...changes]).toEqual(['unavailable', 'idle>unavailable'])
      expect(element.shadowRoot?.querySelector('h2')?.textContent).toBe('Payment not found')
      expect(element.matches(':state(error)')).toBe(true)
      // A late result still counts.
      element.token = 'T'
      element.apiBase = API
      await element.updateComplete
      expect(asked).toHaveLength(1)
      expect(element.state).toBe('connect')
    },
  )

  test('A page that fetches its token in time causes no warning', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const warning = vi.spyOn(console, 'warn')
    const element = mount({ 'api-base': '/api' })
    await element.updateComplete
    vi.advanceTimersByTime(1_000)
    element.token = 'T'
    await element.updateComplete
    vi.advanceTimersByTime(10_000)
    expect(warning).not.toHaveBeenCalled()
    expect(element.state).toBe('connect')
  })

  test('Actions outside their state change nothing', async () => {
    const element = mount({
      token: 'T',
      'api-base': API,
      confirmations: 'many',
      persist: 'forever',
      chains: ' base  optimism ',
      tokens: '',
      payer: ' ',
    })
    await element.updateComplete
    expect(asked[0]).toMatchObject({ persist: 'on', autoConnect: false, autoSelect: true })
    expect(asked[0]?.limits).toEqual({
      chains: ['base', 'optimism'],
      tokens: [],
      payer: null,
      confirmations: Number.NaN,
      rpcUrls: {},
    })
  })
})

describe('attributes that change', () => {
  test('A restriction applies at once to an open choice, and never to a payment in progress', async () => {
    const previews: ReturnType<typeof createPreviewController>[] = []
    SecurePayment.controllerFactory = (options) => {
      asked.push(options)
      previews.push(createPreviewController(findFixture('connect')))
      return previews.at(-1) ?? createPreviewController(findFixture('connect'))
    }
    const element = mount({ token: 'T', 'api-base': API })
    await element.updateComplete
    element.tokens = 'USDC'
    element.chains = 'base'
    await element.updateComplete
    expect(asked).toHaveLength(2)
    expect(asked[1]?.limits).toMatchObject({ tokens: ['USDC'], chains: ['base'] })
    previews[1]?.show(findFixture('signing'))
    element.tokens = 'DAI'
    await element.updateComplete
    expect(asked).toHaveLength(2)
    expect(element.state).toBe('signing')
  })
})

describe('two elements of different versions on one page', () => {
  test('The second version warns once and does not register, and both classes work', async () => {
    const warning = vi.spyOn(console, 'warn').mockReturnValue()
    class Other extends SecurePayment {
      static override readonly version = '9.9.9'
    }
    Other.define()
    Other.define()
    expect(warning.mock.calls).toEqual([
      [
        '<secure-payment> is already defined in version 0.1.0; version 9.9.9 is not used on this page.',
      ],
    ])
    Other.define('other-payment')
    const other = document.createElement('other-payment')
    other.setAttribute('token', 'T')
    other.setAttribute('api-base', API)
    document.body.append(other)
    const own = mount({ token: 'T', 'api-base': API })
    await expect
      .poll(() => [other.getAttribute('state'), own.state], WAIT)
      .toEqual(['connect', 'connect'])
  })
})

describe('an element that is moved', () => {
  test('an element that is moved to another document keeps its payment and its styles', async () => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const element = mount({ token: 'T', 'api-base': API })
    await element.updateComplete
    frame.contentDocument?.body.append(element)
    await expect.poll(() => element.shadowRoot?.adoptedStyleSheets.length, WAIT).toBeGreaterThan(3)
    await element.updateComplete
    expect(asked).toHaveLength(1)
    const card = element.shadowRoot?.querySelector('[part="card"]')
    expect(card && frame.contentWindow?.getComputedStyle(card).display).toBe('flex')
  })

  test('an element that is moved to another document shows later screens and another merchant’s colours there', async () => {
    const fault = vi.spyOn(console, 'error')
    const preview = createPreviewController(findFixture('connect'))
    SecurePayment.controllerFactory = () => preview
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const element = mount({ token: 'T', 'api-base': API })
    frame.contentDocument?.body.append(element)
    await element.updateComplete
    const colour = (name: string) =>
      frame.contentWindow?.getComputedStyle(element).getPropertyValue(name)
    const review = findFixture('review')
    for (const primaryActionColor of ['#0f6b4f', '#7a1f5c']) {
      const payment = review.payment && { ...review.payment, branding: { primaryActionColor } }
      preview.show({ ...review, payment })
      await expect.poll(() => colour('--_primary'), WAIT).toContain(primaryActionColor)
    }
    preview.show({ ...review, payment: review.payment && { ...review.payment, branding: null } })
    await expect.poll(() => colour('--_primary'), WAIT).not.toContain('#7a1f5c')
    const summary = () => element.shadowRoot?.querySelector('[part~="summary-row"]')
    const display = () => {
      const row = summary()
      return row && frame.contentWindow?.getComputedStyle(row).display
    }
    await expect.poll(display, WAIT).not.toBe('block')
    expect(fault).not.toHaveBeenCalled()
  })
})
