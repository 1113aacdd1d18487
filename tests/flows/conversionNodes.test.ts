import { getCurrency, getNetwork } from '@secure-payment/core/networks'
import { describe, expect, test } from 'vitest'
import { RpcCallError } from '../../host/src/chains/errors.ts'
import type { RpcCall, RpcOutcome } from '../../host/src/chains/openRpcTransport.ts'
import { rescanRange } from '../../host/src/detection/rescanRange.ts'
import { acquireLease, createHolder } from '../../host/src/leases/leases.ts'
import type { MockNode } from './support/mockNode.ts'
import { createMockRates } from './support/mockRates.ts'
import { type MockWorld, startMockWorld } from './support/startMockWorld.ts'

const BURIED = 4
const USD = getCurrency('USD').currency.hash
/** The rate in every block: 1.25 USDC (6 decimals) per dollar (8 decimals), times 10^18. */
const RATE = 12_500_000_000_000_000n
const rates = createMockRates(getNetwork('devnet'), (block) => ({
  rate: RATE,
  oldestTimestampS: BigInt(block.timestampS),
}))

const isRead = ({ method }: RpcCall) => method === 'eth_call'

/** Wraps a node and replaces its responses to one kind of call while `isOn`. */
function replacing(
  node: MockNode,
  fault: {
    isOn: boolean
    of: (call: RpcCall) => boolean
    with: (answer: { result?: unknown }) => RpcOutcome
  },
): MockNode {
  return {
    ...node,
    async send(calls, deadlineMs) {
      const outcomes = await node.send(calls, deadlineMs)
      return calls.map((call, index) => {
        const outcome = outcomes[index] ?? { result: null }
        return fault.isOn && fault.of(call)
          ? fault.with('result' in outcome ? outcome : {})
          : outcome
      })
    },
  }
}

function refusal(message: string): () => RpcOutcome {
  return () => ({ error: new RpcCallError('node', 'eth_call', -32_000, message) })
}

/** Pays 80 dollars in USDC, sent directly to the payee. */
async function payStraight(world: MockWorld) {
  world.mine()
  await world.poll()
  const wanted = { invoice: 'USD', units: 80_00000000n }
  const request = await world.createRequest(undefined, wanted)
  world.mine([world.payment(request, 100_000_000n)])
  for (let block = 0; block < BURIED; block += 1) world.mine()
  return request
}

async function unmatchedOf(world: MockWorld, requestId: string) {
  return world.context.db.kysely
    .selectFrom('unmatched_payments')
    .select(['reason', 'amount_units'])
    .where('request_id', '=', requestId)
    .execute()
}

async function paymentsOf(world: MockWorld, requestId: string) {
  return world.context.db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', requestId)
    .execute()
}

/** Rescans all recorded blocks. */
async function rescan({ context, network }: MockWorld): Promise<void> {
  using holder = createHolder(context.random)
  const lease = await acquireLease(context, `rescan:${network.id}`, holder.name)
  if (lease === null) throw new Error('the lease is taken')
  const finality = { mode: 'depth', depth: 2 } as const
  const range = { fromBlock: 1n, toBlock: 3n }
  await rescanRange(context, { network, finality }, { lease, range })
}

