/// <reference types="@vitest/browser-playwright" />
/// <reference types="vite/client" />
import axe from 'axe-core'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import type { Session } from '../api.ts'
import { formatRoute, type Route } from '../routes.ts'
import type { Language } from '../text/languages.ts'
import '../console.css'
import '../merchant-console.ts'
import { CONTRAST_RULES, inspectContrast } from './inspectContrast.ts'

/** Returns the fake service's response to a call; `'never'` leaves the call pending. */
export type Service = (path: string, call: Call) => Answer | 'never'

/** One response from the service. */
export type Answer = { readonly status: number; readonly body: unknown }

/** A call by the page; `body` is null for a request without a body. */
export type Call = { readonly method: string; readonly url: URL; readonly body: unknown }

/** The session of a signed-in account. */
export const accountSession: Session = {
  kind: 'account',
  tenantId: '01KB4X3F6V3M2N5P7R9T0W1X2Y',
  role: 'owner',
  scopes: ['read', 'create', 'payouts', 'refunds', 'manage', 'team'],
  tenantName: 'North & Bean',
  email: 'ana@example.test',
  address: null,
  walletType: null,
  expiresAt: '2030-01-01T00:00:00.000Z',
}

const SCHEMES = ['light', 'dark'] as const
const HOME = location.href

const EVENTS = '/v2/payments/events'
const APPROVALS = '/v1/approvals'
/** The refund lists, and the names of their records. */
const REFUNDS: ReadonlyMap<string, string> = new Map([
  ['/v2/refunds', 'refunds'],
  ['/v2/refund-candidates', 'candidates'],
])
const REPORTING_CURRENCY = '/v1/reporting-currency'
const DOLLARS = { reportingCurrency: 'USD', choices: ['USD', 'EUR', 'CNY', 'GBP', 'JPY'] }

/** Returns a test's console with a service that runs in the page; call it at the top of a test file. */
export function prepareConsole(): {
  serve: (service: Service) => void
  calls: Call[]
  /** The stream of changes, whose opening stays pending by default. */
  stream: FakeStream
} {
  let service: Service = () => 'never'
  const calls: Call[] = []
  const stream = createFakeStream()
  beforeAll(() => {
    document.documentElement.lang = 'en'
  })
  beforeEach(() => {
    calls.length = 0
    stream.reset()
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      const text = typeof init?.body === 'string' ? init.body : 'null'
      const address = new URL(url, location.href)
      if (address.pathname === EVENTS) return stream.open(init)
      const call = { method: init?.method ?? 'GET', url: address, body: JSON.parse(text) }
      calls.push(call)
      const served = addRefunds(
        address.pathname,
        addApprovals(address.pathname, service(address.pathname, call)),
      )
      return answer(addCurrency(address.pathname, served), init)
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
    stream,
  }
}

/** A fake of the service's stream of changes. */
export type FakeStream = {
  /** The number of times that the page has opened the stream. */
  readonly openings: number
  /** The event id that the page sent with its last opening; null if it sent none. */
  readonly lastId: string | null
  /** Lets the stream open from now on. */
  serve(): void
  /** Refuses the stream with this status from now on. */
  refuse(status: number, headers?: Record<string, string>): void
  /** Sends a change to the open stream, with this event id. */
  send(id: string, change: object): void
  /** Sends a heartbeat to the open stream. */
  beat(): void
  /** Ends the open stream. */
  end(): void
}

function createFakeStream(): FakeStream & {
  open(init?: RequestInit): Promise<Response>
  reset(): void
} {
  let respond: ((signal?: AbortSignal | null) => Response) | null = null
  let openings = 0
  let lastId: string | null = null
  let sink: ReadableStreamDefaultController<Uint8Array> | null = null
  const write = (text: string) => sink?.enqueue(new TextEncoder().encode(text))
  const send = (id: string, change: object) =>
    void write(`event: changed\nid: ${id}\ndata: ${JSON.stringify(change)}\n\n`)
  return {
    get openings() {
      return openings
    },
    get lastId() {
      return lastId
    },
    serve() {
      respond = (signal) => {
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            sink = controller
            // The previous test's page closes its stream late, and must not end this one.
            signal?.addEventListener('abort', () => {
              controller.error(signal.reason)
              if (sink === controller) sink = null
            })
          },
        })
        write('retry: 2000\n\n')
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      }
    },
    refuse(status, headers = {}) {
      respond = () => new Response('{}', { status, headers })
    },
    send,
    beat: () => void write(':\n\n'),
    end: () => {
      sink?.close()
      sink = null
    },
    async open(init) {
      openings += 1
      lastId = new Headers(init?.headers).get('last-event-id')
      if (respond !== null) return respond(init?.signal)
      return answer('never', init)
    },
    reset() {
      respond = null
      openings = 0
      lastId = null
      sink = null
    },
  }
}

