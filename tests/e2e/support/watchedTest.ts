import { test as base, expect } from '@playwright/test'
import { findUnlawful } from './matrix/findUnlawful.ts'
import { slowCalls } from './slowCalls.ts'
import { type Events, watchEvents } from './watchEvents.ts'
import { type Problems, watchProblems } from './watchProblems.ts'

/** The records of every story's pages. */
export type Watched = {
  /** Servers of one story: they stop after its pages were checked, because an open page would log a refused connection. */
  servers: AsyncDisposableStack
  /** The unexplained problems, which every story must end without. */
  problems: Problems
  /** The pages' events, which must follow the rules for every payment in each story. */
  events: Events
}

/** Stories whose pages are watched: no unexplained problem, and no event out of order. */
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
