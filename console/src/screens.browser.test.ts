/// <reference types="@vitest/browser-playwright" />
/// <reference types="vite/client" />
import axe from 'axe-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { formatRoute, type Route } from './routes.ts'
import { en } from './text/en.ts'
import './console.css'
import './merchant-console.ts'

/** Every screen that reads something when it opens. */
const READING: readonly Route[] = [
  { name: 'start' },
  { name: 'destinations' },
  { name: 'clientIds' },
  { name: 'apiKeys' },
  { name: 'webhooks' },
  { name: 'webhook', webhookId: '01KB4X3F6V3M2N5P7R9T0W1X2Y' },
  {
    name: 'delivery',
    webhookId: '01KB4X3F6V3M2N5P7R9T0W1X2Y',
    deliveryId: '01KB54A1B2C3D4E5F6G7H8J9KA',
  },
  { name: 'embed' },
]
const SCHEMES = ['light', 'dark'] as const
const SESSION = {
  credential: 'session',
  tenantId: '01KB4X3F6V3M2N5P7R9T0W1X2Y',
  name: 'North & Bean',
  email: 'ana@example.test',
  address: null,
  walletType: null,
}

/** What the service in this page answers to a path; `'never'` leaves the call open. */
type Service = (path: string) => Answer | 'never'
type Answer = { status: number; body: unknown }

const home = location.href
let service: Service

beforeAll(() => {
  document.documentElement.lang = 'en'
})

beforeEach(() => {
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => answer(url, init))
})

afterEach(async () => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  history.replaceState(null, '', home)
  await emulate('light')
})

describe('Axe finds nothing, light and dark, and nothing overflows at 320 px', () => {
  test.each(READING)('while $name waits for the service', async (route) => {
    service = (path) => (path === '/v1/auth/session' ? { status: 200, body: SESSION } : 'never')
    await mount(route)
    await expect.poll(() => find('[aria-busy="true"]').length).toBeGreaterThan(0)
    await inspect()
  })

  test.each(READING)('where the service fails $name', async (route) => {
    service = (path) => (path === '/v1/auth/session' ? { status: 200, body: SESSION } : FAILURE)
    await mount(route)
    await expect.poll(() => find('[role="alert"]').map(textOf).join()).toContain('support-1042')
    await inspect()
  })

  test('while nobody knows who is signed in', async () => {
    service = () => 'never'
    await mount({ name: 'start' })
    await expect.poll(() => find('.boot .spinner').length).toBe(1)
    await inspect()
  })

  test('where the service cannot be reached, and it can be tried again', async () => {
    service = () => FAILURE
    await mount({ name: 'start' })
    await expect.poll(() => find('[role="alert"]').map(textOf).join()).toContain(en.errors.internal)
    await inspect()
    service = () => ({ status: 401, body: problem('missing_credential', 401) })
    find('.boot button').forEach((button) => {
      if (button instanceof HTMLElement) button.click()
    })
    await expect.poll(() => find('h1').map(textOf).join()).toContain(en.signIn.title)
  })

  test('at an address that leads nowhere', async () => {
    service = () => ({ status: 200, body: SESSION })
    await mount({ name: 'unknown' }, '/console/nowhere')
    await expect.poll(() => find('h1').map(textOf).join()).toContain(en.notFound.title)
    await inspect()
  })
})

const FAILURE: Answer = { status: 500, body: problem('internal', 500) }

function problem(code: string, status: number) {
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
  }
}

async function answer(url: string, init?: RequestInit): Promise<Response> {
  const answered = service(new URL(url, location.href).pathname)
  if (answered !== 'never') {
    const headers = { 'content-type': 'application/json' }
    return new Response(JSON.stringify(answered.body), { status: answered.status, headers })
  }
  return new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })
}

async function mount(route: Route, path = formatRoute(route)): Promise<void> {
  history.replaceState(null, '', path)
  const element = document.createElement('merchant-console')
  document.body.append(element)
  await element.updateComplete
}

/** Elements of all shadow trees. */
function find(selector: string, root: ParentNode = document): Element[] {
  const inner = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot === null ? [] : find(selector, shadowRoot),
  )
  return [...root.querySelectorAll(selector), ...inner]
}

function textOf({ textContent }: Element): string {
  return textContent ?? ''
}

async function inspect(): Promise<void> {
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
}

/** As the system of the person prefers it; without motion, so that nothing is looked at half-way. */
async function emulate(scheme: (typeof SCHEMES)[number]): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  })
}
