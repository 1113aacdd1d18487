import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewRow, Row } from '../../host/src/db/schema.ts'
import { createId } from '../../host/src/id.ts'
import { createSweeper } from '../../host/src/jobs/createSweeper.ts'
import { DELIVERIES_A_RUN, sweepDeliveries } from '../../host/src/jobs/sweepDeliveries.ts'
import { seedPayments } from '../support/seedPayments.ts'
import { seedRecurringPayout } from '../support/seedRecurringPayout.ts'
import { PAYEE, PAYER, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const DAY_MS = 86_400_000
/** A link ends after a week and is kept for 90 days; a request without a link is kept for 180 days. */
const LINK_DAYS = 7 + 90
const REQUEST_DAYS = 180
const HASH = `0x${'ab'.repeat(32)}`

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test?.[Symbol.asyncDispose]())
beforeEach(() => test.clock.advance(3 * 365 * DAY_MS))

const kysely = () => test.host.context.db.kysely
const createRequest = async (): Promise<string> =>
  (await test.call('POST', '/v2/request', { body: usdcItem })).json.requestId
const requestExists = async (id: string) =>
  (await test.call('GET', `/v2/request/${id}`)).status === 200

async function sweep(): Promise<void> {
  const sweeper = createSweeper(test.host.context)
  while ((await sweeper.step()).more);
}

function insert<T extends 'intents' | 'permits' | 'attempts'>(table: T, row: NewRow<T>) {
  // Each caller passes a row of the matching table.
  return kysely()
    .insertInto(table)
    .values(row as never)
    .execute()
}

const at = () => test.clock.now().toISOString()
const intent = (token: string): NewRow<'intents'> => ({
  id: createId(test.host.context),
  token,
  tx_hash: HASH,
  chain: 'BASE',
  currency: 'USDC',
  created_at: at(),
})
const attempt = (token: string, txHash: string | null): NewRow<'attempts'> => ({
  id: createId(test.host.context),
  token,
  wallet: PAYER,
  chain: 'devnet',
  currency: 'USDC',
  calldata_hash: HASH,
  phase: 'created',
  tx_hash: txHash,
  lease_until: at(),
  created_at: at(),
  updated_at: at(),
})
const permit = (token: string): NewRow<'permits'> => ({
  id: createId(test.host.context),
  tenant_id: 'x',
  token,
  attempt_id: createId(test.host.context),
  network: 'devnet',
  token_address: PAYEE,
  owner: PAYER,
  spender: PAYEE,
  value_units: '1',
  deadline_s: 1n,
  signature: '0x',
  status: 'sent',
  tx_hash: HASH,
  created_at: at(),
  updated_at: at(),
})
const change = (id: string, changes: Partial<Row<'requests'>>) =>
  kysely().updateTable('requests').set(changes).where('id', '=', id).execute()

async function addDelivery(
  subject: string,
  status: Row<'webhook_deliveries'>['status'],
  completedAt: string | null,
): Promise<string> {
  const id = createId(test.host.context)
  const eventId = createId(test.host.context)
  const facts = { request_id: subject, sequence: 1, created_at: at() }
  await kysely()
    .insertInto('events')
    .values({ ...facts, id: eventId, tenant_id: 't', client_id: null, type: 'x', body: '{}' })
    .execute()
  await kysely()
    .insertInto('webhook_deliveries')
    .values({
      ...facts,
      id,
      event_id: eventId,
      endpoint_id: 'e',
      status,
      attempt: 1,
      due_at: at(),
      lease_until: null,
      completed_at: completedAt,
      last_response_status: 200,
      last_error: null,
    })
    .execute()
  await kysely()
    .insertInto('webhook_attempts')
    .values({
      id: createId(test.host.context),
      delivery_id: id,
      attempt: 0,
      started_at: at(),
      duration_ms: 1,
      response_status: 200,
      response_body: null,
      error: null,
    })
    .execute()
  return id
}

