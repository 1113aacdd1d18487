import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { getNetwork } from '@secure-payment/core/networks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from '../../host/src/config.ts'
import type { Context } from '../../host/src/context.ts'
import type { Row } from '../../host/src/db/schema.ts'
import {
  acquireLease,
  createHolder,
  LEASE_MS,
  type Lease,
  releaseLease,
  StaleLeaseError,
} from '../../host/src/leases/leases.ts'
import { recordPayments } from '../../host/src/payments/recordPayments.ts'
import { createRandomPool } from '../../host/src/randomPool.ts'
import { PLAIN_PAYMENT } from '../support/plainPayment.ts'
import { createRequests, createTenant } from './support/createRequests.ts'
import { openTestDatabase, type TestDatabase } from './support/openTestDatabase.ts'

const NAME = 'watch:devnet'

let database: TestDatabase
let clock: { nowMs: number }
let context: Pick<Context, 'db' | 'now' | 'random' | 'config'>

beforeEach(async () => {
  database = await openTestDatabase()
  clock = { nowMs: Date.UTC(2026, 0, 1) }
  context = {
    db: database.db,
    now: () => new Date(clock.nowMs),
    random: createRandomPool(),
    config: loadConfig({ PAY_NETWORKS: 'devnet', PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1' }),
  }
})

afterEach(() => database[Symbol.asyncDispose]())

async function acquire(holder: string): Promise<Lease> {
  const lease = await acquireLease(context, NAME, holder)
  if (lease === null) throw new Error(`${holder} did not get the lease`)
  return lease
}

describe('A lease', () => {
  test('a lease has one holder, who renews it, until it expires', async () => {
    const first = await acquire('elsewhere:1:a')
    expect(await acquireLease(context, NAME, 'elsewhere:2:b')).toBeNull()
    clock.nowMs += LEASE_MS - 1
    expect(await acquireLease(context, NAME, 'elsewhere:2:b')).toBeNull()
    expect((await acquire('elsewhere:1:a')).fencing).toBe(first.fencing)
    clock.nowMs += LEASE_MS
    expect((await acquire('elsewhere:2:b')).fencing).toBe(first.fencing + 1n)
  })

  test('a lease stays with its holder when the clock is set back while another caller waits for the row', async () => {
    await acquire('elsewhere:1:a')
    const beforeCorrection = new Date(clock.nowMs + 4 * 3_600_000)
    const times = [beforeCorrection]
    const late = { ...context, now: () => times.shift() ?? context.now() }
    expect(await acquireLease(late, NAME, 'elsewhere:2:b')).toBeNull()
    expect(times).toEqual([])
  })

  test('a lease is free immediately after its release', async () => {
    const first = await acquire('elsewhere:1:a')
    await releaseLease(context, first)
    expect((await acquire('elsewhere:2:b')).fencing).toBe(first.fencing + 1n)
  })

  test('a lease is free immediately if its holder was a process of this machine that is dead', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    await acquire(`${place()}:${pid}:a`)
    expect((await acquire('elsewhere:2:b')).fencing).toBe(2n)
  })

  test('a lease is not free if its holder may run in another container, even on a machine with the same name', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    const elsewhere = place().replace(/\d$/, (digit) => (digit === '0' ? '1' : '0'))
    expect(elsewhere).not.toBe(place())
    for (const container of [elsewhere, hostname()]) {
      const holder = `${container}:${pid}:a`
      await acquire(holder)
      expect(await acquireLease(context, NAME, 'elsewhere:2:b')).toBeNull()
      const row = await context.db.kysely.selectFrom('leases').select('fencing').executeTakeFirst()
      await releaseLease(context, { name: NAME, holder, fencing: BigInt(row?.fencing ?? 0n) })
    }
  })

  test('a lease is not free if its holder is a running process of this machine', async () => {
    await acquire(`${place()}:${process.ppid}:a`)
    expect(await acquireLease(context, NAME, 'elsewhere:2:b')).toBeNull()
    using own = createHolder(context.random)
    await releaseLease(context, {
      name: NAME,
      holder: `${place()}:${process.ppid}:a`,
      fencing: 1n,
    })
    await acquire(own.name)
    expect(await acquireLease(context, NAME, 'elsewhere:2:b')).toBeNull()
  })

  test('a lease is acquired by one of many concurrent callers', async () => {
    const tries = Array.from({ length: 20 }, (_, index) =>
      acquireLease(context, NAME, `elsewhere:${index}:x`),
    )
    const won = (await Promise.all(tries)).filter((lease) => lease !== null)
    expect(won).toHaveLength(1)
  })
})