/** Adds empty refund lists to a service that has none. */
function addRefunds(path: string, answered: Answer | 'never'): Answer | 'never' {
  const name = REFUNDS.get(path)
  if (name === undefined || answered === 'never') return answered
  const { status, body } = answered
  const isList = typeof body === 'object' && body !== null && name in body
  const isMissing = status === 404 || (status === 200 && !isList)
  return isMissing ? { status: 200, body: { [name]: [], nextCursor: null } } : answered
}

/** Returns the response, or an empty approval list if the test's service has none: several screens read it. */
function addApprovals(path: string, answered: Answer | 'never'): Answer | 'never' {
  if (path !== APPROVALS || answered === 'never') return answered
  const { status, body } = answered
  const isList = typeof body === 'object' && body !== null && 'approvals' in body
  const isMissing = status === 404 || (status === 200 && !isList)
  return isMissing ? { status: 200, body: { approvals: [], nextCursor: null } } : answered
}

/** Returns the response, or dollars as the reporting currency if the test's service has none. */
function addCurrency(path: string, answered: Answer | 'never'): Answer | 'never' {
  if (path !== REPORTING_CURRENCY || answered === 'never') return answered
  const { status, body } = answered
  const isNamed = typeof body === 'object' && body !== null && 'reportingCurrency' in body
  const isMissing = status === 404 || (status === 200 && !isNamed)
  return isMissing ? { status: 200, body: DOLLARS } : answered
}

/** Returns a problem document as the service returns it. */
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

/** Mounts the console at a route's screen. */
export async function mountConsole(
  route: Route,
  options: {
    path?: string
    networks?: string
    previewClientId?: string
    languages?: readonly Language[]
  } = {},
): Promise<void> {
  history.replaceState(null, '', options.path ?? formatRoute(route))
  const element = document.createElement('merchant-console')
  element.networks = options.networks ?? ''
  element.previewClientId = options.previewClientId ?? ''
  if (options.languages !== undefined) element.languages = options.languages
  document.body.append(element)
  await element.updateComplete
}

/** Finds elements in all shadow trees. */
export function find(selector: string, root: ParentNode = document): Element[] {
  const inner = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot === null ? [] : find(selector, shadowRoot),
  )
  return [...root.querySelectorAll(selector), ...inner]
}

export function textOf({ textContent }: Element): string {
  return textContent
}

/** Asserts that axe finds no violation, light and dark, and that nothing overflows at 320 px. */
export async function inspectConsole(): Promise<void> {
  await page.viewport(1280, 900)
  const { violations } = await axe.run(document, {
    rules: Object.fromEntries(CONTRAST_RULES.map((id) => [id, { enabled: false }])),
    resultTypes: ['violations'],
  })
  expect(violations.flatMap(summarize)).toEqual([])
  for (const scheme of SCHEMES) {
    await emulate(scheme)
    expect((await inspectContrast()).flatMap(summarize), scheme).toEqual([])
  }
  await page.viewport(320, 800)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await page.viewport(1280, 900)
}

function summarize({ id, nodes }: axe.Result): string[] {
  return nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)
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

/** Emulates a colour scheme, and reduced motion, so that no check runs during a transition. */
async function emulate(scheme: (typeof SCHEMES)[number]): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  })
}
