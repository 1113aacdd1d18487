import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../host/src/log.ts'
import { warnOfRemovedNetworks } from '../../host/src/readiness/findRemovedNetworks.ts'
import type { Neighbour } from '../support/testHost.ts'
import { type Begun, type Signed, startSigned } from './support/startSigned.ts'
import { waitFor } from './support/waitFor.ts'

/** The time after which a signature has expired by the chain's clock. */
const LATER_MS = 16 * 60_000
const REMOVED = {
  PAY_NETWORKS: 'devnet-b',
  PAY_RPC_URL_DEVNET_B: 'http://127.0.0.1:1',
  PAY_SPONSOR_NETWORKS: '',
  PAY_ROLE: 'api,watcher,worker',
  PAY_METRICS_PORT: '0',
}

/** This host only serves calls; each test starts the hosts that watch and send. */
let signed: Signed
beforeAll(async () => {
  signed = await startSigned({ PAY_ROLE: 'api', PAY_SPONSOR_HOURLY_PAYER: '100' })
})
afterAll(() => signed?.[Symbol.asyncDispose]())

const client = () => signed.world.chains.client('devnet')
const startNeighbour = (env: Record<string, string>) => signed.world.test.startNeighbour(env)
const startServing = () => startNeighbour({ PAY_ROLE: 'watcher,worker' })

/** Starts a watcher once, so that the watching of the network has begun. */
async function beginWatching(): Promise<void> {
  await using _watcher = await startNeighbour({ PAY_ROLE: 'watcher' })
  const { kysely } = signed.world.test.host.context.db
  await waitFor(
    'the cursor',
    async () =>
      (await kysely.selectFrom('chain_cursors').select('network').executeTakeFirst()) ?? null,
  )
}

async function submit(): Promise<{ begun: Begun; id: string }> {
  const begun = await signed.begin(await signed.createPayer())
  const { json, status } = await begun.submit(await begun.sign())
  expect(status, JSON.stringify(json)).toBe(202)
  return { begun, id: String(json.id) }
}

/** Returns the warnings of a host about removed networks, from its metrics and from /readyz. */
async function findingsOf({ host }: Neighbour): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${host.metricsPort}/metrics`)
  const lines = (await answer.text()).split('\n')
  return lines.filter((line) => line.includes('check="network_removed"'))
}

/** Returns the log lines of a host's start about removed networks. */
async function loggedBy({ host }: Neighbour): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = []
  const log = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line)) })
  await warnOfRemovedNetworks({ ...host.context, log })
  return lines
}

/** Expects that a host without the network shows the payment as open, and returns nothing to pay. */
async function expectFollowable(host: Neighbour, { token }: Begun, status: string): Promise<void> {
  const page = await host.call('GET', `/v2/secure-payments/${token}`)
  expect(page.status, JSON.stringify(page.json)).toBe(200)
  expect(page.json.signedPayment).toMatchObject({ status })
  const pay = await host.call('GET', `/v2/secure-payments/${token}/pay`)
  expect(pay).toMatchObject({ status: 409, json: { code: 'payment_processing' } })
}

test('a payment that was sent before its network was removed stays open, and is confirmed once when the network returns', async () => {
  await beginWatching()
  const { begun, id } = await submit()
  await client().setAutomine(false)
  {
    await using _sender = await startServing()
    await signed.until(id, 'sent')
    await signed.world.untilSent((await signed.row(id)).tx_hash)
  }
  await client().setAutomine(true)
  await client().mine({ blocks: 1 })
  {
    const before = await signed.row(id)
    await using without = await startNeighbour(REMOVED)
    signed.world.test.clock.advance(LATER_MS)
    expect(await findingsOf(without)).toEqual([
      'secure_payment_finding{check="network_removed",level="warning",network="devnet"} 1',
    ])
    expect(await loggedBy(without)).toMatchObject([{ network: 'devnet', setting: 'PAY_NETWORKS' }])
    await expectFollowable(without, begun, 'sent')
    expect(await signed.row(id)).toEqual(before)
  }
  await using returned = await startNeighbour({ PAY_ROLE: 'watcher,worker', PAY_METRICS_PORT: '0' })
  const { payment_hash } = await signed.until(id, 'confirmed')
  expect(await signed.made(payment_hash)).toBe(1)
  expect(await signed.payments(begun.requestId)).toHaveLength(1)
  expect(await findingsOf(returned)).toEqual([])
  expect(await loggedBy(returned)).toEqual([])
})

test('a payment that was stored before its network was removed is sent when the network returns before its deadline', async () => {
  const { begun, id } = await submit()
  {
    await using without = await startNeighbour(REMOVED)
    await expectFollowable(without, begun, 'stored')
  }
  await using _returned = await startServing()
  const { payment_hash } = await signed.until(id, 'confirmed')
  expect(await signed.made(payment_hash)).toBe(1)
})

test('a payment that was stored before its network was removed expires when the network returns after its deadline', async () => {
  const { begun, id } = await submit()
  {
    await using without = await startNeighbour(REMOVED)
    const { now } = signed.world.test.clock
    await signed.world.travel(new Date(now().getTime() + LATER_MS))
    await client().mine({ blocks: 2 })
    await expectFollowable(without, begun, 'stored')
  }
  await using _returned = await startServing()
  const { payment_hash } = await signed.until(id, 'expired')
  expect(await signed.made(payment_hash)).toBe(0)
  const pay = await signed.world.test.call('GET', `/v2/secure-payments/${begun.token}/pay`)
  expect(pay.json.transactions.length).toBeGreaterThan(0)
})
