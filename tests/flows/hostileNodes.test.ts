import { paymentFailed } from '@secure-payment/core/webhooks'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { RpcCallError } from '../../host/src/chains/errors.ts'
import { openRpcNode } from '../../host/src/chains/openRpcNode.ts'
import type { RpcCall, RpcOutcome } from '../../host/src/chains/openRpcTransport.ts'
import type { MockNode } from './support/mockNode.ts'
import { type MockWorld, startMockWorld } from './support/startMockWorld.ts'
import { startRpcServer } from './support/startRpcServer.ts'

const BURIED = 4

function mineMany(world: MockWorld, count: number, node?: number): void {
  for (let block = 0; block < count; block += 1) world.mine([], node)
}

async function paidWorld(options: Parameters<typeof startMockWorld>[0]) {
  const world = await startMockWorld(options)
  mineMany(world, 5)
  const request = await world.createRequest()
  world.mine([world.payment(request)])
  mineMany(world, BURIED)
  await world.poll(2)
  expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
  return { world, request }
}

describe('A payment that one of the nodes invents', () => {
  async function invent(nodes: number) {
    const world = await startMockWorld({ nodes })
    mineMany(world, 5)
    await world.poll()
    const request = await world.createRequest()
    world.mine([world.payment(request)], 0)
    mineMany(world, BURIED, 0)
    for (let node = 1; node < nodes; node += 1) mineMany(world, BURIED + 1, node)
    return { world, request }
  }

  test.each([2, 3])(
    'a payment that one of the nodes invents is not recorded, and the cursor stops: one of %i',
    async (nodes) => {
      const { world, request } = await invent(nodes)
      await using _ = world
      const error = await world.poll(4)
      expect(await world.request(request.id)).toMatchObject({ status: 'created', paid_units: '0' })
      expect(error).toMatchObject({ code: 'chain_unavailable' })
    },
  )

  test('a payment that one of the nodes invents is not recorded while the other nodes are down', async () => {
    const { world, request } = await invent(2)
    await using _ = world
    for (const node of world.nodes.slice(1)) node.faults.errorRate = 1
    expect(String(await world.poll(4))).toContain('1 of the 2 nodes that must agree responded')
    expect(await world.request(request.id)).toMatchObject({ status: 'created', paid_units: '0' })
  })
})

describe('With one of several nodes down', () => {
  test('two of three nodes confirm payments', async () => {
    await using world = await startMockWorld({ nodes: 3 })
    const [first] = world.nodes
    if (first === undefined) throw new Error('there are no nodes')
    first.faults.errorRate = 1
    mineMany(world, 5)
    const request = await world.createRequest()
    world.mine([world.payment(request)])
    mineMany(world, BURIED)
    await world.poll(3)
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
  })

  test('one of two nodes advances the cursor over blocks without payments, but stops at a payment until the other node is back', async () => {
    await using world = await startMockWorld()
    const [, second] = world.nodes
    if (second === undefined) throw new Error('there is one node')
    second.faults.errorRate = 1
    mineMany(world, 10)
    expect(await world.poll(3)).toBeNull()
    const request = await world.createRequest()
    world.mine([world.payment(request)])
    mineMany(world, BURIED)
    expect(await world.poll(3)).toMatchObject({ code: 'chain_unavailable' })
    second.faults.errorRate = 0
    await world.poll(2)
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
  })
})

describe('A node on a fork', () => {
  test.each([2, 3])(
    'a node on a fork revokes no payment while the others of %i are down',
    async (nodes) => {
      const { world, request } = await paidWorld({ nodes })
      await using _ = world
      world.drop(0, BURIED + 2)
      mineMany(world, BURIED + 4, 0)
      for (const node of world.nodes.slice(1)) node.faults.errorRate = 1
      expect(String(await world.poll(6))).toContain(`1 of ${nodes} nodes have another`)
      expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
    },
  )

  test('a node on a fork does not prevent the majority from revoking the payments that the chain lost', async () => {
    const { world, request } = await paidWorld({ nodes: 3 })
    await using _ = world
    for (const node of [0, 1, 2]) world.drop(node, BURIED + 2)
    mineMany(world, BURIED + 4)
    const [, , stuck] = world.nodes
    if (stuck === undefined) throw new Error('there are too few nodes')
    stuck.faults.staleRate = 1
    await world.poll(6)
    expect(await world.request(request.id)).toMatchObject({ status: 'created', paid_units: '0' })
  })
})

