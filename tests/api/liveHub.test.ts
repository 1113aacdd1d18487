import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLiveHub, type Shown } from '../../host/src/live/createLiveHub.ts'
import { markPaid } from '../support/markRequest.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

const shown = (etag: string): Shown => ({
  etag,
  merchantEtag: etag,
  status: 'pending',
  changesAt: null,
})

it('The hub sends each watcher only states that it has not received', async () => {
  const { token, requestIds } = await test.createPayment()
  let etag = 'first'
  const hub = createLiveHub(test.host.context, { show: async () => shown(etag) })
  const early: string[] = []
  const late: string[] = []
  const stopEarly = hub.watch(token, shown('first'), (news) => void early.push(news.etag))
  etag = 'second'
  // The second watcher read the payment after the change and joined before the hub polled, so the hub notifies only the first.
  const stopLate = hub.watch(token, shown('second'), (news) => void late.push(news.etag))
  await waitUntil(() => early.length === 1)
  etag = 'third'
  await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 1n })
  await waitUntil(() => early.length === 2 && late.length === 1)
  stopEarly()
  stopLate()
  expect([early, late]).toEqual([['second', 'third'], ['third']])
})

it('The hub notifies a watcher that read the payment before a change and joins after its notification', async () => {
  const { token } = await test.createPayment()
  let etag = 'first'
  const hub = createLiveHub(test.host.context, { show: async () => shown(etag) })
  const early: string[] = []
  const late: string[] = []
  etag = 'second'
  const stopEarly = hub.watch(token, shown('first'), (news) => void early.push(news.etag))
  await waitUntil(() => early.length === 1)
  const stopLate = hub.watch(token, shown('first'), (news) => void late.push(news.etag))
  await waitUntil(() => late.length === 1)
  stopEarly()
  stopLate()
  expect([early, late]).toEqual([['second'], ['second']])
})

it('The hub stops its reads after the last watcher has left', async () => {
  const polls = { left: 0, kept: 0 }
  const create = (name: 'left' | 'kept') =>
    createLiveHub(
      {
        ...test.host.context,
        now() {
          polls[name] += 1
          return test.clock.now()
        },
      },
      { show: async () => shown('same') },
    )
  const [left, kept] = [create('left'), create('kept')]
  const { token } = await test.createPayment()
  const stopLeft = left.watch(token, shown('same'), () => undefined)
  const stopKept = kept.watch(token, shown('same'), () => undefined)
  await waitUntil(() => polls.left > 0 && polls.kept > 0)
  stopLeft()
  // One read may still be in progress.
  const counted = polls.left + 1
  await waitUntil(() => polls.kept >= 5)
  stopKept()
  expect(polls.left).toBeLessThanOrEqual(counted)
})
