import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { BareCalls } from './children/bareServer.ts'
import type { HostCalls } from './children/hostServer.ts'
import type { LoadCalls } from './children/loadGenerator.ts'
import type { RawSqliteCalls } from './children/rawSqlite.ts'
import type { StubCalls } from './children/stubServer.ts'
import { measureRates, median, type Rate } from './measure.ts'
import { atLeast, atMost, type Row, within } from './report.ts'
import { hostSettings } from './support/hostSettings.ts'
import { jobFor, loadCase } from './support/load.ts'
import { securePaymentCalls } from './support/securePaymentCalls.ts'
import { type Child, startChild } from './support/startChild.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

const ROUNDS = 5
const COUNT = 5_000
const STUB_COUNT = 10_000
const BARE_COUNT = 20_000
const SEQUENTIAL_COUNT = 100
const MAX_WAL_MIB = 256
const MAX_P99_MS = { 64: 30, 16: 7.5 }
/**
 * The number of creations per second that upstream's client reaches in memory. The figure was measured elsewhere, because that client is
 * not installed here.
 */
const UPSTREAM_RATE = 450

/**
 * Compares the durable creation of secure payments on SQLite with bare node:http, and with only the HTTP layer and the commits.
 */
export async function benchCreate(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(createTemporaryFolder())
  const databasePath = join(folder.path, 'host.db')
  const env = hostSettings(`sqlite:${databasePath}`)
  const stubEnv = hostSettings(`sqlite:${join(folder.path, 'stub.db')}`)
  const rawEnv = { BENCH_SQLITE_PATH: join(folder.path, 'raw.db') }
  const servers: Servers = {
    load: stack.use(await startChild<LoadCalls>('loadGenerator')),
    bare: stack.use(await startChild<BareCalls>('bareServer')),
    host: stack.use(await startChild<HostCalls>('hostServer', env)),
    stub: stack.use(await startChild<StubCalls>('stubServer', stubEnv)),
    raw: stack.use(await startChild<RawSqliteCalls>('rawSqlite', rawEnv)),
  }
  const rows = [
    ...(await measureThroughput(servers)),
    ...(await measureCallers16(servers)),
    await measureBatch(servers),
  ]
  // SQLite reuses the write-ahead log's file and never shrinks it, so its current size is its maximum size.
  const wal = { value: statSync(`${databasePath}-wal`).size / 2 ** 20, unit: 'MiB' }
  return [...rows, within('create: write-ahead log after the load', wal, MAX_WAL_MIB)]
}

type Servers = {
  load: Child<LoadCalls>
  bare: Child<BareCalls>
  host: Child<HostCalls>
  stub: Child<StubCalls>
  raw: Child<RawSqliteCalls>
}

async function measureThroughput({ load, bare, host, stub, raw }: Servers): Promise<Row[]> {
  const p99s: number[] = []
  const common = { connections: 64, requests: securePaymentCalls() }
  const job = await jobFor([host], { ...common, count: COUNT })
  const onceJob = { ...job, uniqueHeader: 'idempotency-key' }
  const stubJob = await jobFor([stub], { ...common, count: STUB_COUNT })
  const bareJob = await jobFor([bare], { ...common, count: BARE_COUNT })
  const groupSize = async () => {
    const { commits, requests } = await host.call('commits')
    return Math.round(requests / commits)
  }
  const [floor, created, once, stubbed, committed] = await measureRates(
    [
      loadCase('bare node:http POST', load, [bare], bareJob),
      loadCase('ours', load, [host], job, ({ p99Ms }) => p99s.push(p99Ms)),
      loadCase('ours with an idempotency key', load, [host], onceJob),
      loadCase('stub handler', load, [stub], stubJob),
      {
        name: 'raw statements',
        run: async () => raw.call('insert', { count: COUNT, groupSize: await groupSize() }),
      },
    ],
    ROUNDS,
  )
  if (!floor || !created || !once || !stubbed || !committed) throw new Error('Not measured.')
  const limit = serialLimit(stubbed, committed, await groupSize())
  const p99 = { value: median(p99s.slice(1)), unit: 'ms' }
  return [
    atLeast('create, SQLite FULL, 64 connections', created, floor, 0.25),
    atLeast('create with an idempotency key', once, floor, 0.2),
    atLeast('create: share of its serial limit', created, limit, 0.85),
    atLeast('create against upstream', created, upstream, 40),
    within('create: p99 at 64 connections', p99, MAX_P99_MS[64]),
  ]
}

const upstream: Rate = {
  name: "upstream's createRequest, recorded",
  median: UPSTREAM_RATE,
  min: UPSTREAM_RATE,
  max: UPSTREAM_RATE,
}

/** Returns the rate that the HTTP layer and the commits would reach together without any other work. */
function serialLimit(http: Rate, commit: Rate, groupSize: number): Rate {
  const serial = (a: number, b: number) => 1 / (1 / a + 1 / b)
  const parts = [http, commit].map((rate) => `${(rate.median / 1_000).toFixed(1)}`).join(' ‖ ')
  return {
    name: `limit of ${parts} k/s, groups of ${groupSize}`,
    median: serial(http.median, commit.median),
    min: serial(http.min, commit.min),
    max: serial(http.max, commit.max),
  }
}

async function measureCallers16({ load, host, stub }: Servers): Promise<Row[]> {
  const common = { connections: 16, requests: securePaymentCalls(), count: COUNT }
  const job = await jobFor([host], common)
  const stubJob = await jobFor([stub], common)
  const p99s = { flooded: [] as number[], half: [] as number[], stub: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const { perSecond, p99Ms } = await load.call('run', job)
    const pace = { count: COUNT / 2, ratePerSecond: perSecond / 2 }
    p99s.flooded.push(p99Ms)
    p99s.half.push((await load.call('run', { ...job, ...pace })).p99Ms)
    p99s.stub.push((await load.call('run', { ...stubJob, ...pace })).p99Ms)
  }
  const ms = (samples: number[]) => ({ value: median(samples), unit: 'ms' })
  const stubbed = { value: median(p99s.stub), name: 'stub handler' }
  return [
    within('create: p99 at 16 connections', ms(p99s.flooded), MAX_P99_MS[16]),
    atMost('create: p99 at half the peak rate', ms(p99s.half), stubbed, 2),
  ]
}

/** Measures batches with one caller, so that calls do not share the cost of a commit. */
async function measureBatch({ load, host }: Servers): Promise<Row> {
  const common = { connections: 1, count: SEQUENTIAL_COUNT }
  const job = await jobFor([host], { ...common, requests: securePaymentCalls() })
  const batchJob = { ...job, requests: securePaymentCalls(200), count: SEQUENTIAL_COUNT / 4 }
  const times = { one: [] as number[], batch: [] as number[] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const one = await load.call('run', job)
    const batch = await load.call('run', batchJob)
    if (round === 0) continue
    times.one.push(one.p50Ms)
    times.batch.push(batch.p50Ms)
  }
  const batch = { value: median(times.batch), unit: 'ms' }
  return atMost(
    'create: 200 items, one caller',
    batch,
    { value: median(times.one), name: 'one item' },
    15,
  )
}
