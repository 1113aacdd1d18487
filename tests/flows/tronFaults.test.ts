import { setTimeout as delay } from 'node:timers/promises'
import { type Chains, startChains } from '@secure-payment/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChainClients } from '../../host/src/chains/createChainClients.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { payTron } from './support/payTron.ts'
import { createRandom, type Random } from './support/random.ts'
import { startWorld, type World } from './support/startWorld.ts'

/** Rounds per run; each pays a request under a different fault. */
const ROUNDS = Number(process.env['TRON_ROUNDS'] ?? 25)
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
/** The devnet's account 0 in base58. */
const PAYEE = 'TXJgMdjVX5dKiQaUi9QobwNxtSQaFqccvd'

let chains: Chains
let world: World
/** The test calls the same node through separate connections, because the host pauses a failed node. */
let payers: World

beforeAll(async () => {
  chains = await startChains({ networks: ['tron'] })
  world = await startWorld(chains, { network: 'tron' })
  const own = createChainClients(world.context.config.networks)
  payers = { ...world, context: { ...world.context, chains: own } }
})

afterAll(async () => {
  await payers?.context.chains[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

/** Sends a payer's transactions in one round; returns the request and the amount that they pay. */
async function payOnce(random: Random): Promise<{ request: Row<'requests'>; units: bigint }> {
  const node = chains.tronNode('tron')
  const asked = BigInt(random.integer(2, 1_000_000)) * 2n
  const [request] = await world.create([{ payee: PAYEE, token: USDT, units: asked }])
  if (request === undefined) throw new Error('nothing was created')
  const payer = random.integer(1, 8)
  switch (random.pick(['exact', 'part', 'twice', 'fails', 'nothing'] as const)) {
    case 'exact':
      await payTron(payers, request, { payer })
      return { request, units: asked }
    case 'part':
      await payTron(payers, request, { payer, units: asked / 2n })
      return { request, units: asked / 2n }
    case 'twice':
      await payTron(payers, request, { payer, units: asked / 2n })
      await payTron(payers, request, { payer: random.integer(1, 8) })
      return { request, units: asked / 2n + asked }
    case 'fails':
      node.setSwitches({ fail: random.pick(['revert', 'out_of_energy']) })
      await payTron(payers, request, { payer })
      node.setSwitches({ fail: 'none' })
      return { request, units: 0n }
    case 'nothing':
      return { request, units: 0n }
  }
}

test(`${ROUNDS} rounds of failing solidity, outages and lags leave the books equal to the chain (SEED=${SEED})`, async () => {
  const random = createRandom(SEED)
  const node = chains.tronNode('tron')
  const worths: { request: Row<'requests'>; units: bigint }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    node.setSwitches({
      solidLag: random.integer(0, 6),
      solidity: random.pick(['up', 'up', 'down']),
    })
    worths.push(await payOnce(random))
    await chains.mine('tron', random.integer(0, 4))
    if (random.chance(0.2)) {
      node.setSwitches({ api: 'down' })
      await delay(random.integer(0, 150))
      node.setSwitches({ api: 'up' })
    }
    if (random.chance(0.1)) {
      await world.stopJobs()
      world.startJobs()
    }
  }
  node.setSwitches({ solidLag: 0, solidity: 'up', api: 'up' })
  await chains.mine('tron')
  await world.settled()
  for (const { request, units } of worths) {
    const row = await world.request(request.id)
    const isPaid = units >= BigInt(request.expected_units)
    expect(row).toMatchObject({ paid_units: String(units), has_been_paid: isPaid ? 1 : 0 })
    const parts = await world.payments(request.id)
    expect(parts.reduce((sum, part) => sum + BigInt(part.credited_units), 0n)).toBe(units)
  }
  const confirmed = await world.context.db.kysely
    .selectFrom('events')
    .select('request_id')
    .where('type', '=', 'payment.confirmed')
    .execute()
  const paid = worths.filter(({ request, units }) => units >= BigInt(request.expected_units))
  expect(confirmed.map(({ request_id }) => request_id).sort()).toEqual(
    paid.map(({ request }) => request.id).sort(),
  )
}, 300_000)
