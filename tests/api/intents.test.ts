import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { markPaid } from '../support/markRequest.ts'
import { PAYEE, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const DAY_MS = 24 * 3_600_000
const TX_HASH = `0x${'ab'.repeat(32)}`
const INTENT = { txHash: TX_HASH, chain: 'DEVNET-B', token: 'USDC' }

let test: TestHost
let token: string
let requestId: string

beforeAll(async () => {
  // No server listens at this address, so posted intents are stored but their transfers are never found.
  test = await startTestHost({ PAY_LIFI_URL: 'http://127.0.0.1:1' })
})
afterAll(() => test?.[Symbol.asyncDispose]())
beforeEach(async () => {
  const created = await test.createPayment()
  token = created.token
  requestId = created.requestIds[0] ?? ''
})

const send = (body: object, to = token) =>
  test.call('POST', `/v2/secure-payments/${to}/intent`, { body })

const stored = () =>
  test.host.context.db.kysely
    .selectFrom('intents')
    .selectAll()
    .where('token', '=', token)
    .orderBy('id')
    .execute()

describe('An intent on another chain', () => {
  it('an intent on another chain is tracked for a day', async () => {
    const { status, json } = await send(INTENT)
    const { json: payment } = await test.call('GET', `/v2/secure-payments/${token}`)
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        intentId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
        paymentReference: payment.items[0].paymentReference,
        txHash: TX_HASH,
        isListening: true,
      },
    })
    const now = test.clock.now()
    expect(await stored()).toMatchObject([
      {
        id: json.intentId,
        request_id: requestId,
        status: 'tracking',
        source_network: 'devnet-b',
        currency: 'USDC',
        tool: 'across',
        sender: null,
        next_check_at: now.toISOString(),
        give_up_at: new Date(now.getTime() + DAY_MS).toISOString(),
      },
    ])
  })

  it('an intent on another chain accepts USDT and the network’s name or id, and ignores unknown members', async () => {
    const bodies = [
      INTENT,
      { ...INTENT, chain: 'devnet-b' },
      { ...INTENT, txHash: `0x${'AB'.repeat(32)}`, payerAddress: PAYEE },
    ]
    const ids = new Set<string>()
    for (const body of bodies) ids.add((await send(body)).json.intentId)
    expect(ids.size).toBe(1)
    const other = await send({ ...INTENT, txHash: `0x${'cd'.repeat(32)}`, token: 'USDT' })
    expect(other.status).toBe(200)
    const currencies = (await stored()).map(({ currency }) => currency)
    expect(currencies.sort()).toEqual(['USDC', 'USDT'])
  })

  it('an intent on another chain is one intent for any number of simultaneous reports', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(INTENT)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ json }) => json.intentId)).size).toBe(1)
    expect(await stored()).toHaveLength(1)
  })

  it('an intent on another chain does not mark the payment as paid', async () => {
    await send(INTENT)
    const { json } = await test.call('GET', `/v2/request/${requestId}`)
    expect(json).toMatchObject({ status: 'created', hasBeenPaid: false, note: null, payments: [] })
  })

  it('an intent on another chain replaces an earlier report that named the payment’s own chain', async () => {
    const first = await send({ ...INTENT, chain: 'DEVNET' })
    expect(await stored()).toMatchObject([{ chain: 'devnet', status: null, next_check_at: null }])
    const second = await send(INTENT)
    expect(second.json.intentId).toBe(first.json.intentId)
    expect(await stored()).toMatchObject([
      { chain: 'devnet-b', status: 'tracking', source_network: 'devnet-b' },
    ])
    // A later report of the payment's own chain does not replace a tracked intent.
    await send({ ...INTENT, chain: 'DEVNET' })
    expect(await stored()).toMatchObject([{ chain: 'devnet-b', status: 'tracking' }])
  })

  it('an intent on another chain replaces the oldest of a payment’s 20 intents, but never one whose source is known', async () => {
    const hashOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`
    const report = async (index: number) => {
      // The ids' time stamps give the intents their order.
      test.clock.advance(1)
      return send({ ...INTENT, txHash: hashOf(index) })
    }
    for (let index = 0; index < 20; index += 1) expect((await report(index)).status).toBe(200)
    const { kysely } = test.host.context.db
    const prove = (hashes: string[]) =>
      kysely.updateTable('intents').set({ sender: PAYEE }).where('tx_hash', 'in', hashes).execute()
    await prove([hashOf(0)])
    expect((await report(20)).status).toBe(200)
    const kept = (await stored()).map(({ tx_hash }) => tx_hash)
    expect(kept).toHaveLength(20)
    expect(kept).toContain(hashOf(0))
    expect(kept).not.toContain(hashOf(1))
    await prove(kept)
    const { status, json } = await report(21)
    expect({ status, code: json.errors?.[0]?.code }).toEqual({
      status: 400,
      code: 'too_many_intents',
    })
    expect((await stored()).map(({ tx_hash }) => tx_hash)).toEqual(kept)
  })

  it('an intent on another chain with a known source stays unchanged when the page reports it again', async () => {
    const { json } = await send(INTENT)
    const { kysely } = test.host.context.db
    const ended = { sender: PAYEE, status: 'refunded', next_check_at: null } as const
    await kysely.updateTable('intents').set(ended).where('id', '=', json.intentId).execute()
    expect((await send(INTENT)).json.intentId).toBe(json.intentId)
    expect(await stored()).toMatchObject([ended])
  })

  it('an intent on another chain with a known source still locks the payment after the page reports it again', async () => {
    const { json } = await send(INTENT)
    const { kysely } = test.host.context.db
    const known = { sender: PAYEE, source_network: 'base', promised_units: '12500000' } as const
    await kysely.updateTable('intents').set(known).where('id', '=', json.intentId).execute()
    expect((await send(INTENT)).json.intentId).toBe(json.intentId)
    expect(await stored()).toMatchObject([known])
  })
})

describe('An intent', () => {
  it.each([
    ['a hash of 65 characters', { txHash: `0x${'a'.repeat(63)}` }, 'txHash', 'invalid_tx_hash'],
    ['a hash of 67 characters', { txHash: `0x${'a'.repeat(65)}` }, 'txHash', 'invalid_tx_hash'],
    ['no hash', { txHash: undefined }, 'txHash', 'required'],
    ['no chain', { chain: undefined }, 'chain', 'required'],
    ['no token', { token: undefined }, 'token', 'required'],
    ['a chain without a bridge', { chain: 'POLYGON' }, 'chain', 'unsupported_crosschain'],
    ['a chain that is not served', { chain: 'ARBITRUM' }, 'chain', 'unsupported_crosschain'],
    ['Tron', { chain: 'TRON' }, 'chain', 'unsupported_crosschain'],
    ['a token that no bridge accepts', { token: 'DAI' }, 'chain', 'unsupported_crosschain'],
    ['the native coin', { token: 'ETH' }, 'chain', 'unsupported_crosschain'],
  ])('an intent returns 400 for %s', async (_, change, field, code) => {
    const { status, json } = await send({ ...INTENT, ...change })
    expect({ status, issue: json.errors?.[0] }).toMatchObject({
      status: 400,
      issue: { field, code },
    })
    expect(await stored()).toEqual([])
  })

  it('an intent returns 400 for a real chain if the payment is on a test chain', async () => {
    const { status, json } = await send({ ...INTENT, chain: 'BASE' })
    expect({ status, code: json.errors?.[0]?.code }).toEqual({
      status: 400,
      code: 'unsupported_crosschain',
    })
  })

  it.each([
    ['a batch', { requests: [usdcItem, { ...usdcItem, amount: '1' }] }],
    [
      'the native coin',
      {
        requests: [
          {
            ...usdcItem,
            invoiceCurrency: 'ETH-devnet',
            paymentCurrency: 'ETH-devnet',
            amount: '1',
          },
        ],
      },
    ],
    [
      'a converted amount',
      {
        requests: [
          { ...usdcItem, invoiceCurrency: 'USD', paymentCurrency: 'USDC-devnet', amount: '10' },
        ],
      },
    ],
  ])('an intent returns 400 for %s', async (_, body) => {
    const { token: other } = await test.createPayment(body)
    const { status, json } = await send(INTENT, other)
    expect({ status, code: json.errors?.[0]?.code }).toEqual({
      status: 400,
      code: 'unsupported_crosschain',
    })
  })

  it('an intent for an unknown token returns 404', async () => {
    expect((await send(INTENT, '01KB50A1B2C3D4E5F6G7H8J9KA')).status).toBe(404)
  })

  it('an intent returns 403 once the payment has expired, 410 once it has been cancelled, and 409 once it is completed', async () => {
    test.clock.advance(8 * DAY_MS)
    const expired = await send(INTENT)
    test.clock.advance(-8 * DAY_MS)
    expect(expired).toMatchObject({ status: 403, json: { code: 'payment_expired' } })
    const { token: withdrawn } = await test.createPayment()
    await test.host.context.db.kysely
      .updateTable('secure_payments')
      .set({ status: 'invalidated' })
      .where('token', '=', withdrawn)
      .execute()
    expect(await send(INTENT, withdrawn)).toMatchObject({
      status: 410,
      json: { code: 'payment_not_payable' },
    })
    await markPaid(test.host, { token, requestId, paidUnits: 12_500_000n })
    const completed = await send(INTENT)
    expect(completed).toMatchObject({
      status: 409,
      json: { code: 'payment_completed' },
    })
    expect(await stored()).toEqual([])
  })
})

it('An intent for the transaction that completed the payment is stored, because the page may report it late', async () => {
  const { txHash } = await markPaid(test.host, { token, requestId, paidUnits: 12_500_000n })
  const body = { txHash, chain: 'DEVNET', token: 'USDC' }
  const first = await send(body)
  expect(first).toMatchObject({ status: 200, json: { txHash } })
  const upperCase = { ...body, txHash: `0x${txHash.slice(2).toUpperCase()}` }
  expect((await send(upperCase)).json.intentId).toBe(first.json.intentId)
  expect(await stored()).toMatchObject([{ tx_hash: txHash, status: null, next_check_at: null }])
  expect((await send({ ...body, txHash: TX_HASH })).json.code).toBe('payment_completed')
  const elsewhere = await send({ ...body, chain: 'DEVNET-B' })
  expect(elsewhere.json.code).toBe('payment_completed')
})

it('A host without a bridge rejects an intent on another chain', async () => {
  await using plain = await startTestHost({ PAY_LIFI_URL: 'off' })
  const { token: other } = await plain.createPayment()
  const { status, json } = await plain.call('POST', `/v2/secure-payments/${other}/intent`, {
    body: INTENT,
  })
  expect({ status, code: json.errors?.[0]?.code }).toEqual({
    status: 400,
    code: 'unsupported_crosschain',
  })
})
