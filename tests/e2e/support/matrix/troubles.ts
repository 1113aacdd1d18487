import type { Page } from '@playwright/test'

/** A call from the element to the service: `attempts` requests a lease, `attempt` reports an outcome, and `intent` reports a hash. */
export type ServiceCall = keyof typeof PATHS

/** Makes one call to the service fail until `page.unrouteAll()`; `null` is a network failure. */
export async function failService(
  page: Page,
  call: ServiceCall,
  answer: { status: number; body?: string; code?: string } | null,
): Promise<void> {
  await page.route(PATHS[call], async (route) => {
    if (route.request().method() === 'OPTIONS') return route.fallback()
    if (answer === null) return route.abort()
    const { status, code = 'unavailable' } = answer
    const problem = { status, statusCode: status, code, title: 'Trouble', message: 'Trouble.' }
    const body = answer.body ?? JSON.stringify(problem)
    const headers = {
      'access-control-allow-origin': '*',
      'content-type': 'application/problem+json',
    }
    return route.fulfill({ status, headers, body })
  })
}

const PATHS = {
  pay: /\/v2\/secure-payments\/[^/]+\/pay\?/,
  attempts: /\/v2\/secure-payments\/[^/]+\/attempts$/,
  attempt: /\/v2\/secure-payments\/[^/]+\/attempts\/[^/]+$/,
  intent: /\/v2\/secure-payments\/[^/]+\/intent$/,
  events: /\/v2\/secure-payments\/[^/]+\/events$/,
  payment: /\/v2\/secure-payments\/[^/?]+(\?|$)/,
  wallet: /\/v2\/secure-payments\/[^/?]+\?wallet=/,
} as const

/** Parts of a browser that a page may lack. */
export type Missing = 'IndexedDB' | 'local storage' | 'session storage' | 'Web Locks' | 'channels'

/** Removes parts of the browser from every page in the context, as private windows and blocked storage do. */
export async function takeAway(page: Page, missing: readonly Missing[]): Promise<void> {
  await page.context().addInitScript((parts) => {
    const refuse = (name: string): void => {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
    if (parts.includes('IndexedDB')) refuse('indexedDB')
    if (parts.includes('local storage')) refuse('localStorage')
    if (parts.includes('session storage')) refuse('sessionStorage')
    if (parts.includes('Web Locks')) {
      Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })
    }
    if (parts.includes('channels')) Reflect.deleteProperty(window, 'BroadcastChannel')
  }, missing)
}
