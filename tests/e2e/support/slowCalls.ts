import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'

/** The share of the pages' calls that are slow. */
const SHARE = 0.4
const SERVICE = /^\/v[12]\//

/**
 * Delays some of the pages' calls to the service and to nodes by up to `SLOW_CALLS` milliseconds, if the environment has this
 * variable. A story that relies on a fast response, instead of waiting for it, fails here before it fails on a busy machine.
 */
export async function slowCalls(context: BrowserContext): Promise<void> {
  const mostMs = Number(process.env['SLOW_CALLS'] ?? 0)
  if (mostMs === 0) return
  await context.route(
    ({ hostname }) => hostname === '127.0.0.1',
    async (route, request) => {
      // Node calls use POST; other requests load pages and scripts.
      const isCall = request.method() === 'POST' || SERVICE.test(new URL(request.url()).pathname)
      if (isCall && Math.random() < SHARE) await delay(Math.random() * mostMs)
      // The page may be closed by now.
      await route.fallback().catch(() => {})
    },
  )
}
