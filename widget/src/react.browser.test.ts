import { Activity, createElement, StrictMode, useState } from 'react'
import { jsx } from 'react/jsx-runtime'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ControllerOptions } from './controllerOptions.ts'
import { SpBeforePayEvent, SpStepEvent } from './events.ts'
import type { Signal } from './model.ts'
import { SecurePayment, type SecurePaymentComponentProps } from './react.ts'
import { SecurePayment as SecurePaymentElement } from './secure-payment.ts'
import { findFixture } from './testing/mountFixture.ts'
import { createPreviewController } from './views/createPreviewController.ts'

const WAIT = { interval: 10 }
const PROPS = { token: 'T1', apiBase: 'https://api.example' }
const SENT = new SpStepEvent({ index: 0, count: 1, kind: 'pay', status: 'waiting' })

let opened: ControllerOptions[] = []
let root: Root | null = null
let box: HTMLElement
let warnings: unknown[][] = []

beforeEach(() => {
  opened = []
  warnings = []
  box = document.createElement('main')
  document.body.append(box)
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...words) => void warnings.push(words))
  }
  // A payment that is paid as soon as the element reads it: a late listener would miss it.
  SecurePaymentElement.controllerFactory = (options) => {
    opened.push(options)
    const model = findFixture('succeeded')
    const { payment } = model
    if (!payment) throw new Error('The fixture has no payment.')
    const preview = createPreviewController(model)
    const listeners = new Set<Parameters<typeof preview.subscribe>[0]>()
    const tell = (signal: Signal) => {
      for (const listener of listeners) listener(model, signal)
    }
    return {
      ...preview,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      async load() {
        tell({ type: 'ready', payment, resumed: false })
        tell({ type: 'success', payment })
      },
    }
  }
})

afterEach(() => {
  root?.unmount()
  root = null
  document.body.replaceChildren()
  vi.restoreAllMocks()
  expect(warnings).toEqual([])
})

/** A checkout in strict mode, which React mounts twice, that counts the events of its payment. */
function createCheckout(props: Partial<SecurePaymentComponentProps> = {}) {
  const seen: string[] = []
  const note = (event: Event) => void seen.push(event.type)
  const element = createElement(
    SecurePayment,
    { ...PROPS, onReady: note, onSuccess: note, ...props },
    createElement('a', { href: 'https://pay.example/' }, 'Pay'),
  )
  return { seen, tree: createElement(StrictMode, null, element) }
}

function findElement(): SecurePaymentElement {
  const element = box.querySelector('secure-payment')
  if (!element) throw new Error('The page has no element.')
  return element
}

test('A server-rendered checkout registers the element after hydration, and its handlers receive each event once', async () => {
  expect(customElements.get('secure-payment')).toBeUndefined()
  const { seen, tree } = createCheckout({ theme: 'dark' })
  box.innerHTML = renderToString(tree)
  const served = findElement()
  root = hydrateRoot(box, tree)
  await expect.poll(() => seen, WAIT).toEqual(['sp-ready', 'sp-success'])
  expect(findElement()).toBe(served)
  expect(served).toBeInstanceOf(SecurePaymentElement)
  expect([served.theme, served.state]).toEqual(['dark', 'succeeded'])
  expect(opened.map(({ token, apiBase }) => [token, apiBase])).toEqual([['T1', PROPS.apiBase]])
})

test('An element that is defined before React hydrates it sends no event until the handlers are in place', async () => {
  SecurePaymentElement.define()
  const { seen, tree } = createCheckout({ mode: 'inline' })
  box.innerHTML = renderToString(tree)
  const served = findElement()
  await served.updateComplete
  expect([served.state, served.getAttribute('state')]).toEqual(['idle', 'idle'])
  root = hydrateRoot(box, tree)
  await expect.poll(() => seen, WAIT).toEqual(['sp-ready', 'sp-success'])
  expect(findElement()).toBe(served)
  expect(opened).toHaveLength(1)
})

test('A checkout that is rendered only in the browser receives each event once', async () => {
  const { seen, tree } = createCheckout()
  root = createRoot(box)
  root.render(tree)
  await expect.poll(() => seen, WAIT).toEqual(['sp-ready', 'sp-success'])
  expect(opened).toHaveLength(1)
})

test('The handler of the last render receives an event', async () => {
  const calls: string[] = []
  const render = (name: string) =>
    root?.render(createElement(SecurePayment, { ...PROPS, onStep: () => void calls.push(name) }))
  root = createRoot(box)
  render('first')
  await expect.poll(() => opened.length, WAIT).toBe(1)
  render('second')
  await expect
    .poll(() => {
      findElement().dispatchEvent(SENT)
      return calls.at(-1)
    }, WAIT)
    .toBe('second')
  root.render(createElement(SecurePayment, PROPS))
  await expect
    .poll(() => {
      const before = calls.length
      findElement().dispatchEvent(SENT)
      return calls.length - before
    }, WAIT)
    .toBe(0)
})

test('A handler can hold the payment back', async () => {
  root = createRoot(box)
  const onBeforePay = (event: SpBeforePayEvent) => event.preventDefault()
  root.render(createElement(SecurePayment, { ...PROPS, onBeforePay }))
  await expect.poll(() => opened.length, WAIT).toBe(1)
  const event = new SpBeforePayEvent({ option: null, account: null, steps: [] })
  expect(findElement().dispatchEvent(event)).toBe(false)
})