describe('A payment that the chain has lost', () => {
  const eventsOf = (world: MockWorld) =>
    world.context.db.kysely
      .selectFrom('webhook_deliveries as delivery')
      .innerJoin('events as event', 'event.id', 'delivery.event_id')
      .select(['event.type', 'event.body', 'event.sequence', 'delivery.status'])
      .orderBy('event.sequence')
      .execute()

  async function lose(world: MockWorld) {
    world.drop(0, BURIED + 2)
    mineMany(world, BURIED + 4)
    await world.poll(6)
  }

  test('a payment that the chain has lost is no longer reported if its event is still undelivered', async () => {
    const { world, request } = await paidWorld({})
    await using _ = world
    await lose(world)
    expect(await eventsOf(world)).toMatchObject([
      { type: 'payment.confirmed', status: 'cancelled' },
    ])
    world.mine([world.payment(request)])
    mineMany(world, BURIED)
    await world.poll(2)
    expect(await eventsOf(world)).toMatchObject([
      { type: 'payment.confirmed', status: 'cancelled' },
      { type: 'payment.confirmed', status: 'pending', sequence: 2 },
    ])
  })

  test.each([
    ['was delivered', { status: 'delivered', attempt: 1 }],
    ['was tried', { attempt: 1 }],
    ['is being sent', { lease_until: '2026-01-01T12:00:00.000Z' }],
  ] as const)(
    'a payment that the chain has lost is revoked by payment.failed when its event %s',
    async (_how, state) => {
      const { world, request } = await paidWorld({})
      await using _ = world
      const { db } = world.context
      await db.kysely.updateTable('webhook_deliveries').set(state).execute()
      await lose(world)
      const [told, correction, ...more] = await eventsOf(world)
      expect(told?.status).not.toBe('pending')
      expect(more).toEqual([])
      expect(correction).toMatchObject({ type: 'payment.failed', status: 'pending', sequence: 2 })
      const body: unknown = JSON.parse(correction?.body ?? '')
      expect(paymentFailed.schema.parse(body)).toEqual(body)
      expect(body).toMatchObject({
        requestId: request.id,
        subStatus: 'failed',
        failureReason: 'reorganised',
        totalAmountPaid: '0',
        expectedAmount: '1',
      })
      world.mine([world.payment(request)])
      mineMany(world, BURIED)
      await world.poll(2)
      expect((await eventsOf(world)).at(-1)).toMatchObject({
        type: 'payment.confirmed',
        sequence: 3,
      })
    },
  )
})

describe('A finality tag', () => {
  const FINALIZED = { mode: 'finalized', depth: 3 } as const

  /** Wraps a node: for `finalized` and `safe`, it returns the error from `say`, or block 0 if `say` returns null. */
  function tagged(say: () => { code: number; message: string } | null) {
    return (node: MockNode) => ({
      ...node,
      async send(calls: readonly RpcCall[], deadlineMs: number): Promise<readonly RpcOutcome[]> {
        const isTag = (call: RpcCall) => call.params[0] === 'finalized' || call.params[0] === 'safe'
        const outcomes = await node.send(
          calls.map((call) => (isTag(call) ? { ...call, params: ['0x0', false] } : call)),
          deadlineMs,
        )
        return outcomes.map((outcome, index) => {
          const call = calls[index]
          const said = say()
          if (call === undefined || !isTag(call) || said === null) return outcome
          return { error: new RpcCallError(node.name, call.method, said.code, said.message) }
        })
      },
    })
  }

  async function paidUnfinalized(say: () => { code: number; message: string } | null) {
    const world = await startMockWorld({ nodes: 1, finality: FINALIZED, wrap: tagged(say) })
    const request = await world.createRequest()
    mineMany(world, 2)
    world.mine([world.payment(request)])
    mineMany(world, 10)
    await world.poll(3)
    return { world, request }
  }

  test.each([
    { code: -32_000, message: 'finalized block not found' },
    { code: -32_603, message: 'Internal error' },
    { code: -32_602, message: 'invalid argument 0' },
  ])('a finality tag stays required for $message once a node has supported it', async (failure) => {
    let said: typeof failure | null = null
    const { world, request } = await paidUnfinalized(() => said)
    await using _ = world
    expect(await world.request(request.id)).toMatchObject({ status: 'created' })
    said = failure
    expect(await world.poll(3)).toMatchObject({ code: 'chain_unavailable' })
    expect(await world.request(request.id)).toMatchObject({ status: 'created' })
  })

  test('a finality tag stops the cursor if it fails from the start without being reported as unknown', async () => {
    const say = () => ({ code: -32_000, message: 'finalized block not found' })
    const { world, request } = await paidUnfinalized(say)
    await using _ = world
    expect(await world.request(request.id)).toMatchObject({ status: 'created' })
  })

  test('a finality tag is replaced by depth if a node has never supported it, which is logged once', async () => {
    const say = () => ({ code: -32_602, message: 'unknown block tag finalized' })
    const { world, request } = await paidUnfinalized(say)
    await using _ = world
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
    const told = world.lines.filter((line) => line['msg'] === 'Fell back to finality by depth')
    expect(told).toMatchObject([{ mode: 'finalized', depth: 3 }])
  })
})

