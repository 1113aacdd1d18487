import { join } from 'node:path'
import type { Context } from '../../host/src/context.ts'
import { createNetworkWatcher, type NetworkWatcher } from '../../host/src/detection/watchNetwork.ts'
import { createHolder } from '../../host/src/leases/leases.ts'
import { measureRates } from './measure.ts'
import { atMost, type Row } from './report.ts'
import { createMemoryChain, type MemoryChain } from './support/memoryChain.ts'
import { openContext } from './support/openContext.ts'
import { createRawSqlite } from './support/openRawSqlite.ts'
import { createPaymentOnChain } from './support/paymentOnChain.ts'
import { createRequestRows, type RequestRows } from './support/requestRows.ts'
import { fillRequests, seedRequests, seedTenant } from './support/seedRequests.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

const ROUNDS = 20
const BLOCKS = 10
/** Logs per block: payments for the service's requests, and unrelated logs from the same contracts. */
const OURS = 4
const OTHERS = 50
const KNOWN = (ROUNDS + 1) * BLOCKS * OURS
const FEW = 1_000
const MANY = 1_000_000

/** Measures the watcher's cost per block, with few and with very many open requests. */
export async function benchWatcher(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(createTemporaryFolder())
  const few = await openWorld(stack, join(folder.path, 'few.db'), FEW)
  const many = await openWorld(stack, join(folder.path, 'many.db'), MANY)
  const [fast, slow] = await measureRates(
    [
      { name: 'few', run: () => watchBlocks(few) },
      { name: 'many', run: () => watchBlocks(many) },
    ],
    ROUNDS,
  )
  if (!fast || !slow) throw new Error('Not measured.')
  return [
    atMost(
      'watcher: a block of 54 logs, 4 of them from payments to this host, at 10⁶ open requests',
      { value: 1_000 / slow.median, unit: 'ms' },
      { value: 1_000 / fast.median, name: 'at 10³' },
      1.2,
    ),
  ]
}

type World = {
  chain: MemoryChain
  watcher: NetworkWatcher
  context: Context
  unpaid: RequestRows[]
}

async function openWorld(
  stack: AsyncDisposableStack,
  path: string,
  openRequests: number,
): Promise<World> {
  const database = await createRawSqlite(path)
  seedTenant(database, { id: '01BENCHENDPOINT00000000000', url: 'https://receiver.example/hook' })
  fillRequests(database, Math.max(0, openRequests - KNOWN))
  const unpaid = seedRequests(database, KNOWN)
  database.close()
  const chain = createMemoryChain()
  const context = stack.use(await openContext(path, chain.clients))
  const [settings] = context.config.networks
  if (settings === undefined) throw new Error('No network is served.')
  const hooks = { holder: stack.use(createHolder(context.random)), onEvents: () => {} }
  const watcher = createNetworkWatcher(context, settings, hooks)
  while ((await watcher.poll()).more);
  return { chain, watcher, context, unpaid }
}

/** Mines and polls one block at a time. */
async function watchBlocks(world: World): Promise<{ perSecond: number; cpuUs: number }> {
  const { chain, watcher, context, unpaid } = world
  const mined = Array.from({ length: BLOCKS }, () => ({
    ours: unpaid.splice(0, OURS),
    others: createRequestRows(OTHERS),
  }))
  const paidBefore = await countPaid(context)
  let elapsedMs = 0
  const cpuBefore = process.cpuUsage()
  for (const { ours, others } of mined) {
    const place = chain.next()
    chain.mine(
      [...ours, ...others].map(({ request }, index) =>
        createPaymentOnChain(request.payment_reference, { ...place, index }),
      ),
    )
    const startedAt = performance.now()
    await watcher.poll()
    elapsedMs += performance.now() - startedAt
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  const paid = (await countPaid(context)) - paidBefore
  if (paid !== BLOCKS * OURS) throw new Error(`${paid} payments were recorded.`)
  return { perSecond: BLOCKS / (elapsedMs / 1_000), cpuUs: (user + system) / BLOCKS }
}

async function countPaid({ db }: Context): Promise<number> {
  const { count } = await db.kysely
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
