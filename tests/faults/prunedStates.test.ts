import { getCurrency, getNetwork } from '@secure-payment/core/networks'
import { describe, expect, test } from 'vitest'
import { RpcCallError } from '../../host/src/chains/errors.ts'
import type { RpcNode } from '../../host/src/chains/openRpcNode.ts'
import type { RpcCall, RpcOutcome } from '../../host/src/chains/openRpcTransport.ts'
import { AUDIT_INTERVAL_MS } from '../../host/src/detection/createBlockAudit.ts'
import { watcherFailing } from '../../host/src/readiness/watcherFailing.ts'
import { createMockRates } from '../flows/support/mockRates.ts'
import { type MockWorld, startMockWorld } from '../flows/support/startMockWorld.ts'

/** The rate in every block: 1.25 USDC (6 decimals) per dollar (8 decimals), times 10^18. */
const rates = createMockRates(getNetwork('devnet'), (block) => ({
  rate: 12_500_000_000_000_000n,
  oldestTimestampS: BigInt(block.timestampS),
}))
const USD = getCurrency('USD').currency.hash
const DOLLARS = 80_00000000n
const PAID_UNITS = 100_000_000n
/** The number of polls, more than the watcher needs to decide that a state is gone. */
const MANY_POLLS = 12
/** More polls than two intervals between second reads need; each poll of a mock world advances the clock by a minute. */
const POLLS_OF_AN_AUDIT = 2 * (AUDIT_INTERVAL_MS / 60_000) + 2

/** Errors for a pruned state: from anvil, from reth, with an unknown message, and with a generic message. */
const REFUSALS = [
  [-32_602, 'BlockOutOfRangeError: block height is 120 but requested was 7'],
  [-32_000, 'state at block #7 is pruned'],
  [-32_000, 'nothing to see at that height'],
  [-32_603, 'Internal error'],
] as const

/** The states that a node has pruned (of all blocks but the latest, or of all blocks), and the error that the node then returns. */
type Pruning = {
  code: number
  message: string
  states: 'kept' | 'past gone' | 'all gone'
  /** The node's log index lags, so the node omits all logs. */
  isBlind: boolean
}

function pruning(node: RpcNode, pruned: Pruning): RpcNode {
  const isGone = ({ method, params }: RpcCall) =>
    method === 'eth_call' &&
    (pruned.states === 'all gone' || (pruned.states === 'past gone' && params[1] !== 'latest'))
  return {
    ...node,
    async send(calls, deadlineMs) {
      const outcomes = await node.send(calls, deadlineMs)
      return calls.map((call, index): RpcOutcome => {
        const error = new RpcCallError(node.name, call.method, pruned.code, pruned.message)
        if (isGone(call)) return { error }
        const isLeftOut = pruned.isBlind && call.method === 'eth_getLogs'
        return isLeftOut ? { result: [] } : (outcomes[index] ?? { result: null })
      })
    },
  }
}

async function startPrunedWorld([code, message]: readonly [number, string]) {
  const pruned: Pruning = { code, message, states: 'kept', isBlind: false }
  const world = await startMockWorld({ nodes: 1, rates, wrap: (node) => pruning(node, pruned) })
  mineMany(world, 2)
  await world.poll()
  return { world, pruned }
}

function mineMany(world: MockWorld, count: number): void {
  for (let block = 0; block < count; block += 1) world.mine()
}

/** Creates a request for 80 dollars, and pays it with a conversion that the contract guarantees. */
async function payConverted(world: MockWorld) {
  const request = await world.createRequest(undefined, { invoice: 'USD', units: DOLLARS })
  const conversion = { currency: USD, units: DOLLARS, maxRateTimespanS: 0n }
  world.mine([world.payment(request, PAID_UNITS, { conversion })])
  return request
}

/**
 * Creates a request for 80 dollars, and pays it with the token's own transfer, whose only price is
 * the rate of its block.
 */
async function payStraight(world: MockWorld) {
  const request = await world.createRequest(undefined, { invoice: 'USD', units: DOLLARS })
  world.mine([world.payment(request, PAID_UNITS)])
  return request
}

async function unmatched({ context }: MockWorld) {
  return context.db.kysely
    .selectFrom('unmatched_payments')
    .select(['request_id', 'reason'])
    .execute()
}

