import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestHost } from '../support/testHost.ts'

const RESCANS = '/v1/operator/rescans'
const CURSOR = 1_000

const test = await startTestHost()
afterAll(() => test[Symbol.asyncDispose]())

const { kysely } = test.host.context.db

/** Stores a cursor at `CURSOR`. No watcher runs here, so rescans keep their requested state. */
async function recordBlocks(network: string) {
  await kysely
    .insertInto('chain_cursors')
    .values({
      network,
      block_number: BigInt(CURSOR),
      block_hash: `0x${'ab'.repeat(32)}`,
      head_number: BigInt(CURSOR),
      updated_at: test.clock.now().toISOString(),
    })
    .execute()
}

const ask = (body: object, headers: Record<string, string> = {}) =>
  test.call('POST', RESCANS, { body, headers })
const countRescans = async () => (await kysely.selectFrom('rescans').select('id').execute()).length

beforeAll(async () => {
  await recordBlocks('devnet')
  await recordBlocks('base')
})

describe('POST /v1/operator/rescans', () => {
  it('POST /v1/operator/rescans accepts one rescan per network, and returns its progress', async () => {
    const { status, json } = await ask({ network: 'devnet', fromBlock: 900 })
    expect(status).toBe(202)
    expect(json).toEqual({
      id: expect.any(String),
      network: 'devnet',
      fromBlock: 900,
      toBlock: null,
      nextBlock: 900,
      status: 'pending',
      paymentCount: 0,
      unreadableCount: null,
      failure: null,
      createdAt: test.clock.now().toISOString(),
      endedAt: null,
    })
    expect((await test.call('GET', `${RESCANS}/${json.id}`)).json).toEqual(json)

    const again = await ask({ network: 'devnet', fromBlock: 1 })
    expect({ status: again.status, code: again.json.code }).toEqual({
      status: 409,
      code: 'rescan_refused',
    })
    expect(again.json.message).toContain('is already being rescanned')

    const ended_at = test.clock.now().toISOString()
    const progress = { status: 'done', to_block: 1_000n, next_block: 1_001n } as const
    const counts = { payment_count: 2, unreadable_count: 1 }
    await kysely
      .updateTable('rescans')
      .set({ ...progress, ...counts, ended_at })
      .execute()
    expect((await test.call('GET', `${RESCANS}/${json.id}`)).json).toMatchObject({
      status: 'done',
      toBlock: 1_000,
      nextBlock: 1_001,
      paymentCount: 2,
      unreadableCount: 1,
      endedAt: ended_at,
    })
    expect((await ask({ network: 'devnet', fromBlock: CURSOR })).status).toBe(202)
  })

  it('POST /v1/operator/rescans returns the same response for a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'rescan-1' }
    const first = await ask({ network: 'base', fromBlock: 1 }, headers)
    const again = await ask({ network: 'base', fromBlock: 1 }, headers)
    expect(first.status).toBe(202)
    expect(again.json).toEqual(first.json)
  })

  it.each([
    ['no network', { fromBlock: 1 }, 'network', 'required'],
    ['no block', { network: 'base' }, 'fromBlock', 'required'],
    [
      'a network that is not served',
      { network: 'mainnet', fromBlock: 1 },
      'network',
      'network_not_served',
    ],
    ['a network in capitals', { network: 'BASE', fromBlock: 1 }, 'network', 'invalid_network'],
    ['a block as text', { network: 'base', fromBlock: '1' }, 'fromBlock', 'invalid_type'],
    ['a negative block', { network: 'base', fromBlock: -1 }, 'fromBlock', 'out_of_range'],
    ['half a block', { network: 'base', fromBlock: 1.5 }, 'fromBlock', 'invalid_type'],
    [
      'a block beyond exact numbers',
      { network: 'base', fromBlock: 2 ** 53 },
      'fromBlock',
      'out_of_range',
    ],
  ])('POST /v1/operator/rescans rejects %s', async (_, body, field, code) => {
    const before = await countRescans()
    const { status, json } = await ask(body)
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'validation_failed' })
    expect(json.errors).toMatchObject([{ field, code }])
    expect(await countRescans()).toBe(before)
  })

  it.each([
    ['blocks after the last recorded block', { network: 'base', fromBlock: CURSOR + 1 }],
    ['a network without recorded blocks', { network: 'devnet-b', fromBlock: 0 }],
  ])('POST /v1/operator/rescans rejects %s', async (_, body) => {
    const before = await countRescans()
    const { status, json } = await ask(body)
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'rescan_refused' })
    expect(json.message).toContain('has no recorded block from that one on')
    expect(await countRescans()).toBe(before)
  })
})

describe('The service’s operator', () => {
  it('the service’s operator is the first merchant: other merchants get the same error regardless of the body', async () => {
    const { apiKey } = await test.createTenant()
    const headers = { 'x-api-key': apiKey }
    const own = await test.call('GET', `${RESCANS}/01KB5A11B2C3D4E5F6G7H8J9KA`)
    expect({ status: own.status, code: own.json.code }).toEqual({
      status: 404,
      code: 'rescan_not_found',
    })
    const before = await countRescans()
    const answers = [
      await test.call('GET', `${RESCANS}/01KB5A11B2C3D4E5F6G7H8J9KA`, { anonymous: true, headers }),
      await test.call('GET', `${RESCANS}/x`, { anonymous: true, headers }),
      await test.call('POST', RESCANS, {
        anonymous: true,
        headers,
        body: { network: 'devnet', fromBlock: 1 },
      }),
    ]
    for (const { status, json } of answers) {
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'operator_only' })
    }
    expect(await countRescans()).toBe(before)
  })

  it.each(['x', '%00', '01kb5a11b2c3d4e5f6g7h8j9ka', '__proto__'])(
    'the service’s operator gets 404 for a rescan %s',
    async (id) => {
      const { status, json } = await test.call('GET', `${RESCANS}/${id}`)
      expect({ status, code: json.code }).toEqual({ status: 404, code: 'rescan_not_found' })
    },
  )
})
