import { RELAYER_ACCOUNT } from '@secure-payment/devnet'
import { numberToHex, parseGwei, parseTransaction } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Payer, type Payouts, startPayouts, type Terms } from './support/startPayouts.ts'
import { type RpcAnswer, type RpcServer, startRpcServer } from './support/startRpcServer.ts'
import { waitFor } from './support/waitFor.ts'

/** Attacks that would make recurring payouts fail, or their relayer lose its coins. */
const AMOUNT = 40_000_000n
const HOUR_MS = 3_600_000

type Intervene = (method: string, params: readonly unknown[]) => RpcAnswer | null
const honest: Intervene = () => null

let payouts: Payouts
let nodes: readonly RpcServer[]
/** Each node's false responses. */
let lies: Intervene[]

beforeAll(async () => {
  lies = [honest, honest]
  const started = Promise.withResolvers<string>()
  nodes = await Promise.all(lies.map((_, index) => startNode(index, started.promise)))
  const starting = startPayouts({ PAY_RPC_URL_DEVNET: nodes.map(({ url }) => url).join(',') })
  payouts = await starting
  started.resolve(payouts.chains.rpcUrl('devnet'))
})
afterAll(async () => {
  await payouts?.[Symbol.asyncDispose]()
  await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()))
})
beforeEach(() => {
  lies = [honest, honest]
})

/** Starts a node that forwards calls to the chain once the chain has started. */
function startNode(index: number, started: Promise<string>): Promise<RpcServer> {
  return startRpcServer(async (method, params) => {
    const target = await started
    const own = lies[index]?.(method, params) ?? null
    if (own !== null) return own
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const { result, error } = await (await fetch(target, { method: 'POST', headers, body })).json()
    return error === undefined ? { result } : { error }
  })
}

const createPayer = () => payouts.createPayer({ units: 3n * AMOUNT })

/** Returns three daily payments, the first of which is due today. */
function fromToday(): Terms {
  const startDate = payouts.test.clock.now().toISOString().slice(0, 10)
  return { startDate, frequency: 'DAILY', totalPayments: 3 }
}

const isMade = (row: { processed_payments: number }) => row.processed_payments === 1

describe('The relayer’s coins', () => {
  test('the relayer’s coins are not spent on a payment whose recipient burns gas', async () => {
    const bomb: Intervene = (method, params) =>
      method === 'eth_estimateGas' &&
      JSON.stringify(params).toLowerCase().includes(payouts.contract.toLowerCase())
        ? { result: numberToHex(28_000_000) }
        : null
    lies = [bomb, bomb]
    const { id } = await payouts.subscribe(await createPayer(), fromToday())
    const row = await payouts.until(
      id,
      ({ failure_count, status }) => failure_count > 0 || status !== 'active',
    )
    expect(row.failure_reason).toBe('transfer_refused')
    expect(await payouts.transactions(id)).toEqual([])
  })

  test('the relayer’s coins are not burned to fill the gap behind a nonce that a node invented', async () => {
    const made: Intervene = (method, params) =>
      method === 'eth_getTransactionCount' && params[1] === 'pending'
        ? { result: numberToHex(100_000) }
        : null
    lies = [made, made]
    const { id } = await payouts.subscribe(await createPayer(), fromToday())
    await payouts.until(id, () => true)
    await expect.poll(async () => (await payouts.transactions(id)).length).toBeGreaterThan(0)
    lies = [honest, honest]
    const client = payouts.chains.client('devnet')
    const address = RELAYER_ACCOUNT.address
    const before = await client.getTransactionCount({ address })
    await payouts.untilLater(id, isMade)
    expect((await client.getTransactionCount({ address })) - before).toBeLessThanOrEqual(2)
  })

  test('the relayer’s coins are not paid to a block’s builder if one node reports an excessive priority fee', async () => {
    const dear: Intervene = (method) =>
      method === 'eth_maxPriorityFeePerGas' ? { result: numberToHex(parseGwei('100000')) } : null
    lies = [dear, honest]
    const { id } = await payouts.subscribe(await createPayer(), fromToday())
    await payouts.until(id, isMade)
    const [sent] = await payouts.transactions(id)
    expect(BigInt(sent?.priority_fee_units ?? 0)).toBeLessThan(parseGwei('100'))
    expect(parseTransaction(`0x${sent?.raw.slice(2) ?? ''}`).maxFeePerGas).toBeLessThan(
      parseGwei('1000'),
    )
  })
})

describe('Payments that no node can simulate', () => {
  test('payments that no node can simulate do not delay other payments, regardless of their number', async () => {
    const bad: Payer[] = []
    const stalls: Intervene = (method, params) => {
      const data = JSON.stringify(params).toLowerCase()
      const isBad = bad.some(({ address }) => data.includes(address.slice(2).toLowerCase()))
      return method === 'eth_estimateGas' && isBad
        ? { error: { code: -32000, message: 'execution aborted (timeout = 5s)' } }
        : null
    }
    lies = [stalls, stalls]
    // This is more than the maximum number of transactions in flight.
    for (let index = 0; index < 18; index += 1) bad.push(await createPayer())
    for (const payer of bad) await payouts.subscribe(payer, fromToday())
    const { id } = await payouts.subscribe(await createPayer(), fromToday())
    await payouts.untilLater(id, isMade)
  })
})

describe('A mined payment that the nodes hide from the watcher', () => {
  test('a mined payment that the nodes hide from the watcher is reported to the operator after an hour', async () => {
    const hides: Intervene = (method) => (method === 'eth_getLogs' ? { result: [] } : null)
    lies = [hides, hides]
    const { id } = await payouts.subscribe(await createPayer(), fromToday())
    await waitFor('the payment', async () => ((await payouts.made(id)).length > 0 ? true : null))
    const told = () =>
      payouts
        .logged('Waiting for a mined payment that the watcher has not recorded')
        .find((line) => line['recurringPaymentId'] === id) ?? null
    await waitFor('the relayer to see it', async () => {
      const [sent] = await payouts.transactions(id)
      return sent?.status === 'succeeded' ? true : null
    })
    expect(told()).toBeNull()
    payouts.test.clock.advance(HOUR_MS)
    expect(await waitFor('the notice', told)).toMatchObject({ index: 1, network: 'devnet' })
  })
})