describe('A payment with a multi-megabyte receipt', () => {
  /** The size of the log data: 2 MB, the maximum that one transaction's gas pays for. */
  const PADDING = `0x${'00'.repeat(2_000_000)}`

  async function poisoned(options: {
    large: Set<string>
    refusesLogs?: boolean
    padding?: string
  }) {
    const stack = new AsyncDisposableStack()
    let served: MockNode | null = null
    const server = stack.use(
      await startRpcServer(async (method, params) => {
        if (method === 'eth_chainId') return { result: '0x7a69' }
        const [query] = params as [{ blockHash?: string; topics: readonly unknown[] }]
        const outcomes = await served?.send([{ method, params }], 1_000)
        const outcome = outcomes?.[0]
        if (outcome === undefined || 'error' in outcome) {
          return { error: { code: -32_000, message: 'unknown block' } }
        }
        if (options.refusesLogs === true && method === 'eth_getLogs' && query.topics[0] === null) {
          return { error: { code: -32_005, message: 'query returned more than 10000 results' } }
        }
        if (method !== 'eth_getTransactionReceipt' || !options.large.has(String(params[0]))) {
          return { result: outcome.result }
        }
        const receipt = outcome.result as { logs: readonly object[] }
        const padding = {
          ...receipt.logs[0],
          address: `0x${'ee'.repeat(20)}`,
          topics: [],
          data: options.padding ?? PADDING,
          logIndex: '0x3e8',
        }
        return { result: { ...receipt, logs: [...receipt.logs, padding] } }
      }),
    )
    const world = stack.use(
      await startMockWorld({
        nodes: 1,
        wrap(node, _index, nowMs) {
          served = node
          const network = { chainId: 31_337, maxLogRange: 1_000 }
          const opened = openRpcNode({ url: server.url, ...network, nowMs, randomUnit: () => 0.5 })
          return stack.use(opened)
        },
      }),
    )
    mineMany(world, 5)
    await world.poll()
    return { world, stack }
  }

  test('a payment with a multi-megabyte receipt does not delay other payments, and many of them are read in parts', async () => {
    const large = new Set<string>()
    const { world, stack } = await poisoned({ large })
    await using _ = stack
    const mine = await world.createRequest('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
    const victim = await world.createRequest()
    const heavy = Array.from({ length: 12 }, () => world.payment(mine, 1n))
    for (const { hash } of heavy) large.add(hash)
    world.mine(heavy)
    world.mine([world.payment(victim)])
    mineMany(world, BURIED)
    expect(await world.poll(2)).toBeNull()
    expect(await world.request(victim.id)).toMatchObject({ status: 'paid' })
    expect(await world.request(mine.id)).toMatchObject({ paid_units: '12' })
  })

  test('a payment with a multi-megabyte receipt is credited from its block’s logs if it exceeds the response size limit', async () => {
    const large = new Set<string>()
    const { world, stack } = await poisoned({ large, padding: `0x${'00'.repeat(17_000_000)}` })
    await using _ = stack
    const request = await world.createRequest()
    const paying = world.payment(request)
    large.add(paying.hash)
    world.mine([paying])
    mineMany(world, BURIED)
    expect(await world.poll(2)).toBeNull()
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
  })

  test('a payment with a multi-megabyte receipt is stored as unread if it cannot be read, and recorded once it can be', async () => {
    const large = new Set<string>()
    const options = { large, refusesLogs: true, padding: `0x${'00'.repeat(17_000_000)}` }
    const { world, stack } = await poisoned(options)
    await using _ = stack
    const [request, victim] = [await world.createRequest(), await world.createRequest()]
    const paying = world.payment(request)
    large.add(paying.hash)
    world.mine([paying, world.payment(victim)])
    mineMany(world, BURIED)
    expect(await world.poll(2)).toBeNull()
    expect(await world.request(victim.id)).toMatchObject({ status: 'paid' })
    expect(await unmatched(world)).toEqual([
      { tx_hash: paying.hash satisfies Hex, reason: 'receipt_unreadable' },
    ])
    options.refusesLogs = false
    await world.poll(20)
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
    expect(await unmatched(world)).toEqual([])
  })

  const unmatched = (world: MockWorld) =>
    world.context.db.kysely.selectFrom('unmatched_payments').select(['tx_hash', 'reason']).execute()
})

describe('A watcher without a cursor', () => {
  test('a watcher without a cursor begins before the oldest request, regardless of later blocks', async () => {
    await using world = await startMockWorld({ startBlock: null })
    mineMany(world, 200)
    const request = await world.createRequest()
    for (const node of world.nodes) node.faults.errorRate = 1
    world.mine([world.payment(request)])
    for (let minute = 0; minute < 60; minute += 1) {
      expect(await world.poll()).not.toBeNull()
      mineMany(world, 50)
    }
    for (const node of world.nodes) node.faults.errorRate = 0
    await world.poll(3)
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
  })

  test('a watcher without a cursor begins at the confirmed block when there are no requests', async () => {
    await using world = await startMockWorld({ startBlock: null })
    mineMany(world, 200)
    await world.poll()
    const cursor = await world.context.db.kysely
      .selectFrom('chain_cursors')
      .select('block_number')
      .executeTakeFirstOrThrow()
    expect(BigInt(cursor.block_number)).toBe(198n)
  })
})