test('Props become attributes and properties, and a prop that is left out is reset', async () => {
  root = createRoot(box)
  const render = (props: Partial<SecurePaymentComponentProps>) =>
    root?.render(createElement(SecurePayment, { ...PROPS, ...props }))
  const strings = { payment: 'Order' }
  render({
    strings,
    theme: 'dark',
    chains: 'base',
    testMode: true,
    autoSelect: false,
    merchantName: 'Shop',
    className: 'checkout',
  })
  await expect.poll(() => opened.length, WAIT).toBe(1)
  const element = findElement()
  const read = () => [
    element.strings,
    element.theme,
    element.chains,
    element.testMode,
    element.autoSelect,
    element.merchantName,
    element.className,
  ]
  expect(read()).toEqual([strings, 'dark', 'base', true, false, 'Shop', 'checkout'])
  render({ testMode: false, autoSelect: true })
  await expect.poll(read, WAIT).toEqual([null, undefined, undefined, false, true, null, ''])
  expect(opened).toHaveLength(1)
  // A property that the page set itself keeps the page's value.
  element.strings = strings
  render({ token: 'T2' })
  await expect.poll(() => opened.map(({ token }) => token), WAIT).toEqual(['T1', 'T2'])
  expect(element.strings).toBe(strings)
})

test('A page that React hides receives the events when React shows it again', async () => {
  const seen: string[] = []
  let setMode = (_mode: 'visible' | 'hidden'): void => {}
  function Page() {
    const [mode, set] = useState<'visible' | 'hidden'>('visible')
    setMode = set
    const onStep = (event: SpStepEvent) => void seen.push(event.type)
    const onBeforePay = (event: SpBeforePayEvent) => void seen.push(event.type)
    const payment = createElement(SecurePayment, { ...PROPS, onStep, onBeforePay })
    return jsx(Activity, { mode, children: payment })
  }
  root = createRoot(box)
  root.render(createElement(Page))
  await expect.poll(() => opened.length, WAIT).toBe(1)
  const element = findElement()
  setMode('hidden')
  await expect.poll(() => getComputedStyle(element).display, WAIT).toBe('none')
  element.dispatchEvent(SENT)
  element.dispatchEvent(new SpBeforePayEvent({ option: null, account: null, steps: [] }))
  expect(seen).toEqual([])
  setMode('visible')
  await expect.poll(() => seen, WAIT).toEqual(['sp-step'])
  expect(findElement()).toBe(element)
  expect(opened).toHaveLength(1)
})

test('An error of a handler for a missed event is reported, and the page remains', async () => {
  const seen: string[] = []
  const report = vi.spyOn(globalThis, 'reportError').mockReturnValue()
  let setMode = (_mode: 'visible' | 'hidden'): void => {}
  const fault = new Error('A fault of the shop')
  function Page() {
    const [mode, set] = useState<'visible' | 'hidden'>('visible')
    setMode = set
    const onStep = () => {
      seen.push('step')
      throw fault
    }
    return jsx(Activity, { mode, children: createElement(SecurePayment, { ...PROPS, onStep }) })
  }
  root = createRoot(box)
  root.render(createElement(Page))
  await expect.poll(() => opened.length, WAIT).toBe(1)
  setMode('hidden')
  await expect.poll(() => getComputedStyle(findElement()).display, WAIT).toBe('none')
  findElement().dispatchEvent(SENT)
  findElement().dispatchEvent(SENT)
  setMode('visible')
  await expect.poll(() => seen, WAIT).toEqual(['step', 'step'])
  expect(report.mock.calls).toEqual([[fault], [fault]])
  expect(findElement().isConnected).toBe(true)
})

test('A ref refers to the element', async () => {
  const refs: (SecurePaymentElement | null)[] = []
  root = createRoot(box)
  root.render(createElement(SecurePayment, { ...PROPS, ref: (element) => void refs.push(element) }))
  await expect.poll(() => opened.length, WAIT).toBe(1)
  expect(refs).toEqual([findElement()])
  root.unmount()
  root = null
  expect(refs.at(-1)).toBeNull()
})

test('No address of a page that would run a script becomes a link, an image, a frame or a request', async () => {
  const ran = vi.fn()
  vi.stubGlobal('ran', ran)
  const code = 'window.ran()'
  for (const hostile of [
    `javascript:${code}`,
    ` JaVaScRiPt:${code}`,
    `java\nscript:${code}`,
    `data:text/html,<script>${code}</script>`,
    `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${code}"/>`,
    `vbscript:${code}`,
  ]) {
    const urls = {
      payUrl: hostile,
      merchantLogo: hostile,
      returnUrl: hostile,
      walletconnectRelayUrl: hostile,
    }
    const { seen, tree } = createCheckout(urls)
    box.innerHTML = renderToString(tree)
    root = hydrateRoot(box, tree)
    await expect.poll(() => seen, WAIT).toContain('sp-success')
    expectNoScript(findElement())
    root.unmount()
    box.replaceChildren()
    const plain = new SecurePaymentElement()
    plain.setAttribute('token', 'T1')
    plain.setAttribute('api-base', PROPS.apiBase)
    for (const name of ['pay-url', 'merchant-logo', 'return-url', 'walletconnect-relay-url']) {
      plain.setAttribute(name, hostile)
    }
    box.append(plain)
    await expect.poll(() => plain.state, WAIT).toBe('succeeded')
    expectNoScript(plain)
    plain.remove()
  }
  expect(ran).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

/** Compares all addresses of an element, which may show an image from data because images run no scripts, with the protocols that run nothing. */
function expectNoScript(element: SecurePaymentElement): void {
  const nodes = [...(element.shadowRoot?.querySelectorAll('[href], [src], [action]') ?? [])]
  const targets = nodes.flatMap((node) =>
    ['href', 'src', 'action'].flatMap((name) => node.getAttribute(name) ?? []),
  )
  expect(targets.filter((target) => !/^(https?:\/\/|#|data:image\/)/.test(target))).toEqual([])
}
