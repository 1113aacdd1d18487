import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { searchPayments } from '../../host/src/api/payments/searchPayments.ts'
import type { Caller } from '../../host/src/auth/caller.ts'
import type { Context } from '../../host/src/context.ts'
import { migrate } from '../../host/src/db/migrate.ts'
import { openDatabase } from '../../host/src/db/openDatabase.ts'
import { CsvAnswer } from '../../host/src/http/csvAnswer.ts'
import { createHolder } from '../../host/src/leases/leases.ts'
import { createRandomPool } from '../../host/src/randomPool.ts'
import { createSealer } from '../../host/src/sealer.ts'
import { startPostgres } from '../../scripts/lib/startPostgres.ts'
import { createRandom } from '../flows/support/random.ts'
import { median, percentile } from './measure.ts'
import { atMost, type Row } from './report.ts'
import { fillPayments, fillSqlitePayments } from './support/fillPayments.ts'
import { ENCRYPTION_KEY } from './support/hostSettings.ts'
import { createPostgresDatabase } from './support/postgresDatabase.ts'
import { type Cost, createRecorder } from './support/recordSearched.ts'
import { TENANT_ID } from './support/requestRows.ts'
import {
  type SearchCase,
  type SearchFacts,
  searchCases,
  unboundedCase,
} from './support/searchCases.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

const FEW = 10_000
/**
 * The number of payments in the large database; `BENCH_SEARCH_ROWS=10000000` takes a few minutes and 30 GB in the temporary folder.
 */
const MANY = Number(process.env['BENCH_SEARCH_ROWS'] ?? 100_000)
/** The folder in which the bench keeps and reuses its SQLite files, because filling the large file takes most of the time. */
const KEPT_FOLDER = process.env['BENCH_SEARCH_FOLDER']
/** The maximum number of payments on PostgreSQL. */
const MOST_ON_POSTGRES = 1_000_000
const SAMPLES = 300
/** The maximum ratio of the time with many payments to the time with few payments. */
const REACH = 3

/** Compares searches of few and of many payments on both databases, each until the complete response with its total. */
export async function benchSearch(): Promise<Row[]> {
  const engines =
    process.env['BENCH_SEARCH_ENGINE'] === 'sqlite' ? [benchSqlite] : [benchSqlite, benchPostgres]
  const rows: Row[] = []
  for (const bench of engines) rows.push(...(await bench()))
  return rows
}

async function benchSqlite(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = KEPT_FOLDER ?? stack.use(createTemporaryFolder()).path
  const few = await openSqliteWorld(stack, join(folder, `${FEW}.db`), FEW)
  const many = await openSqliteWorld(stack, join(folder, `${MANY}.db`), MANY)
  return [...(await compare('SQLite', few, many)), ...(await compareWrites('SQLite', few, many))]
}

async function benchPostgres(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const server = stack.use(await startPostgres())
  const few = await openPostgresWorld(stack, server.url, 'few', FEW)
  const count = Math.min(MANY, MOST_ON_POSTGRES)
  const many = await openPostgresWorld(stack, server.url, 'many', count)
  return [
    ...(await compare('PostgreSQL', few, many)),
    ...(await compareWrites('PostgreSQL', few, many)),
  ]
}

type Engine = 'SQLite' | 'PostgreSQL'
type World = { context: Pick<Context, 'db' | 'sealer' | 'now'>; facts: SearchFacts }

async function openSqliteWorld(
  stack: AsyncDisposableStack,
  path: string,
  count: number,
): Promise<World> {
  const url = `sqlite:${path}`
  if (!existsSync(path)) {
    const empty = await openDatabase(url)
    await migrate(empty)
    await empty[Symbol.asyncDispose]()
    await fillSqlitePayments(path, count)
  }
  await readWhole(path)
  return openWorld(stack.use(await openDatabase(url)), count)
}

/** Reads a file into the system's cache as far as it fits, because the bench would otherwise measure the disk. */
async function readWhole(path: string): Promise<void> {
  for await (const _ of createReadStream(path, { highWaterMark: READ_BYTES }));
}

const READ_BYTES = 4 * 1_024 * 1_024

async function openPostgresWorld(
  stack: AsyncDisposableStack,
  serverUrl: string,
  name: string,
  count: number,
): Promise<World> {
  const db = stack.use(await openDatabase(await createPostgresDatabase(serverUrl, name)))
  await fillPayments(db, count)
  return openWorld(db, count)
}

