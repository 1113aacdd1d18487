import { join } from 'node:path'
import type { Context } from '../../host/src/context.ts'
import { claim, findDueEndpoints } from '../../host/src/webhooks/claim.ts'
import { createDeliverySlots } from '../../host/src/webhooks/createDeliverySlots.ts'
import { measureRates } from './measure.ts'
import { atMost, type Row } from './report.ts'
import { createMemoryChain } from './support/memoryChain.ts'
import { openContext } from './support/openContext.ts'
import { createRawSqlite } from './support/openRawSqlite.ts'
import { seedDeliveries } from './support/seedDeliveries.ts'
import { seedTenant } from './support/seedRequests.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

const ROUNDS = 7
const CLAIMS = 10
const CLAIM_SIZE = 64
const FEW = 1_000
const MANY = 1_000_000
const ENDPOINT_ID = '01BENCHENDPOINT00000000000'

/** Measures claiming a group of deliveries, with few and with very many pending deliveries for the same endpoint. */
export async function benchClaims(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(createTemporaryFolder())
  const few = stack.use(await openOutbox(join(folder.path, 'few.db'), FEW))
  const many = stack.use(await openOutbox(join(folder.path, 'many.db'), MANY))
  const [fast, slow] = await measureRates(
    [
      { name: 'few', run: () => claimSome(few) },
      { name: 'many', run: () => claimSome(many) },
    ],
    ROUNDS,
  )
  if (!fast || !slow) throw new Error('Not measured.')
  return [
    atMost(
      'claim of 64 deliveries at 10⁶ waiting',
      { value: 1_000 / slow.median, unit: 'ms' },
      { value: 1_000 / fast.median, name: 'at 10³' },
      1.2,
    ),
  ]
}

async function openOutbox(path: string, waiting: number): Promise<Context & AsyncDisposable> {
  const database = await createRawSqlite(path)
  database.pragma('synchronous = OFF')
  database.pragma('cache_size = -1000000')
  seedTenant(database, { id: ENDPOINT_ID, url: 'https://receiver.example/hook' })
  seedDeliveries(database, ENDPOINT_ID, waiting)
  database.pragma('wal_checkpoint(truncate)')
  database.close()
  return openContext(path, createMemoryChain().clients)
}

/** Claims deliveries as the worker does, and then restores their rows. */
async function claimSome(context: Context): Promise<{ perSecond: number }> {
  const claimed: string[] = []
  const startedAt = performance.now()
  for (let done = 0; done < CLAIMS; done += 1) {
    const due = await findDueEndpoints(context, '', createDeliverySlots().full())
    const limits = due.map(({ endpointId }) => ({ endpointId, limit: CLAIM_SIZE }))
    for (const { deliveryId } of await claim(context, limits)) claimed.push(deliveryId)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  if (claimed.length !== CLAIMS * CLAIM_SIZE) throw new Error(`${claimed.length} were claimed.`)
  await context.db.kysely
    .updateTable('webhook_deliveries')
    .set(({ ref }) => ({ due_at: ref('created_at'), lease_until: null }))
    .where('id', 'in', claimed)
    .execute()
  return { perSecond: CLAIMS / seconds }
}