/** Returns the name of the machine or container in which this process's id is valid. */
function place(): string {
  using holder = createHolder(context.random)
  return holder.name.slice(0, holder.name.indexOf(':'))
}

/** Creates a watcher's record of a one-unit payment, in a separate transaction per index. */
function paymentOf(request: Row<'requests'>, index: number) {
  return {
    network: 'devnet',
    unmatched: [],
    cursor: null,
    payments: [
      {
        requestId: request.id,
        tenantId: request.tenant_id,
        network: 'devnet',
        txHash: `0x${index.toString(16).padStart(64, '0')}`,
        logIndex: 0,
        blockNumber: 1n,
        blockHash: `0x${'cd'.repeat(32)}`,
        blockTime: context.now().toISOString(),
        payer: null,
        payee: request.payee,
        tokenAddress: null,
        amountUnits: 1n,
        creditedUnits: 1n,
        requestUnits: 1n,
        ...PLAIN_PAYMENT,
        feeUnits: 0n,
        feeAddress: null,
        isLate: false,
        gasUnits: null,
      },
    ],
  }
}

async function createRequestOf100(): Promise<Row<'requests'>> {
  await createTenant(context)
  const [request] = await createRequests(context, getNetwork('devnet'), [
    { payee: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', token: null, units: 100n },
  ])
  if (request === undefined) throw new Error('nothing was created')
  return request
}

async function stateOf(request: Row<'requests'>) {
  return database.db.kysely
    .selectFrom('requests')
    .select(['paid_units', 'status', 'event_sequence'])
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow()
}

test('Concurrently recorded payments of one request are all summed, and confirm the request once', async () => {
  const request = await createRequestOf100()
  // Simulates several networks that can pay one request: each recorder has a separate lease.
  const leases = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => acquireLease(context, name, `elsewhere:1:${name}`)),
  )
  await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const lease = leases[index % leases.length]
      if (lease === null || lease === undefined) throw new Error('no lease')
      await recordPayments(context, { ...paymentOf(request, index), lease })
    }),
  )
  expect(await stateOf(request)).toEqual({ paid_units: '100', status: 'paid', event_sequence: 100 })
  const events = await database.db.kysely
    .selectFrom('events')
    .select(['type', 'sequence'])
    .orderBy('sequence')
    .execute()
  expect(events.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 100 }, (_, i) => i + 1),
  )
  expect(events.filter(({ type }) => type === 'payment.confirmed')).toEqual([
    { type: 'payment.confirmed', sequence: 100 },
  ])
})

test('A watcher that was paused past its lease commits nothing, in 100 rounds', async () => {
  const request = await createRequestOf100()
  for (let round = 0; round < 100; round += 1) {
    const paused = await acquire(`elsewhere:1:${round}`)
    clock.nowMs += LEASE_MS
    const leader = await acquire(`elsewhere:2:${round}`)
    const input = paymentOf(request, round)
    const results = await Promise.allSettled([
      recordPayments(context, { ...input, lease: paused }),
      recordPayments(context, { ...input, lease: leader }),
    ])
    expect(results[0]).toMatchObject({ status: 'rejected', reason: expect.any(StaleLeaseError) })
    expect(results[1]).toMatchObject({ status: 'fulfilled', value: { eventCount: 1 } })
    clock.nowMs += LEASE_MS
  }
  expect(await stateOf(request)).toEqual({ paid_units: '100', status: 'paid', event_sequence: 100 })
})
