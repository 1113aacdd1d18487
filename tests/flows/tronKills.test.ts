import { setTimeout as delay } from 'node:timers/promises'
import { type Chains, startChains } from '@secure-payment/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { payTron } from './support/payTron.ts'
import { createRandom } from './support/random.ts'
import { type KillableHost, startKillableHost } from './support/startKillableHost.ts'
import { startWorld, type World } from './support/startWorld.ts'
import { waitFor } from './support/waitFor.ts'

/** The number of kills; each waits until the killed watcher's lease expires. */
const KILLS = Number(process.env['KILLS'] ?? 3)
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
/** The maximum time until a killed watcher's lease on its network expires. */
const TAKEOVER_MS = 90_000
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
/** The devnet's account 0 in base58. */
const PAYEE = 'TXJgMdjVX5dKiQaUi9QobwNxtSQaFqccvd'

let chains: Chains
let world: World
let host: KillableHost

beforeAll(async () => {
  chains = await startChains({ networks: ['tron'] })
  chains.tronNode('tron').setSwitches({ solidLag: 2 })
  world = await startWorld(chains, { network: 'tron' })
  // From here on, a separate process runs the watcher, and the test kills that process.
  await world.stopJobs()
  host = await startKillableHost({
    PAY_NETWORKS: 'tron',
    PAY_RPC_URL_TRON: chains.rpcUrl('tron'),
    PAY_POLL_INTERVAL_MS_TRON: '50',
    PAY_ROLE: 'api,watcher',
    PAY_DATABASE_URL: world.context.config.databaseUrl,
  })
})

afterAll(async () => {
  await host?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

async function createOne(units: bigint): Promise<Row<'requests'>> {
  const [request] = await world.create([{ payee: PAYEE, token: USDT, units }])
  if (request === undefined) throw new Error('nothing was created')
  return request
}

test(`${KILLS} kills of the watcher lose no payment on Tron and count each once (SEED=${SEED})`, async () => {
  const random = createRandom(SEED)
  const requests: Row<'requests'>[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await createOne(1_000_000n + BigInt(kill))
    await payTron(world, before)
    await chains.mine('tron', random.integer(0, 3))
    // The killed process may be reading, recording or waiting.
    await delay(random.integer(0, 200))
    await host.kill()
    const meanwhile = await createOne(2_000_000n + BigInt(kill))
    await payTron(world, meanwhile, { payer: 2 })
    requests.push(before, meanwhile)
  }
  await chains.mine('tron', 3)
  await host.ready()
  for (const { id } of requests) {
    await waitFor(
      `request ${id}`,
      async () => ((await world.request(id)).has_been_paid === 1 ? true : null),
      TAKEOVER_MS,
    )
  }
  world.startJobs()
  for (const { id, expected_units } of requests) {
    await world.sink.waitFor((one) => one.rawBody.includes(id), TAKEOVER_MS)
    expect(await world.payments(id)).toMatchObject([{ credited_units: expected_units }])
    expect(await world.request(id)).toMatchObject({ paid_units: expected_units, event_sequence: 1 })
    expect(new Set(world.events(id).map(({ eventId }) => eventId)).size).toBe(1)
  }
}, 300_000)
