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

it('Nobody is told twice of what they know, nor of what others have been told', async () => {
  const { token, requestIds } = await test.createPayment()
  let etag = 'first'
  const hub = createLiveHub(test.host.context, { show: async () => shown(etag) })
  const early: string[] = []
  const late: string[] = []
  const stopEarly = hub.watch(token, shown('first'), (news) => void early.push(news.etag))
  etag = 'second'
  // Read after the change, but joined before the hub has looked: only the other one is told.
  const stopLate = hub.watch(token, shown('second'), (news) => void late.push(news.etag))
  await waitUntil(() => early.length === 1)
  etag = 'third'
  await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 1n })
  await waitUntil(() => early.length === 2 && late.length === 1)
  stopEarly()
  stopLate()
  expect([early, late]).toEqual([['second', 'third'], ['third']])
})
