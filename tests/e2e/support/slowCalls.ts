import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'

/** Of the calls that pages make, how many are slow. */
const SHARE = 0.4
const SERVICE = /^\/v[12]\//

/**
 * With `SLOW_CALLS=<milliseconds>` in the environment, some calls of the pages to service and nodes take up to so long. A story that
 * counts on a fast answer, instead of waiting for it, fails here before it fails on a busy machine.
 */
export async function slowCalls(context: BrowserContext): Promise<void> {
  const mostMs = Number(process.env['SLOW_CALLS'] ?? 0)
  if (mostMs === 0) return
  await context.route(
    ({ hostname }) => hostname === '127.0.0.1',
    async (route, request) => {
      // Nodes are asked by POST; what else is read is pages and scripts.
      const isCall = request.method() === 'POST' || SERVICE.test(new URL(request.url()).pathname)
      if (isCall && Math.random() < SHARE) await delay(Math.random() * mostMs)
      // The page may be gone.
      await route.fallback().catch(() => {})
    },
  )
}
