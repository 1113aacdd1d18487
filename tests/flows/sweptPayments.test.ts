import { type Chains, startChains } from '@secure-payment/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSweeper } from '../../host/src/jobs/createSweeper.ts'
import { PAYEE } from '../support/testHost.ts'
import { pay } from './support/pay.ts'
import { startWorld, type World } from './support/startWorld.ts'
import { waitFor } from './support/waitFor.ts'

const DAY_MS = 86_400_000

let chains: Chains
let world: World
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  world = await startWorld(chains)
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

test('A late payment for a swept request is kept as its merchant’s unmatched payment', async () => {
  const token = chains.token('devnet', 'USDC').address
  const [request] = await world.create([{ payee: PAYEE, token, units: 12_500_000n }])
  if (request === undefined) throw new Error('Nothing was created.')
  const expired = new Date(Date.now() - 91 * DAY_MS).toISOString()
  const { kysely } = world.context.db
  await kysely.updateTable('secure_payments').set({ expires_at: expired }).execute()
  // Only the sweeper's clock moves; the host's clock does not.
  const later = () => new Date(Date.now() + 91 * DAY_MS)
  const sweeper = createSweeper({ ...world.context, now: later })
  while ((await sweeper.step()).more);
  const left = await kysely.selectFrom('requests').select('id').execute()
  expect(left).toEqual([])

  const txHash = await pay(world, request)
  const read = () => kysely.selectFrom('unmatched_payments').selectAll().executeTakeFirst()
  const unmatched = await waitFor('the unmatched payment', async () => (await read()) ?? null)
  expect(unmatched).toMatchObject({
    request_id: request.id,
    tenant_id: request.tenant_id,
    tx_hash: txHash,
    amount_units: '12500000',
    reason: 'request_swept',
  })
})
