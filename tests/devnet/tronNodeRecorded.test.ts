import { readFileSync } from 'node:fs'
import { TronWeb } from 'tronweb'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  accountAt,
  openTron,
  PROXY,
  PROXY_ABI_ADDRESS,
  postJson,
  type TronWorld,
  tronWebOf,
  USDT,
} from './support/tron.ts'

const transcript = z
  .object({
    payer: z.string(),
    calls: z.array(
      z.object({
        step: z.string(),
        method: z.string(),
        path: z.string(),
        body: z.unknown().optional(),
        response: z.unknown(),
      }),
    ),
  })
  .parse(
    JSON.parse(
      readFileSync(new URL('./support/tronTranscript.json', import.meta.url), 'utf8').replaceAll(
        '19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
        accountAt(1).address.slice(2).toLowerCase(),
      ),
    ),
  )

/** The parties of the recorded payment, and its signature. */
const PAYEE = TronWeb.address.fromHex(`41${'22'.repeat(20)}`)
const FEE_TAKER = TronWeb.address.fromHex(`41${'33'.repeat(20)}`)
const REFERENCE = '0xab12cd34ef560789'
const PAY = 'transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)'
/** keccak-256 of the reference, from the recorded logs. */
const REFERENCE_TOPIC = '0x21c4ca5651b52d85f0a48f1c2a5e7a9093ab14fddeeab2455a57f8378c998fe9'

let world: TronWorld
let tronWeb: TronWeb
beforeAll(async () => {
  world = await openTron()
  tronWeb = tronWebOf(world, 1)
})
afterAll(() => world?.[Symbol.asyncDispose]())

/** Records the calls that an action makes, in the transcript's format. */
async function recordCalls(act: () => Promise<unknown>) {
  const start = world.node.requests().length
  await act()
  return world.node
    .requests()
    .slice(start)
    .map(({ method, url, body }) => ({ method, path: url, body }))
}

/** Returns a step's recorded call. */
function recorded(step: string, path?: string) {
  const call = transcript.calls.find(
    (candidate) => candidate.step.startsWith(step) && (!path || candidate.path.endsWith(path)),
  )
  if (call) return call
  throw new Error(`There is no recorded call ${step}`)
}

/** Returns a recorded call's request. */
function requestOf(step: string, path?: string) {
  const { method, path: url, body } = recorded(step, path)
  return { method, path: url, body }
}