describe.each(REFUSALS)('A node that returns %i %s for a state', (...refusal) => {
  test('a node without a block’s state does not prevent the watcher from catching up after an outage', async () => {
    const { world, pruned } = await startPrunedWorld(refusal)
    await using _ = world
    pruned.states = 'past gone'
    const converted = await payConverted(world)
    mineMany(world, 40)
    const straight = await payStraight(world)
    mineMany(world, 40)
    const last = await world.createRequest()
    world.mine([world.payment(last)])
    mineMany(world, 4)
    await world.poll(MANY_POLLS)
    expect(await world.request(last.id)).toMatchObject({ status: 'paid' })
    // The current rate confirms the contract's conversion. A payment without another price waits
    // for a node that keeps states.
    expect(await world.request(converted.id)).toMatchObject({ status: 'paid' })
    expect(await world.request(straight.id)).toMatchObject({ status: 'created', paid_units: '0' })
    expect(await unmatched(world)).toEqual([{ request_id: straight.id, reason: 'rate_unreadable' }])
  })

  test('a node without a block’s state does not block the second read', async () => {
    const { world, pruned } = await startPrunedWorld(refusal)
    await using _ = world
    const request = await payStraight(world)
    mineMany(world, 4)
    await world.poll(2)
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
    pruned.states = 'past gone'
    await world.poll(POLLS_OF_AN_AUDIT + MANY_POLLS)
    expect(await world.poll(3)).toBeNull()
    expect(await auditedTo(world)).toBe(await recordedTo(world))
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
    // A credited payment is not also recorded as unmatched, even after nodes have pruned its block's state.
    expect(await unmatched(world)).toEqual([])
  })

  test('a node without a block’s state does not block the second read of a payment that the first read missed', async () => {
    const { world, pruned } = await startPrunedWorld(refusal)
    await using _ = world
    pruned.isBlind = true
    const request = await payConverted(world)
    mineMany(world, 40)
    await world.poll(2)
    expect(await world.request(request.id)).toMatchObject({ status: 'created' })
    pruned.isBlind = false
    pruned.states = 'past gone'
    await world.poll(POLLS_OF_AN_AUDIT + MANY_POLLS)
    expect(await world.poll(3)).toBeNull()
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
  })
})

test('A node that cannot read any contract stops the watcher for a bounded number of attempts', async () => {
  const { world, pruned } = await startPrunedWorld([-32_603, 'Internal error'])
  await using _ = world
  pruned.states = 'all gone'
  const straight = await payStraight(world)
  const other = await world.createRequest()
  world.mine([world.payment(other)])
  mineMany(world, 4)
  expect(await world.poll(MANY_POLLS)).toMatchObject({ code: 'chain_unavailable' })
  expect(await world.request(other.id)).toMatchObject({ status: 'created' })
  expect(await shownFailures(world)).toEqual([
    { network: 'devnet', message: expect.stringContaining('has failed at every poll since 2026-') },
  ])
  // The second read makes as many attempts as the first.
  await world.poll(200)
  expect(await world.request(other.id)).toMatchObject({ status: 'paid' })
  expect(await unmatched(world)).toEqual([{ request_id: straight.id, reason: 'rate_unreadable' }])
  expect(await shownFailures(world)).toEqual([])
  const told = world.lines.filter(({ msg }) => String(msg).startsWith('The watcher '))
  // The first read fails and then succeeds; afterwards the second read also fails and then succeeds.
  expect(told.map(({ msg, network }) => [msg, network])).toEqual([
    ['The watcher fails', 'devnet'],
    ['The watcher recovered', 'devnet'],
    ['The watcher fails', 'devnet'],
    ['The watcher recovered', 'devnet'],
  ])
})

test('A state that a node returns after some attempts prices the payment', async () => {
  const { world, pruned } = await startPrunedWorld([-32_603, 'Internal error'])
  await using _ = world
  pruned.states = 'past gone'
  const straight = await payStraight(world)
  mineMany(world, 4)
  expect(await world.poll(3)).toMatchObject({ code: 'chain_unavailable' })
  pruned.states = 'kept'
  expect(await world.poll()).toBeNull()
  expect(await world.request(straight.id)).toMatchObject({ status: 'paid' })
})

/** Returns the watchers that `GET /readyz` reports as failing. */
async function shownFailures({ context }: MockWorld) {
  return watcherFailing.run({ context, networks: [] })
}

async function recordedTo({ context }: MockWorld): Promise<bigint> {
  const row = await context.db.kysely
    .selectFrom('chain_cursors')
    .select('block_number')
    .executeTakeFirstOrThrow()
  return row.block_number
}

async function auditedTo({ context }: MockWorld): Promise<bigint | null> {
  const row = await context.db.kysely
    .selectFrom('chain_cursors')
    .select('audited_number')
    .executeTakeFirstOrThrow()
  return row.audited_number
}
