import type { Browser, BrowserContext } from '@playwright/test'
import { watchProblems } from '../watchProblems.ts'
import { type CrashPoints, installCrashPoints } from './crashPoints.ts'

/** A browser context whose pages stop at their points. */
export type CrashContext = AsyncDisposable & {
  readonly context: BrowserContext
  readonly points: CrashPoints
  /** Returns the unexpected problems in the context's pages. */
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
  // Expected responses: 404 for an attempt that ended before the service received it, and 423 while the signers of a Safe decide.
  problems.allow(/status of (404|423)/)
  const resources = opened.move()
  return {
    context,
    points,
    problems: () => problems.found,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
