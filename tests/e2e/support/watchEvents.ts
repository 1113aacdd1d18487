import type { BrowserContext, Page } from '@playwright/test'

/** The part of an event's detail that stories check; members that the event does not have are undefined. */
type EventFacts = {
  readonly from?: string
  readonly to?: string
  readonly reason?: string
  readonly kind?: string
  readonly hash?: string
  readonly code?: string
  readonly moneyState?: string
  readonly token?: string
}

/**
 * One event from an element, as the page's own script receives it; `load` counts the page's documents, and `element` counts the elements in
 * them.
 */
export type PageEvent = {
  page: Page
  load: number
  element: number
  name: string
  facts: EventFacts
}

/** The pages' events, and the number of the pages' requests for calldata. */
export type Events = {
  /** The events from all pages in the context, oldest first. */
  readonly all: readonly PageEvent[]
  /** The number of times that the pages requested `GET …/pay`. */
  readonly payCalls: number
}

/** Records every event from the element in all open and future pages in the context. */
export async function watchEvents(context: BrowserContext): Promise<Events> {
  const all: PageEvent[] = []
  const loads = new Map<Page, number>()
  let payCalls = 0
  context.on('request', (request) => {
    if (request.method() === 'GET' && /\/pay\?/.test(request.url())) payCalls += 1
  })
  await context.exposeBinding('__reportEvent', ({ page }, name, element, facts) => {
    const load = loads.get(page) ?? -1
    if (name === LOADED) loads.set(page, load + 1)
    else all.push({ page, load, element, name, facts })
  })
  await context.addInitScript(reportEvents, { loaded: LOADED, names: NAMES })
  return {
    all,
    get payCalls() {
      return payCalls
    },
  }
}

/** The name that reports a new document; it is not an event of the element. */
const LOADED = 'loaded'

const NAMES = [
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
] as const

declare global {
  interface Window {
    __reportEvent?: (name: string, element: number, facts: EventFacts) => void
  }
}

/** Runs in the page. */
function reportEvents({ loaded, names }: { loaded: string; names: readonly string[] }): void {
  if (window !== window.top) return
  const elements: (EventTarget | null)[] = []
  window.__reportEvent?.(loaded, 0, {})
  for (const name of names) {
    document.addEventListener(name, (event) => {
      if (!elements.includes(event.target)) elements.push(event.target)
      const detail: unknown = event instanceof CustomEvent ? event.detail : null
      const { from, to, reason, kind, hash, code, moneyState, token } = Object(detail)
      const facts = { from, to, reason, kind, hash, code, moneyState, token }
      window.__reportEvent?.(name, elements.indexOf(event.target), facts)
    })
  }
}
