import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createController } from '../controller.ts'
import { defineSecurePayment } from '../define.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { SecurePayment } from '../secure-payment.ts'
import type { Provider } from '../wallets/provider.ts'
import { honestCalldata } from './fakes.ts'

/** The kinds of request that a payer's page sends to the service. */
export type Call = 'payment' | 'options' | 'wallet_options' | 'calldata' | 'quote' | 'lease'

/**
 * Responds to a request in place of the correct service, or returns null to let the service respond. Throws to
 * simulate a broken connection. `cache` is the request's mode for the HTTP cache, and `body` its JSON.
 */
export type Interference = (
  call: Call,
  url: URL,
  cache?: RequestCache,
  body?: string,
) => Response | null

/** The interval between two checks of an expected condition, in milliseconds. */
const WAIT = { interval: 10 }

const EVENTS = [
  'sp-ready',
  'sp-resume',
  'sp-before-connect',
  'sp-connect',
  'sp-disconnect',
  'sp-before-pay',
  'sp-statechange',
  'sp-transaction',
  'sp-success',
  'sp-partial',
  'sp-refund',
  'sp-error',
]

/**
 * Opens a payer's page: the element with its real controller, and a service and a wallet inside the page. `attributes` are added
 * to the element's. Remove the element with `close`.
 */
export function openPage(
  payment: PaymentMetadata,
  wallet: Provider,
  interfere: Interference = () => null,
  attributes: Readonly<Record<string, string>> = {},
) {
  defineSecurePayment()
  SecurePayment.controllerFactory = createController
  const stopAnnouncing = announce(wallet)
  const element = document.createElement('secure-payment')
  const transcript: string[] = []
  for (const name of EVENTS) {
    element.addEventListener(name, (event) => void transcript.push(wordOf(event)))
  }
  element.setAttribute('token', payment.token)
  element.setAttribute('api-base', 'https://api.example')
  element.setAttribute('persist', 'off')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.fetch = async (input, init) => {
    const url = new URL(String(input))
    const call = nameCall(url, init?.method ?? 'GET')
    if (call === null) return Response.json({ code: 'not_found' }, { status: 404 })
    const body = typeof init?.body === 'string' ? init.body : undefined
    return interfere(call, url, init?.cache, body) ?? answer(call, payment)
  }
  document.body.append(element)
  const find = (selector: string): Element | null =>
    element.shadowRoot?.querySelector(selector) ?? null
  const press = async (selector: string): Promise<void> => {
    await expect.poll(() => find(selector), WAIT).not.toBeNull()
    await userEvent.click(find(selector) ?? element)
  }
  return {
    element,
    find,
    press,
    /** Returns the element's states and events, oldest first: `name` for a state, `+name` for any other event. */
    transcript: () => transcript.join(' '),
    connect: () => press('[part~="wallet"]'),
    pay: () => press('[part~="pay-button"]'),
    /** Waits for a state whose screen contains the text. */
    async expectState(state: string | RegExp, text = ''): Promise<void> {
      await expect.poll(() => element.state, WAIT).toMatch(state)
      await expect.poll(() => element.shadowRoot?.textContent, WAIT).toContain(text)
    },
    close(): void {
      stopAnnouncing()
      element.remove()
    },
  }
}

/** Announces the wallet whenever a page requests it (EIP-6963). Returns a function that ends the announcements. */
function announce(provider: Provider): () => void {
  const info = { uuid: 'test', name: 'Test wallet', rdns: 'test.wallet', icon: '' }
  const tell = (): void => {
    const detail = { info, provider }
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', tell)
  return () => window.removeEventListener('eip6963:requestProvider', tell)
}

function nameCall({ pathname, searchParams }: URL, method: string): Call | null {
  if (method === 'POST' && pathname.endsWith('/attempts')) return 'lease'
  if (method === 'POST' && pathname.endsWith('/quotes')) return 'quote'
  if (method !== 'GET') return null
  if (pathname.endsWith('/pay')) return 'calldata'
  if (pathname.endsWith('/options')) return 'wallet_options'
  if (!/\/v2\/secure-payments\/\w+$/.test(pathname)) return null
  return searchParams.has('wallet') ? 'options' : 'payment'
}

function answer(call: Call, payment: PaymentMetadata): Response {
  if (call === 'calldata') return Response.json(honestCalldata(payment))
  if (call === 'lease') return Response.json({ leaseUntil: '2999-01-01T00:00:00.000Z' })
  return Response.json(payment)
}

function wordOf(event: Event): string {
  const detail: unknown = Reflect.get(event, 'detail')
  const fact = (key: string): string => String(Reflect.get(Object(detail), key))
  if (event.type === 'sp-statechange') return fact('to')
  const word = `+${event.type.slice('sp-'.length)}`
  if (event.type === 'sp-transaction') return `${word}:${fact('kind')}`
  return event.type === 'sp-error' ? `${word}:${fact('code')}` : word
}