async function openWorld(db: Context['db'], count: number): Promise<World> {
  const sealer = createSealer({ random: createRandomPool() }, ENCRYPTION_KEY)
  const context = { db, sealer, now: () => new Date() }
  const world = {
    context,
    facts: { random: createRandom(1), count, middle: { all: {}, conversions: {} } },
  }
  const half = { offset: String(Math.floor(count * 0.475)) }
  const halfOfQuarter = { offset: String(Math.floor(count * 0.119)) }
  const all = await search(world, half)
  const conversions = await search(world, { type: 'conversion', ...halfOfQuarter })
  const { nextCursor } = all.pagination
  if (nextCursor === null || conversions.pagination.nextCursor === null) {
    throw new Error('No page follows the middle page.')
  }
  const middle = {
    all: { cursor: nextCursor },
    conversions: { type: 'conversion' as const, cursor: conversions.pagination.nextCursor },
  }
  return { context, facts: { ...world.facts, middle } }
}

async function search(
  { context }: World,
  query: ReturnType<SearchCase['query']>,
  clientId?: string,
) {
  const answer = await searchPayments(context, {
    params: {},
    query,
    body: undefined,
    caller: callerOf(clientId),
    cookies: { headers: () => ({}), set() {}, clear() {} } as never,
    idempotency: null,
    wantsCsv: false,
  })
  if (answer instanceof CsvAnswer) throw new Error('JSON was asked for.')
  return answer
}

function callerOf(clientId: string | undefined): Caller & { credential: 'apiKey' | 'clientId' } {
  if (clientId === undefined) {
    return { credential: 'apiKey', tenantId: TENANT_ID, keyId: 'bench', scopes: [] }
  }
  return {
    credential: 'clientId',
    tenantId: TENANT_ID,
    clientRecordId: 'bench',
    clientId,
    origin: 'https://shop.example',
    isFirstParty: false,
    feePercentage: null,
    feeAddress: null,
    feeBearer: null,
    allowsAnyPayee: true,
    payeeDestination: null,
  }
}

/** Runs every case on both databases in turn, so that a slow moment on the machine affects both. */
async function compare(engine: Engine, few: World, many: World): Promise<Row[]> {
  const rows: Row[] = []
  for (const each of [...searchCases, unboundedCase]) {
    const fast: number[] = []
    const slow: number[] = []
    for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
      const fewMs = await time(few, each)
      const manyMs = await time(many, each)
      if (sample < 0) continue
      fast.push(fewMs)
      slow.push(manyMs)
    }
    const name = `search, ${engine}: ${each.name}; p99 at ${labelOf(many)}`
    rows.push(
      atMost(
        name,
        { value: percentile(slow, 99), unit: 'ms' },
        {
          value: percentile(fast, 99),
          name: `at ${FEW}; medians ${percentile(slow, 50).toFixed(2)} and ${percentile(fast, 50).toFixed(2)}`,
        },
        REACH,
      ),
    )
  }
  return rows
}

const WARM_UP = 20

async function time(world: World, { query, clientId }: SearchCase): Promise<number> {
  const asked = query(world.facts)
  const startedAt = performance.now()
  await search(world, asked, clientId)
  return performance.now() - startedAt
}

/**
 * Records payments, block by block and after an outage. Compares many stored payments with few, and with the cost of recording without the
 * search. SQLite's cost is processor time, because this process does all the work, and PostgreSQL's cost is elapsed time.
 */
async function compareWrites(engine: Engine, few: World, many: World): Promise<Row[]> {
  using holder = createHolder(createRandomPool())
  const fewer = await createRecorder(few.context.db, holder)
  const more = await createRecorder(many.context.db, holder)
  const toMs = ({ ms, cpuMs }: Cost) => (engine === 'SQLite' ? cpuMs : ms)
  const rows: Row[] = []
  for (const { size, rounds } of WRITES) {
    const costs = { few: [] as number[], many: [] as number[], count: [] as number[] }
    for (let round = -WARM_UP_WRITES; round < rounds; round += 1) {
      const cost = {
        few: toMs(await fewer.record(size)),
        many: toMs(await more.record(size)),
        count: toMs(await more.count(size)),
      }
      if (round < 0) continue
      costs.few.push(cost.few)
      costs.many.push(cost.many)
      costs.count.push(cost.count)
    }
    const [fewMs, manyMs] = [median(costs.few), median(costs.many)]
    const withoutMs = manyMs - median(costs.count)
    const name = `recording ${size} payments in a transaction, ${engine}, at ${labelOf(many)}`
    const ours = { value: manyMs, unit: 'ms' }
    rows.push(
      atMost(name, ours, { value: fewMs, name: `at ${FEW}` }, REACH_OF_WRITES),
      atMost(name, ours, { value: withoutMs, name: 'without search' }, REACH_OF_WRITES),
    )
  }
  return rows
}

/** The number of payments in a busy block, and in one of the host's transactions after an outage. */
const WRITES = [
  { size: 10, rounds: 100 },
  { size: 1_000, rounds: 15 },
]
const WARM_UP_WRITES = 3
const REACH_OF_WRITES = 1.3

function labelOf({ facts }: World): string {
  return facts.count.toExponential().replace('e+', '·10^')
}
