import type { Browser, BrowserContext } from '@playwright/test'
import { watchProblems } from '../watchProblems.ts'
import { type CrashPoints, installCrashPoints } from './crashPoints.ts'

/** A browser context whose pages stop at their points. */
export type CrashContext = AsyncDisposable & {
  readonly context: BrowserContext
  readonly points: CrashPoints
  /** Returns the unexpected problems in its pages. */
  problems(): readonly string[]
}

/** Opens a context without a wallet. */
export async function openContext(browser: Browser): Promise<CrashContext> {
  await using opened = new AsyncDisposableStack()
  const context = await browser.newContext()
  opened.defer(() => context.close())
  const points = opened.use(await installCrashPoints(context))
  const problems = await watchProblems(context)
  problems.allow(/Synchronous XMLHttpRequest/)
  // An attempt that ended before the service received it, and a payment that waits for the signers of a Safe.
  problems.allow(/status of (404|423)/)
  const resources = opened.move()
  return {
    context,
    points,
    problems: () => problems.found,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
