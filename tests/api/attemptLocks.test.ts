import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RpcServer, startRpcServer } from '../flows/support/startRpcServer.ts'
import { PAYER, SHOP_ORIGIN, startTestHost, type TestHost } from '../support/testHost.ts'
import { ANY_ENGINE } from '../tiers.ts'

/** Attacks on a payer by a stranger with the link and the public client ID. The fake node has the transactions of `known`. */
const MINUTE_MS = 60_000
const hashOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`

let node: RpcServer
let test: TestHost
let headers: Record<string, string>
let token: string
let reference: string
/** The node's transaction inputs, by hash. */
const known = new Map<string, string>()
/** Whether the node returns an error for every lookup. */
let isSilent = false
beforeAll(async () => {
  node = await startRpcServer((method, [hash]) => {
    if (method === 'eth_chainId') return { result: '0x7a69' }
    if (isSilent) return { error: { code: -32603, message: 'Internal error' } }
    const input = known.get(String(hash))
    return { result: input === undefined ? null : { hash, input, blockNumber: null } }
  })
  test = await startTestHost({ PAY_RPC_URL_DEVNET: node.url })
  headers = { 'x-client-id': (await test.createClientId()).clientId, origin: SHOP_ORIGIN }
})
beforeEach(async () => {
  known.clear()
  token = (await test.createPayment()).token
  reference = (await read()).json.items[0].paymentReference
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await node[Symbol.asyncDispose]()
})

const call = (method: string, path: string, body?: object) =>
  test.call(method, `/v2/secure-payments/${token}${path}`, {
    anonymous: true,
    headers,
    ...(body !== undefined && { body }),
  })
const read = () => call('GET', '')
const begin = (attemptId: string = randomUUID()) =>
  call('POST', '/attempts', {
    attemptId,
    wallet: PAYER,
    chain: 'devnet',
    token: 'USDC',
    calldataHash: hashOf(1),
  })
const update = (attemptId: string, body: object) => call('PATCH', `/attempts/${attemptId}`, body)
const minutes = (count: number) => test.clock.advance(count * MINUTE_MS)
const inMinutes = (count: number) =>
  new Date(test.clock.now().getTime() + count * MINUTE_MS).toISOString()

describe('An attempt’s id', () => {
  it('an attempt’s id is hidden from readers of the payment', async () => {
    const attemptId = randomUUID()
    await begin(attemptId)
    const { json, text } = await read()
    expect(json.lastAttempt.attemptPrefix).toBe(attemptId.slice(0, 8))
    expect(text).not.toContain(attemptId)
    expect((await begin()).text).not.toContain(attemptId)
  })
})

describe('Only one of two attempts is live', () => {
  it('only one of two attempts is live when the lapsed attempt sends an update after another began', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await begin(first)
    minutes(10)
    expect((await begin(second)).status).toBe(201)
    expect(await update(first, { phase: 'signing' })).toMatchObject({
      status: 409,
      json: { code: 'attempt_in_progress', attempt: { phase: 'created' } },
    })
    expect((await begin(first)).json.code).toBe('attempt_in_progress')
    expect((await update(second, { phase: 'signing' })).status).toBe(200)
  })

  it('only one of two attempts is live when the released attempt sends an update or begins again', async () => {
    const first = randomUUID()
    await begin(first)
    await call('DELETE', `/attempts/${first}`)
    for (const answer of [
      await update(first, { phase: 'signing' }),
      await update(first, { phase: 'broadcast', txHash: hashOf(9) }),
      await begin(first),
    ]) {
      expect(answer).toMatchObject({ status: 409, json: { code: 'attempt_ended' } })
    }
    expect((await begin()).status).toBe(201)
  })

  it('an attempt can continue while no other has begun, and can report its end while another is live', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await begin(first)
    minutes(11)
    const { json } = await update(first, { phase: 'signing' })
    expect(json.leaseUntil).toBe(inMinutes(10))
    minutes(10)
    await begin(second)
    expect((await update(first, { phase: 'abandoned' })).status).toBe(200)
  })

  it('an attempt’s end may be reported twice', async () => {
    const first = randomUUID()
    await begin(first)
    const end = { phase: 'reverted', txHash: hashOf(9) }
    expect((await update(first, end)).status).toBe(200)
    minutes(1)
    expect((await update(first, end)).status).toBe(200)
    expect((await update(first, { phase: 'reverted' })).status).toBe(200)
    expect((await update(first, { phase: 'done' })).json.code).toBe('attempt_ended')
  })
})

describe('An attempt’s transaction', () => {
  const name = async (txHash: string) => {
    const attemptId = randomUUID()
    await begin(attemptId)
    const { json } = await update(attemptId, { phase: 'broadcast', txHash })
    return { attemptId, leaseUntil: json.leaseUntil }
  }
  const mark = (hash: string) => known.set(hash, `0xc219a14d${reference.slice(2)}00`)

  it('an attempt’s transaction holds the lock for 60 minutes when a node has it, regardless of the number of reports', async () => {
    mark(hashOf(2))
    mark(hashOf(3))
    const end = inMinutes(60)
    const { attemptId, leaseUntil } = await name(hashOf(2))
    expect(leaseUntil).toBe(end)
    minutes(59)
    expect((await begin()).status).toBe(409)
    const { json } = await update(attemptId, { phase: 'broadcast', txHash: hashOf(3) })
    expect(json.leaseUntil).toBe(end)
    minutes(1)
    expect((await begin()).status).toBe(201)
  })

  it('an attempt’s transaction holds the lock for 10 minutes when no node has it', async () => {
    const { attemptId, leaseUntil } = await name(hashOf(4))
    expect(leaseUntil).toBe(inMinutes(10))
    minutes(9)
    const again = await update(attemptId, { phase: 'broadcast', txHash: hashOf(5) })
    expect(again.json.leaseUntil).toBe(leaseUntil)
    minutes(1)
    expect((await begin()).status).toBe(201)
  })

  it('an attempt’s transaction counts only when its input contains the payment’s reference', async () => {
    known.set(hashOf(6), '0xa9059cbb')
    expect((await name(hashOf(6))).leaseUntil).toBe(inMinutes(10))
  })

  it('an attempt’s transaction still holds the lock when a node receives it later', async () => {
    await name(hashOf(7))
    minutes(12)
    mark(hashOf(7))
    expect((await begin()).json.code).toBe('attempt_in_progress')
    known.clear()
    expect((await begin()).status).toBe(201)
  })
})

describe('A cancellation by the merchant', () => {
  const cancel = () => test.call('POST', `/v2/secure-payments/${token}/cancel`)
  const report = (hash: string) =>
    call('POST', '/intent', { txHash: hash, chain: 'devnet', token: 'USDC' })
  const mark = (hash: string, of = reference) => known.set(hash, `0xc219a14d${of.slice(2)}00`)

  /** Reports transaction hashes: the first hash with an attempt that lapses, the other hashes without an attempt. */
  async function forge(hash: string, ...others: string[]): Promise<void> {
    const attemptId = randomUUID()
    await begin(attemptId)
    expect((await update(attemptId, { phase: 'broadcast', txHash: hash })).status).toBe(200)
    for (const other of others) expect((await report(other)).status).toBe(200)
    minutes(11)
  }

  it('a cancellation by the merchant is not delayed by reports of transactions that no node has', async () => {
    await forge(hashOf(20), hashOf(21), hashOf(22))
    mark(hashOf(21), '0x0123456789abcdef')
    expect((await cancel()).status).toBe(200)
  })

  it.each([
    ['an attempt', hashOf(23)],
    ['a report', hashOf(24)],
  ])(
    'a cancellation by the merchant is rejected while a node has the transaction of %s',
    async (_, sent) => {
      await forge(hashOf(23), hashOf(24))
      mark(sent)
      expect((await cancel()).json.code).toBe('cancel_refused')
      known.clear()
      expect((await cancel()).status).toBe(200)
    },
  )

  it('a cancellation by the merchant is rejected while no node responds, because money may be in transit', async () => {
    await forge(hashOf(25))
    isSilent = true
    expect(await cancel()).toMatchObject({ status: 409, json: { reason: 'attempt' } })
    isSilent = false
    expect((await cancel()).status).toBe(200)
  })
})

describe('A stranger with the link', { tags: [ANY_ENGINE] }, () => {
  /**
   * Begins an attempt in every minute in which the service accepts one. Returns the number of minutes in which the
   * payment is locked for a payer.
   */
  async function lockedMinutes(total: number, keep: (attemptId: string) => Promise<unknown>) {
    let attemptId = randomUUID()
    let locked = 0
    for (let minute = 0; minute < total; minute += 1) {
      if ((await keep(attemptId)) === false) attemptId = randomUUID()
      await begin(attemptId)
      const { lastAttempt } = (await read()).json
      if (lastAttempt.leaseUntil > test.clock.now().toISOString()) locked += 1
      minutes(1)
    }
    return locked
  }

  it('a stranger with the link cannot lock a payer out for more than about an hour per day with repeated attempts', async () => {
    expect(await lockedMinutes(180, async () => true)).toBeLessThanOrEqual(71)
    expect((await begin()).status).toBe(201)
  })

  it('a stranger with the link cannot lock a payer out with invented transactions', async () => {
    let index = 100
    const locked = await lockedMinutes(180, async (attemptId) => {
      index += 1
      const { status } = await update(attemptId, { phase: 'broadcast', txHash: hashOf(index) })
      return status === 200
    })
    expect(locked).toBeLessThanOrEqual(71)
    expect((await begin()).status).toBe(201)
  })
})

it('A stranger with the link cannot fill the database with attempts', async () => {
  for (let count = 0; count < 120; count += 1) {
    const attemptId = randomUUID()
    await begin(attemptId)
    await call('DELETE', `/attempts/${attemptId}`)
  }
  const rows = await test.host.context.db.kysely
    .selectFrom('attempts')
    .select('id')
    .where('token', '=', token)
    .execute()
  expect(rows.length).toBeLessThanOrEqual(100)
})
