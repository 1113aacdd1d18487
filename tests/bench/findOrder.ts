import { join } from 'node:path'
import { type Client, createClient } from '@secure-payment/core/client'
import { hashApiKey } from '../../host/src/auth/apiKey.ts'
import { migrate } from '../../host/src/db/migrate.ts'
import { openDatabase } from '../../host/src/db/openDatabase.ts'
import { createRandom, type Random } from '../flows/support/random.ts'
import type { HostCalls } from './children/hostServer.ts'
import { percentile } from './measure.ts'
import { atMost, type Row, within } from './report.ts'
import { fillSqlitePayments } from './support/fillPayments.ts'
import { hostSettings } from './support/hostSettings.ts'
import { referenceAt } from './support/paymentRows.ts'
import { TENANT_ID } from './support/requestRows.ts'
import { startChild } from './support/startChild.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

const FEW = 10_000
/** The number of payments in the large database, which takes a few minutes to fill. */
const MANY = Number(process.env['BENCH_ORDER_ROWS'] ?? 1_000_000)
const SAMPLES = 300
const WARM_UP = 20
/** The maximum time from an order's reference to its detail. */
const LIMIT_MS = 300
/** The maximum ratio of the time with many payments to that with few. */
const REACH = 3
const KEY = 'bench_of_the_filled_merchant_0123456789'

/**
 * Finds an order by its reference and reads its detail, over HTTP, like the console: the search for at most ten payments, then the
 * request. Compares a host that has many payments with a host that has few.
 */
export async function benchFindOrder(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const { path } = stack.use(createTemporaryFolder())
  const few = await startShop(stack, join(path, 'few.db'), FEW)
  const many = await startShop(stack, join(path, 'many.db'), MANY)
  const random = createRandom(1)
  const times = { few: [] as number[], many: [] as number[] }
  for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
    // The bench reads from both hosts alternately, so that a slow moment on the machine affects both.
    const fewMs = await findOrder(few, random)
    const manyMs = await findOrder(many, random)
    if (sample < 0) continue
    times.few.push(fewMs)
    times.many.push(manyMs)
  }
  const name = `order reference to its detail, SQLite, ${MANY} payments`
  const medians = [times.many, times.few].map((all) => percentile(all, 50).toFixed(2)).join(' and ')
  const ours = { value: percentile(times.many, 99), unit: 'ms' }
  const baseline = {
    value: percentile(times.few, 99),
    name: `at ${FEW}; medians ${medians}`,
  }
  return [within(`${name}; p99`, ours, LIMIT_MS), atMost(`${name}; p99`, ours, baseline, REACH)]
}

type Shop = { client: Client; count: number }

/** Starts a host with a given number of payments to one merchant, who has an API key. */
async function startShop(stack: AsyncDisposableStack, path: string, count: number): Promise<Shop> {
  const url = `sqlite:${path}`
  const empty = await openDatabase(url)
  await migrate(empty)
  await insertMerchant(empty)
  await empty[Symbol.asyncDispose]()
  await fillSqlitePayments(path, count)
  const host = stack.use(await startChild<HostCalls>('hostServer', hostSettings(url)))
  const baseUrl = `http://127.0.0.1:${await host.call('port')}`
  return { client: createClient({ baseUrl, apiKey: KEY }), count }
}

async function insertMerchant(db: Awaited<ReturnType<typeof openDatabase>>): Promise<void> {
  const created_at = new Date().toISOString()
  await db.transaction(async (tx) => {
    await tx.insertInto('tenants').values({ id: TENANT_ID, name: 'Bench', created_at }).execute()
    const key = { id: 'bench', tenant_id: TENANT_ID, label: 'Bench', prefix: KEY.slice(0, 8) }
    await tx
      .insertInto('api_keys')
      .values({
        ...key,
        hash: hashApiKey(KEY),
        status: 'active',
        expires_at: null,
        created_at,
        last_used_at: null,
      })
      .execute()
  })
}

async function findOrder({ client, count }: Shop, random: Random): Promise<number> {
  for (;;) {
    const reference = referenceAt(random.integer(0, count - 1))
    const startedAt = performance.now()
    const { payments } = await client.payments.search({ query: { reference, limit: '10' } })
    const [first] = payments
    // This order belongs to another merchant, or has the reference that many orders share.
    if (first === undefined) continue
    await client.requests.get({ params: { requestId: first.request.requestId } })
    return performance.now() - startedAt
  }
}
