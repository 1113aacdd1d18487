import { test as base, expect } from '@playwright/test'
import { findUnlawful } from './matrix/findUnlawful.ts'
import { slowCalls } from './slowCalls.ts'
import { type Events, watchEvents } from './watchEvents.ts'
import { type Problems, watchProblems } from './watchProblems.ts'

/** The records of every story's pages. */
export type Watched = {
  /**
   * A story's servers. The servers stop only after the checks of the story's pages, because an open page would log a refused connection.
   */
  servers: AsyncDisposableStack
  /** The unexpected problems; a story fails if there are any at its end. */
  problems: Problems
  /** The pages' events, which must follow the rules for every payment in each story. */
  events: Events
}

/** Stories whose pages are watched: a story fails on an unexpected problem, or on events that break the rules for every payment. */
export const watchedTest = base.extend<Watched>({
  servers: async ({ context: _afterThis }, use) => {
    await using servers = new AsyncDisposableStack()
    await use(servers)
  },
  problems: [
    async ({ context, servers: _until }, use, testInfo) => {
      await slowCalls(context)
      const problems = await watchProblems(context)
      await use(problems)
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('transcript', { body: problems.transcript.join('\n') })
      }
      expect(problems.found).toEqual([])
    },
    { auto: true },
  ],
  events: [
    async ({ context }, use) => {
      const events = await watchEvents(context)
      await use(events)
      expect(findUnlawful(events.all)).toEqual([])
    },
    { auto: true },
  ],
})