/** Returns a value's fields and their types, without the values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}

const paymentInputs = (units: number, fee = 1_000) => [
  { type: 'address', value: USDT },
  { type: 'address', value: PAYEE },
  { type: 'uint256', value: units },
  { type: 'bytes', value: REFERENCE },
  { type: 'uint256', value: fee },
  { type: 'address', value: FEE_TAKER },
]

async function pay(units: number, fee?: number): Promise<string> {
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    PROXY,
    PAY,
    { feeLimit: 300_000_000 },
    paymentInputs(units, fee),
    accountAt(1).tronAddress,
  )
  const { txid } = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(transaction))
  return txid
}

const approve = async (units: number): Promise<string> => {
  const contract = await tronWeb.contract().at(USDT)
  return contract['approve']?.(PROXY, units).send({ feeLimit: 100_000_000 })
}

const post = (path: string, body: unknown) => postJson(`${world.node.url}${path}`, body)

describe('A recorded read', () => {
  it('a recorded read of a contract has the request that tronweb sends, and gets a response of the recorded shape', async () => {
    const contract = await tronWeb.contract().at(USDT)
    const [call] = await recordCalls(() => contract['balanceOf']?.(accountAt(1).tronAddress).call())
    expect(call).toEqual(requestOf('balanceOf'))
    const answer = await post(call?.path ?? '', call?.body)
    const { response } = recorded('balanceOf')
    expect(answer).toMatchObject({ result: { result: true } })
    expect(answer).toMatchObject({ constant_result: [expect.stringMatching(/^[0-9a-f]{64}$/)] })
    const { transaction, ...rest } = z.record(z.string(), z.unknown()).parse(answer)
    const { transaction: recordedTransaction, ...recordedRest } = z
      .record(z.string(), z.unknown())
      .parse(response)
    expect(shapeOf(rest)).toEqual(shapeOf(recordedRest))
    // The recorded block has no raw data.
    expect(Object.keys(Object(transaction))).toEqual(Object.keys(Object(recordedTransaction)))
  })

  it.each(['getCurrentBlock', 'build locally'])(
    'a recorded read of a block gets a response of the recorded shape: %s',
    async (step) => {
      const { method, path, body, response } = recorded(step)
      const answer = await (method === 'GET'
        ? fetch(`${world.node.url}${path}`).then((found) => found.json())
        : post(path, body))
      expect(shapeOf(answer)).toEqual(shapeOf(response))
    },
  )

  it('a recorded read of a block or an account has the request that tronweb sends', async () => {
    const { tronAddress } = accountAt(1)
    expect(await recordCalls(() => tronWeb.trx.getCurrentBlock())).toEqual([
      { ...requestOf('getCurrentBlock') },
    ])
    expect(await recordCalls(() => tronWeb.trx.getAccountResources(tronAddress))).toEqual([
      requestOf('getAccountResources'),
    ])
    expect(await recordCalls(() => tronWeb.trx.getBalance(tronAddress))).toEqual([
      requestOf('getBalance'),
    ])
    expect(await post('/walletsolidity/getaccount', requestOf('getBalance').body)).toMatchObject(
      Object(shapeOfStrings(recorded('getBalance').response)),
    )
  })
})

describe('A recorded approval and payment', () => {
  it('a recorded approval and payment make the recorded calls and emit the recorded logs', async () => {
    const calls = await recordCalls(() => approve(5_000_000))
    const [, trigger, sent] = calls
    expect(trigger).toEqual(requestOf('approve', '/triggersmartcontract'))
    expect(sent).toMatchObject({ method: 'POST', path: '/wallet/broadcasttransaction' })
    expect(shapeOf(sent?.body)).toEqual(shapeOf(recorded('approve', '/broadcasttransaction').body))
    const approval = z.object({ txID: z.string() }).parse(sent?.body).txID

    const info = await post('/wallet/gettransactioninfobyid', { value: approval })
    const { response } = recorded('getUnconfirmed')
    expect(info).toMatchObject({ log: Object(response).log })
    expect(shapeOf(info)).toEqual(shapeOf(response))

    const [payTrigger, paySent] = await recordCalls(() => pay(1_000_000))
    expect(payTrigger).toEqual(requestOf('pay', '/triggersmartcontract'))
    const payment = z.object({ txID: z.string() }).parse(paySent?.body).txID
    const paid = await post('/wallet/gettransactioninfobyid', { value: payment })
    const recordedPaid = recorded('payment info').response
    expect(paid).toMatchObject({ log: Object(recordedPaid).log })
    expect(Object.keys(Object(paid))).toEqual(Object.keys(Object(recordedPaid)))
    const { blockNumber } = z.object({ blockNumber: z.number() }).parse(paid)
    expect(await post('/wallet/gettransactioninfobyblocknum', { num: blockNumber })).toEqual([paid])

    const transaction = await post('/wallet/gettransactionbyid', { value: approval })
    expect(shapeOf(transaction)).toEqual(shapeOf(recorded('getTransaction', 'nbyid').response))
  })

  it('viem and the events endpoint return a recorded payment with the recorded fields', async () => {
    const client = createPublicClient({ transport: http(world.node.rpcUrl, { retryCount: 0 }) })
    const filter = Object(requestOf('viem').body).params
    const found: unknown = await client.request({ method: 'eth_getLogs', params: filter })
    const [log] = z.array(z.record(z.string(), z.unknown())).parse(found)
    const { blockTimestamp: _, ...recordedLog } = Object(recorded('viem').response).result[0]
    expect(Object.keys(log ?? {}).sort()).toEqual(Object.keys(recordedLog).sort())
    expect(log).toMatchObject({
      address: PROXY_ABI_ADDRESS,
      data: recordedLog.data,
      topics: [recordedLog.topics[0], REFERENCE_TOPIC],
    })

    await world.chains.mine('tron', 2)
    const { path, response } = recorded('events by contract')
    const events = await (await fetch(`${world.node.url}${path}`)).json()
    const [event] = Object(response).data
    const [{ result, ...facts }] = events.data
    expect(shapeOf({ ...facts, result: {} })).toMatchObject(
      Object(shapeOf({ ...event, result: {} })),
    )
    // Compares members by name, because the recorded positions differ from a real node's.
    const named = Object.entries(event.result).filter(([name]) => !/^\d$/.test(name))
    expect(result).toMatchObject(Object.fromEntries(named))
  })

  it('a recorded approval and payment fail as recorded without enough allowance', async () => {
    const id = await pay(999_000_000_070, 0)
    const info = await post('/wallet/gettransactioninfobyid', { value: id })
    const { response } = recorded('reverting', '/gettransactioninfobyid')
    const {
      receipt: _,
      contractResult: __,
      ...same
    } = z.record(z.string(), z.unknown()).parse(info)
    expect(same).toMatchObject({ result: 'FAILED', resMessage: Object(response).resMessage })
    expect(Object.keys(Object(info))).toEqual(Object.keys(Object(response)))
  })
})

describe('A recorded transaction', () => {
  it.each(['approve', 'pay'])('a recorded transaction has the recorded id: %s', async (step) => {
    const { body } = recorded(step, '/broadcasttransaction')
    const original = JSON.stringify(body).replaceAll(
      accountAt(1).address.slice(2).toLowerCase(),
      '19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
    )
    const answer = await post('/wallet/broadcasttransaction', JSON.parse(original))
    // The recorded transaction expired long ago, and the node's error names the id that the node computed itself.
    expect(answer).toMatchObject({
      code: 'TRANSACTION_EXPIRATION_ERROR',
      txid: Object(body).txID,
    })
  })
})

/** Returns a value's shape, with any text for each text and any number for each number. */
function shapeOfStrings(value: unknown): unknown {
  if (typeof value === 'string') return expect.any(String)
  if (typeof value === 'number') return expect.any(Number)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, shapeOfStrings(inner)]),
  )
}