describe('A payment that needs a rate', () => {
  test('a payment that needs a rate waits while no node returns the rate, and is recorded once a node does', async () => {
    const fault = { isOn: true, of: isRead, with: refusal('try again later') }
    await using world = await startMockWorld({
      nodes: 1,
      rates,
      wrap: (node) => replacing(node, fault),
    })
    const request = await payStraight(world)
    expect(await world.poll(3)).toMatchObject({ code: 'chain_unavailable' })
    expect(await world.request(request.id)).toMatchObject({ status: 'created', paid_units: '0' })
    expect(await unmatchedOf(world, request.id)).toEqual([])
    fault.isOn = false
    expect(await world.poll(2)).toBeNull()
    expect(await world.request(request.id)).toMatchObject({
      status: 'paid',
      paid_units: '8000000000',
    })
  })

  test('a payment that needs a rate does not use a rate that only one of two nodes returns', async () => {
    const fault = {
      isOn: true,
      of: isRead,
      with: ({ result }: { result?: unknown }) => ({
        result: String(result).replace(hexWord(RATE), hexWord(RATE / 10n)),
      }),
    }
    await using world = await startMockWorld({
      nodes: 2,
      rates,
      wrap: (node, index) => (index === 0 ? replacing(node, fault) : node),
    })
    const request = await payStraight(world)
    expect(await world.poll(3)).toMatchObject({ code: 'chain_unavailable' })
    expect(await world.request(request.id)).toMatchObject({ status: 'created' })
    fault.isOn = false
    await world.poll(2)
    expect(await world.request(request.id)).toMatchObject({ paid_units: '8000000000' })
  })

  test('a payment that needs a rate does not delay other payments if nodes have pruned the rate, and a rescan can credit it', async () => {
    const fault = { isOn: true, of: isRead, with: refusal('missing trie node 12ab (path )') }
    await using world = await startMockWorld({
      nodes: 1,
      rates,
      wrap: (node) => replacing(node, fault),
    })
    const request = await payStraight(world)
    const other = await world.createRequest()
    world.mine([world.payment(other)])
    for (let block = 0; block < BURIED; block += 1) world.mine()
    expect(await world.poll(2)).toBeNull()
    expect(await world.request(other.id)).toMatchObject({ status: 'paid' })
    expect(await unmatchedOf(world, request.id)).toEqual([
      { reason: 'rate_unreadable', amount_units: '100000000' },
    ])
    fault.isOn = false
    await rescan(world)
    expect(await world.request(request.id)).toMatchObject({ paid_units: '8000000000' })
    expect(await unmatchedOf(world, request.id)).toEqual([])
  })
})

describe('The value in dollars', () => {
  test('the value in dollars uses the block’s rate', async () => {
    await using world = await startMockWorld({ nodes: 1, rates })
    world.mine()
    await world.poll()
    const request = await world.createRequest(undefined, { units: 12_500_000n })
    world.mine([world.payment(request, 12_500_000n)])
    for (let block = 0; block < BURIED; block += 1) world.mine()
    await world.poll(2)
    expect(await paymentsOf(world, request.id)).toMatchObject([{ amount_in_usd: '10' }])
  })

  test('the value in dollars never delays a payment: it stays unknown when no node returns a rate', async () => {
    const fault = { isOn: true, of: isRead, with: refusal('try again later') }
    await using world = await startMockWorld({
      nodes: 1,
      rates,
      wrap: (node) => replacing(node, fault),
    })
    world.mine()
    await world.poll()
    const request = await world.createRequest()
    world.mine([world.payment(request)])
    for (let block = 0; block < BURIED; block += 1) world.mine()
    expect(await world.poll(2)).toBeNull()
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
    expect(await paymentsOf(world, request.id)).toMatchObject([{ amount_in_usd: null }])
  })
})

describe('Logs with an altered conversion', () => {
  test('logs with an altered conversion are not recorded: the receipt from most nodes must match', async () => {
    const paid = hexWord(8_00000000n)
    const claimed = hexWord(80_00000000n)
    const fault = {
      isOn: true,
      of: ({ method }: RpcCall) => method === 'eth_getLogs',
      with: ({ result }: { result?: unknown }) => ({
        result: JSON.parse(JSON.stringify(result ?? []).replaceAll(paid, claimed)),
      }),
    }
    await using world = await startMockWorld({
      nodes: 2,
      rates,
      wrap: (node) => replacing(node, fault),
    })
    world.mine()
    await world.poll()
    const wanted = { invoice: 'USD', units: 80_00000000n }
    const request = await world.createRequest(undefined, wanted)
    const conversion = { currency: USD, units: 8_00000000n, maxRateTimespanS: 0n }
    world.mine([world.payment(request, 10_000_000n, { conversion })])
    for (let block = 0; block < BURIED; block += 1) world.mine()
    expect(await world.poll(3)).toMatchObject({ code: 'chain_unavailable' })
    expect(await world.request(request.id)).toMatchObject({ status: 'created', paid_units: '0' })
    fault.isOn = false
    await world.poll(2)
    expect(await world.request(request.id)).toMatchObject({ paid_units: '800000000' })
  })
})

/** Returns a word of the ABI without `0x`. */
function hexWord(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
