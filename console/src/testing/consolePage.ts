/// <reference types="@vitest/browser-playwright" />
/// <reference types="vite/client" />
import axe from 'axe-core'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import type { Session } from '../api.ts'
import { formatRoute, type Route } from '../routes.ts'
import '../console.css'
import '../merchant-console.ts'

/** The response of the service in this page to a call; `'never'` leaves the call pending. */
export type Service = (path: string, call: Call) => Answer | 'never'

/** One response of the service. */
export type Answer = { readonly status: number; readonly body: unknown }

/** A call of the page: `body` is null without one. */
export type Call = { readonly method: string; readonly url: URL; readonly body: unknown }

/** An account that is signed in. */
export const accountSession: Session = {
  kind: 'account',
  tenantId: '01KB4X3F6V3M2N5P7R9T0W1X2Y',
  tenantName: 'North & Bean',
  email: 'ana@example.test',
  address: null,
  walletType: null,
  expiresAt: '2030-01-01T00:00:00.000Z',
}

const SCHEMES = ['light', 'dark'] as const
const HOME = location.href

/** The console of a test with a service that runs in the page; call it at the top of a test file. */
export function prepareConsole(): { serve: (service: Service) => void; calls: readonly Call[] } {
  let service: Service = () => 'never'
  const calls: Call[] = []
  beforeAll(() => {
    document.documentElement.lang = 'en'
  })
  beforeEach(() => {
    calls.length = 0
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      const text = typeof init?.body === 'string' ? init.body : 'null'
      const address = new URL(url, location.href)
      const call = { method: init?.method ?? 'GET', url: address, body: JSON.parse(text) }
      calls.push(call)
      return answer(service(address.pathname, call), init)
    })
  })
  afterEach(async () => {
    document.body.replaceChildren()
    vi.unstubAllGlobals()
    history.replaceState(null, '', HOME)
    await emulate('light')
  })
  return {
    serve(next) {
      service = next
    },
    calls,
  }
}

/** A problem document as the service returns it. */
export function problem(code: string, status: number, more: object = {}) {
  const text = 'Something went wrong.'
  return {
    type: `https://api.example.test/errors/${code}`,
    title: text,
    status,
    detail: text,
    code,
    message: text,
    requestId: 'support-1042',
    errors: [],
    ...more,
  }
}

/** Shows the screen of a route. */
export async function mountConsole(
  route: Route,
  options: { path?: string; networks?: string; previewClientId?: string } = {},
): Promise<void> {
  history.replaceState(null, '', options.path ?? formatRoute(route))
  const element = document.createElement('merchant-console')
  element.networks = options.networks ?? ''
  element.previewClientId = options.previewClientId ?? ''
  document.body.append(element)
  await element.updateComplete
}

/** Elements of all shadow trees. */
export function find(selector: string, root: ParentNode = document): Element[] {
  const inner = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot === null ? [] : find(selector, shadowRoot),
  )
  return [...root.querySelectorAll(selector), ...inner]
}

export function textOf({ textContent }: Element): string {
  return textContent ?? ''
}

/** Asserts that axe finds no violation, light and dark, and that nothing overflows at 320 px. */
export async function inspectConsole(): Promise<void> {
  await page.viewport(1280, 900)
  for (const scheme of SCHEMES) {
    await emulate(scheme)
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
    expect(found, scheme).toEqual([])
  }
  await page.viewport(320, 800)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await page.viewport(1280, 900)
}

async function answer(answered: Answer | 'never', init?: RequestInit): Promise<Response> {
  if (answered !== 'never') {
    const headers = { 'content-type': 'application/json' }
    return new Response(JSON.stringify(answered.body), { status: answered.status, headers })
  }
  return new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })
}

/** Sets the preferences of the person's system; without motion, so that no check runs during a transition. */
async function emulate(scheme: (typeof SCHEMES)[number]): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  })
}
