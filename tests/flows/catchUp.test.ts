import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { RpcNode } from '../../host/src/chains/openRpcNode.ts'
import type { RpcCall } from '../../host/src/chains/openRpcTransport.ts'
import { startMockWorld, UNITS } from './support/startMockWorld.ts'

/** The number of blocks in a day, one every two seconds. */
const BLOCKS = 43_200
const PAYMENTS = 1_000
const NODE_MS = 5
/** The limit for the processor time of this process, to which other load on the machine does not add. */
const LIMIT_CPU_MS = 60_000
/** The minimum number of blocks per log query. */
const BLOCKS_A_QUERY = 500

it('The watcher finds every payment from a day of downtime within a minute, with few calls', async () => {
  const asked = { trips: 0, receipts: 0 }
  await using world = await startMockWorld({ nodes: 1, wrap: (node) => countCalls(node, asked) })
  world.mine()
  await world.poll()
  const requests = await Promise.all(Array.from({ length: PAYMENTS }, () => world.createRequest()))
  const paidAt = new Map(
    requests.map((request, index) => [Math.floor(((index + 0.5) * BLOCKS) / PAYMENTS), request]),
  )
  for (let block = 0; block < BLOCKS; block += 1) {
    const request = paidAt.get(block)
    world.mine(request === undefined ? [] : [world.payment(request)])
  }
  world.mine()
  world.mine()
  asked.trips = 0
  const [node] = world.nodes
  const logQueriesBefore = node?.counts.logQueries ?? 0

  const before = process.cpuUsage()
  expect(await world.poll()).toBeNull()
  const { user, system } = process.cpuUsage(before)

  const { kysely } = world.context.db
  const payments = await kysely
    .selectFrom('payments')
    .select(['request_id', 'credited_units'])
    .execute()
  expect(new Set(payments.map((payment) => payment.request_id)).size).toBe(PAYMENTS)
  expect(payments.every((payment) => payment.credited_units === String(UNITS))).toBe(true)
  const unpaid = await kysely
    .selectFrom('requests')
    .select('id')
    .where('has_been_paid', '=', 0)
    .execute()
  expect(unpaid).toEqual([])
  const events = await kysely.selectFrom('events').select('request_id').execute()
  expect(new Set(events.map((event) => event.request_id)).size).toBe(PAYMENTS)
  expect(events).toHaveLength(PAYMENTS)
  expect(asked.trips).toBeLessThanOrEqual(BLOCKS / BLOCKS_A_QUERY + PAYMENTS)
  expect(asked.receipts).toBe(PAYMENTS)
  const logQueries = (node?.counts.logQueries ?? 0) - logQueriesBefore
  expect(logQueries).toBeGreaterThan(0)
  expect(logQueries).toBeLessThanOrEqual(BLOCKS / BLOCKS_A_QUERY)
  expect((user + system) / 1_000).toBeLessThan(LIMIT_CPU_MS)
}, 300_000)

function isReceipt({ method }: RpcCall): boolean {
  return method === 'eth_getTransactionReceipt'
}

/** Wraps a node so that it is slow, and counts round trips and calls. */
function countCalls(node: RpcNode, asked: { trips: number; receipts: number }): RpcNode {
  return {
    ...node,
    async send(calls, deadlineMs) {
      asked.trips += 1
      asked.receipts += calls.filter(isReceipt).length
      await delay(NODE_MS)
      return node.send(calls, deadlineMs)
    },
  }
}
