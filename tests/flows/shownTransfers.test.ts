import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { begin } from './support/followPayment.ts'
import { type Crosschain, type Payment, startCrosschain } from './support/startCrosschain.ts'

let world: Crosschain
beforeAll(async () => {
  world = await startCrosschain()
})
afterAll(() => world?.[Symbol.asyncDispose]())
afterEach(async () => {
  world.bridge.setSwitches({ mode: 'normal', deliver: 'less' })
  await world.stopWorker()
})

const SOURCE = { id: 'devnet', name: 'Devnet', chainId: 31_337 }

it('A payment that is not paid from another chain returns no transfers', async () => {
  const payment = await world.createPayment()
  expect(await read(payment)).not.toHaveProperty('transfers')
})

it('A payer’s page receives a transfer while it is tracked, and after it was refunded', async () => {
  world.bridge.setSwitches({ mode: 'slow' })
  const payment = await world.createPayment()
  const { txHash, intentId } = await begin(world, payment)
  const transfer = {
    txHash,
    chain: 'DEVNET',
    token: 'USDC',
    // 12.625 is due, and the bridge keeps 0.2 % of that on top.
    sourceAmount: '12.65025',
    status: 'tracking',
    isCounted: false,
    isFollowed: true,
    settledTxHash: null,
    sourceNetwork: SOURCE,
    // The devnet has no explorer.
    transactionUrl: null,
    // The fee is known once the payment counts.
    bridgeFee: null,
  }
  expect(await read(payment)).toMatchObject({ transfers: [transfer] })

  world.bridge.setSwitches({ mode: 'refunded' })
  await world.untilEnd(intentId, 'refunded')
  const { transfers } = await read(payment)
  expect(transfers).toMatchObject([{ txHash, status: 'refunded', isCounted: false }])
})

it('A partial delivery counts, and is returned with the transaction that delivered it', async () => {
  world.bridge.setSwitches({ mode: 'partial', deliver: 'less' })
  const payment = await world.createPayment()
  const { txHash, intentId } = await begin(world, payment)
  const { settled_tx_hash: settledTxHash } = await world.untilEnd(intentId, 'partial')
  const { transfers } = await read(payment)
  expect(transfers).toMatchObject([{ txHash, status: 'partial', isCounted: true, settledTxHash }])
  expect(settledTxHash).toMatch(/^0x[0-9a-f]{64}$/)
})

it('A payment that arrived is returned with the bridge’s fee', async () => {
  const payment = await world.createPayment()
  const { txHash, intentId } = await begin(world, payment)
  await world.untilEnd(intentId, 'completed')
  const answer = await world.test.call('GET', `/v2/secure-payments/${payment.token}`)
  expect(answer.json.code).toBe('payment_completed')
  expect(answer.json.payment.transfers).toMatchObject([
    {
      txHash,
      sourceNetwork: SOURCE,
      transactionUrl: null,
      sourceAmount: '12.65025',
      // 12.65025 were sent, and 12.625 are due.
      bridgeFee: '0.02525',
      isCounted: true,
    },
  ])
})

async function read({ token }: Payment): Promise<Record<string, unknown>> {
  const answer = await world.test.call('GET', `/v2/secure-payments/${token}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json
}