describe('An unpaid link', () => {
  it('an unpaid link is deleted 90 days after its end, with its requests, attempts and events, but not a day earlier', async () => {
    const { token, requestIds } = await test.createPayment({ requests: [usdcItem, usdcItem] })
    await insert('attempts', attempt(token, null))
    await addDelivery(token, 'dead', at())
    test.clock.advance(LINK_DAYS * DAY_MS - 1_000)
    await sweep()
    expect((await test.call('GET', `/v2/secure-payments/${token}`)).status).toBe(403)
    test.clock.advance(2_000)
    await sweep()
    expect((await test.call('GET', `/v2/secure-payments/${token}`)).status).toBe(404)
    for (const id of requestIds) expect(await requestExists(id)).toBe(false)
    for (const table of ['attempts', 'secure_payments'] as const) {
      expect(
        await kysely().selectFrom(table).select('token').where('token', '=', token).execute(),
      ).toEqual([])
    }
    expect(
      await kysely().selectFrom('events').select('id').where('request_id', '=', token).execute(),
    ).toEqual([])
  })

  it.each<[string, (token: string, requestId: string) => Promise<unknown>]>([
    ['a payment', (_, id) => seedPayments(test.host.context, [{ request_id: id }])],
    ['a partial payment', (_, id) => change(id, { status: 'partially_paid', paid_units: '1' })],
    ['an intent', (token) => insert('intents', intent(token))],
    ['a permit', (token) => insert('permits', permit(token))],
    ['an attempt that sent a transaction', (token) => insert('attempts', attempt(token, HASH))],
    ['a webhook that is not sent yet', (token) => addDelivery(token, 'pending', null)],
    ['a webhook of its request that is not sent yet', (_, id) => addDelivery(id, 'pending', null)],
  ])('an unpaid link stays if it has %s, with all of its requests', async (_, mark) => {
    const { token, requestIds } = await test.createPayment({ requests: [usdcItem, usdcItem] })
    await mark(token, requestIds[0] ?? '')
    test.clock.advance(3 * 365 * DAY_MS)
    await sweep()
    for (const id of requestIds) expect(await requestExists(id)).toBe(true)
    expect((await test.call('GET', `/v2/secure-payments/${token}`)).status).not.toBe(404)
  })
})

describe('An unpaid request without a link', () => {
  it('an unpaid request without a link is deleted 180 days after its last change', async () => {
    const [untouched, changed] = [await createRequest(), await createRequest()]
    test.clock.advance(10 * DAY_MS)
    await change(changed, { updated_at: at() })
    test.clock.advance((REQUEST_DAYS - 10) * DAY_MS + 1_000)
    await sweep()
    expect(await requestExists(untouched)).toBe(false)
    expect(await requestExists(changed)).toBe(true)
  })

  const refused = (id: string): NewRow<'unmatched_payments'> => ({
    id: createId(test.host.context),
    tenant_id: 't',
    request_id: id,
    network: 'devnet',
    tx_hash: `0x${createId(test.host.context)}`,
    log_index: 0,
    block_number: 1n,
    contract: PAYEE,
    token_address: null,
    payee: PAYEE,
    amount_units: '1',
    reason: 'wrong_token',
    detected_at: at(),
  })
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['a payment', (id) => seedPayments(test.host.context, [{ request_id: id }])],
    [
      'an unmatched payment',
      (id) => kysely().insertInto('unmatched_payments').values(refused(id)).execute(),
    ],
    ['a schedule', (id) => seedRecurringPayout(test.host.context, { request_id: id })],
    ['a recurrence', (id) => change(id, { recurrence: '{}' })],
    ['an offramp', (id) => change(id, { offramp_provider: 'sandbox' })],
  ])('an unpaid request without a link stays if it has %s', async (_, mark) => {
    const id = await createRequest()
    await mark(id)
    test.clock.advance(3 * 365 * DAY_MS)
    await sweep()
    expect(
      await kysely().selectFrom('requests').select('id').where('id', '=', id).execute(),
    ).toHaveLength(1)
  })

  it('an unpaid request without a link leaves a trace that allows the host to detect a late payment', async () => {
    const id = await createRequest()
    const { paymentReference } = (await test.call('GET', `/v2/request/${id}`)).json
    test.clock.advance((REQUEST_DAYS + 1) * DAY_MS)
    await sweep()
    const trace = await kysely()
      .selectFrom('swept_requests')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(trace.payment_reference).toBe(paymentReference)
  })
})

