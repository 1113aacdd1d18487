import { RELAYER_ACCOUNT } from '@secure-payment/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usdcItem } from '../support/testHost.ts'
import type { Payer } from './support/startPayouts.ts'
import { type Signed, startSigned } from './support/startSigned.ts'
import { waitFor } from './support/waitFor.ts'

let signed: Signed
beforeAll(async () => {
  signed = await startSigned({ PAY_METRICS_PORT: '0', PAY_ROLE: 'api,watcher' })
})
afterAll(() => signed?.[Symbol.asyncDispose]())

const client = () => signed.world.chains.client('devnet')

/** Runs while the relayer's account has this balance, in wei. */
async function withRelayerBalance(value: bigint, run: () => Promise<void>): Promise<void> {
  const { address } = RELAYER_ACCOUNT
  const coins = await client().getBalance({ address })
  await client().setBalance({ address, value })
  await run().finally(() => client().setBalance({ address, value: coins }))
}

/** Returns the value of a metric of the host. */
async function readMetric(name: string): Promise<number | undefined> {
  const answer = await fetch(`http://127.0.0.1:${signed.world.test.host.metricsPort}/metrics`)
  const lines = (await answer.text()).split('\n')
  const line = lines.find((one) => one.startsWith(`secure_payment_${name} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

async function requestOffer(payer: Payer, call = signed.world.test.call) {
  const { token } = await signed.world.test.createPayment({ requests: [usdcItem] })
  const path = `/v2/secure-payments/${token}/pay?wallet=${payer.address}&signed=true`
  const { status, json } = await call('GET', path)
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}

test('a relayer without coins offers no signed payment: the payer receives the reason and the transactions', async () => {
  const payer = await signed.createPayer()
  const name = 'signed_offers_total{network="devnet",outcome="out_of_coins"}'
  expect(await readMetric(name)).toBe(0)
  await withRelayerBalance(0n, async () => {
    const json = await requestOffer(payer)
    expect(json).not.toHaveProperty('signedPayment')
    expect(json.signedPaymentObstacle).toBe('unavailable')
    expect(json.transactions.length).toBeGreaterThan(0)
    expect(await readMetric(name)).toBe(1)
  })
  expect((await requestOffer(payer)).signedPayment).toMatchObject({ kind: 'eip3009' })
  expect(await readMetric('signed_offers_total{network="devnet",outcome="offered"}')).toBe(1)
})

test('a host whose ceiling is below the gas price offers no signed payment', async () => {
  await using dear = await signed.world.test.startNeighbour({
    PAY_ROLE: 'api',
    PAY_MAX_GAS_PRICE_GWEI_DEVNET: '0.000000001',
  })
  const json = await requestOffer(await signed.createPayer(), dear.call)
  expect(json.signedPaymentObstacle).toBe('unavailable')
})

test('the metrics show a signed payment that waits for coins until it is sent, and its maximum cost', async () => {
  const begun = await signed.begin(await signed.createPayer())
  const signature = await begun.sign()
  const waiting = 'signed_payments_waiting{network="devnet",reason="out_of_coins"}'
  const coins = await client().getBalance({ address: RELAYER_ACCOUNT.address })
  const { json } = await begun.submit(signature)
  await withRelayerBalance(0n, async () => {
    await using _sender = await signed.world.test.startNeighbour({ PAY_ROLE: 'worker' })
    await waitFor('the reason', async () => ((await readMetric(waiting)) === 1 ? true : null))
    const { cost_gwei } = await signed.row(json.id)
    const cost = await readMetric('signed_payments_cost_coins{network="devnet"}')
    expect(cost).toBeCloseTo(Number(cost_gwei) / 1e9, 12)
    await client().setBalance({ address: RELAYER_ACCOUNT.address, value: coins })
    await signed.until(json.id, 'confirmed')
  })
  expect(await readMetric(waiting)).toBeUndefined()
})