it('The total in the request list is correct after a sweep', async () => {
  await createRequest()
  test.clock.advance(2 * 3_600_000)
  const total = async () =>
    (await test.call('GET', '/v2/request?limit=1')).json.pagination.total as number
  const rows = async () =>
    Number(
      (
        await kysely()
          .selectFrom('requests')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )
  expect(await total()).toBe(await rows())
  test.clock.advance((REQUEST_DAYS + 1) * DAY_MS)
  await createRequest()
  test.clock.advance(2 * 3_600_000)
  const before = await total()
  await sweep()
  expect(await total()).toBeLessThan(before)
  expect(await total()).toBe(await rows())
})

it('A host with the worker role deletes old records automatically', async () => {
  const { token } = await test.createPayment()
  const delivery = await addDelivery('r6', 'delivered', at())
  const key = {
    scope: 'old',
    key: createId(test.host.context),
    body_hash: '',
    state: 'done',
  } as const
  await kysely()
    .insertInto('idempotency_keys')
    .values({ ...key, response_status: 201, response_body: '{}', created_at: at() })
    .execute()
  test.clock.advance(LINK_DAYS * DAY_MS + 1_000)
  await using _worker = await test.startNeighbour({ PAY_ROLE: 'worker' })
  const left = async () => {
    const found = await Promise.all([
      kysely().selectFrom('secure_payments').select('token').where('token', '=', token).execute(),
      kysely().selectFrom('webhook_deliveries').select('id').where('id', '=', delivery).execute(),
      kysely().selectFrom('idempotency_keys').select('key').where('key', '=', key.key).execute(),
    ])
    return found.flat().length
  }
  await waitUntil(async () => (await left()) === 0)
})

it('A retention of 0 keeps everything', async () => {
  const { token } = await test.createPayment()
  const id = await createRequest()
  const delivery = await addDelivery(id, 'delivered', at())
  test.clock.advance(3 * 365 * DAY_MS)
  const retention = {
    ...test.host.context.config.retention,
    keepLinksDays: null,
    keepRequestsDays: null,
    keepDeliveriesDays: null,
  }
  const context = { ...test.host.context, config: { ...test.host.context.config, retention } }
  const sweeper = createSweeper(context)
  while ((await sweeper.step()).more);
  await sweepDeliveries(context)
  expect((await test.call('GET', `/v2/secure-payments/${token}`)).status).toBe(403)
  expect(await requestExists(id)).toBe(true)
  expect(
    await kysely()
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('id', '=', delivery)
      .execute(),
  ).toHaveLength(1)
})

describe('A webhook delivery', () => {
  it('a webhook delivery is deleted 90 days after it is done, with its attempts, in small steps; a pending delivery stays', async () => {
    await kysely().deleteFrom('webhook_deliveries').execute()
    const done = await addDelivery('r1', 'delivered', at())
    const pending = await addDelivery('r2', 'pending', null)
    test.clock.advance(89 * DAY_MS)
    const young = await addDelivery('r3', 'dead', at())
    const ids = async () =>
      (await kysely().selectFrom('webhook_deliveries').select('id').execute())
        .map(({ id }) => id)
        .sort()
    await sweepDeliveries(test.host.context)
    expect(await ids()).toEqual([done, pending, young].sort())
    test.clock.advance(DAY_MS + 1_000)
    expect(await sweepDeliveries(test.host.context)).toEqual({ more: false })
    expect(await ids()).toEqual([pending, young].sort())
    expect(
      await kysely()
        .selectFrom('webhook_attempts')
        .select('id')
        .where('delivery_id', '=', done)
        .execute(),
    ).toEqual([])
    expect(DELIVERIES_A_RUN).toBeLessThanOrEqual(1_000)
  })

  it('a webhook delivery is deleted with its event if the event was a test; payment events stay', async () => {
    await kysely().deleteFrom('webhook_deliveries').execute()
    const delivered = [
      await addDelivery('r4', 'delivered', at()),
      await addDelivery('r5', 'dead', at()),
    ]
    const [tested = '', paid = ''] = await Promise.all(delivered.map(eventOf))
    await kysely().updateTable('events').set({ is_test: 1 }).where('id', '=', tested).execute()
    test.clock.advance(91 * DAY_MS)
    await sweepDeliveries(test.host.context)
    const left = await kysely()
      .selectFrom('events')
      .select('id')
      .where('id', 'in', [tested, paid])
      .execute()
    expect(left).toEqual([{ id: paid }])
  })
})

async function eventOf(deliveryId: string): Promise<string> {
  const row = await kysely()
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('id', '=', deliveryId)
    .executeTakeFirstOrThrow()
  return row.event_id
}
