import { requestRecurring } from '@secure-payment/core/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setRecurrenceStopped } from '../../host/src/api/requests/updateRequest.ts'
import { openDatabase } from '../../host/src/db/openDatabase.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { createId } from '../../host/src/id.ts'
import { continueRecurrences, MAX_CONTINUED } from '../../host/src/jobs/continueRecurrences.ts'
import { MAX_UNPAID_PERIODS } from '../../host/src/jobs/findStoppedRecurrences.ts'
import { buildRequestRow } from '../../host/src/requests/buildRequestRow.ts'
import { MAX_RUNNING_RECURRENCES } from '../../host/src/requests/guardRunningRecurrences.ts'
import type { PlannedRequest } from '../../host/src/requests/planRequest.ts'
import type { Recurrence } from '../../host/src/requests/recurrence.ts'
import { pageHeaders, startTestHost, usdcItem } from '../support/testHost.ts'
import { createEndpoint, TENANT_ID } from './support/createRequests.ts'
import { type Outbox, SECRET, startOutbox } from './support/startOutbox.ts'
import { waitFor } from './support/waitFor.ts'

const START_MS = Date.UTC(2027, 0, 31, 9)
const DAY_MS = 86_400_000

/** 80 dollars, payable in USDC with a fee of 1 %. */
const PLANNED: PlannedRequest = {
  network: 'devnet',
  payee: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  token: '0x5ecc000000000000000000000000000000000101',
  invoiceCurrency: 'USD',
  paymentCurrency: 'USDC-devnet',
  destinationId: null,
  amount: '80',
  amountUnits: 8_000_000_000n,
  fee: {
    percentage: '1',
    bearer: 'payer',
    isRounded: false,
    units: 80_000_000n,
    address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  },
  plan: {
    way: 'converted',
    path: [
      '0x775eb53d00dd0acd3ec1696472105d579b9b386b',
      '0x5ecc000000000000000000000000000000000101',
    ],
    maxRateAgeS: 3_600,
  },
}

let outbox: Outbox
beforeEach(async () => {
  outbox = await startOutbox({ nowMs: START_MS })
})
afterEach(() => outbox[Symbol.asyncDispose]())

async function createRecurring(
  recurrence: Recurrence,
  planned: PlannedRequest = PLANNED,
): Promise<Row<'requests'>> {
  const { context } = outbox
  const row = buildRequestRow(context, planned, {
    tenantId: TENANT_ID,
    clientId: 'cli_shop',
    origin: 'https://shop.example.test',
    reference: 'PO-7781',
    now: context.now(),
    customerInfo: JSON.stringify({ email: 'ana@example.test' }),
    recurrence,
  })
  await context.db.kysely.insertInto('requests').values(row).execute()
  return row
}

/** Returns the periods' requests, oldest first. */
function childrenOf({ id }: Row<'requests'>): Promise<Row<'requests'>[]> {
  return outbox.context.db.kysely
    .selectFrom('requests')
    .selectAll()
    .where('original_request_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

async function reload({ id }: Row<'requests'>): Promise<Row<'requests'>> {
  return outbox.context.db.kysely
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

function moveTo(iso: string): void {
  outbox.clock.nowMs = Date.parse(iso)
}

test('A monthly invoice that starts on 31 January repeats on the last day of February and on 31 March', async () => {
  const original = await createRecurring({ startDate: '2027-01-31', frequency: 'MONTHLY' })
  const days: string[] = []
  for (let hour = 0; hour < 24 * 100; hour += 6) {
    outbox.clock.nowMs = START_MS + hour * 3_600_000
    const { count } = await continueRecurrences(outbox.context)
    if (count > 0) days.push(outbox.context.now().toISOString().slice(0, 10))
  }
  expect(days).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
  expect(await childrenOf(original)).toHaveLength(3)
})

test('Each period requests the same amount, unpaid, under a separate id and reference', async () => {
  const original = await createRecurring({ startDate: '2027-01-31', frequency: 'DAILY' })
  await outbox.context.db.kysely
    .updateTable('requests')
    .set({ status: 'paid', has_been_paid: 1, paid_units: '8000000000', tx_hash: '0xabc' })
    .where('id', '=', original.id)
    .execute()
  moveTo('2027-02-01T00:00:00.000Z')
  await continueRecurrences(outbox.context)
  const [child, ...others] = await childrenOf(original)
  expect(others).toEqual([])
  expect(child).toEqual({
    ...original,
    id: expect.not.stringMatching(original.id),
    salt: expect.not.stringMatching(original.salt),
    payment_reference: expect.not.stringMatching(original.payment_reference),
    reference_key: expect.any(typeof original.reference_key === 'bigint' ? BigInt : Number),
    event_sequence: 1,
    created_at: '2027-02-01T00:00:00.000Z',
    updated_at: '2027-02-01T00:00:00.000Z',
    recurrence: null,
    next_recurrence_at: null,
    original_request_id: original.id,
    original_payment_reference: original.payment_reference,
  })
  expect(await reload(original)).toMatchObject({
    status: 'paid',
    next_recurrence_at: '2027-02-02T00:00:00.000Z',
  })
})

test('The event request.recurring is signed and has the documented format', async () => {
  const { context, sink } = outbox
  await createEndpoint(context, { url: sink.url, secret: SECRET })
  const original = await createRecurring({ startDate: '2027-01-31', frequency: 'WEEKLY' })
  moveTo('2027-02-07T00:00:01.000Z')
  await continueRecurrences(context)
  outbox.startWorker()
  await outbox.untilEmpty()
  const [child] = await childrenOf(original)
  const bodies = sink.deliveries().map(({ rawBody }) => JSON.parse(rawBody))
  expect(bodies.map((body) => requestRecurring.schema.parse(body))).toEqual([
    {
      event: 'request.recurring',
      eventId: expect.any(String),
      sequence: 1,
      requestId: child?.id,
      requestID: child?.id,
      paymentReference: child?.payment_reference,
      originalRequestId: original.id,
      originalRequestPaymentReference: original.payment_reference,
      timestamp: '2027-02-07T00:00:01.000Z',
      paymentProcessor: 'onchain',
      clientId: 'cli_shop',
      origin: 'https://shop.example.test',
    },
  ])
  expect(sink.deliveries().map(({ verified }) => verified)).toEqual([true])
})

test('A run that is killed before its commit leaves no trace, and the next run repeats it', async () => {
  const { context } = outbox
  await createEndpoint(context, { url: outbox.sink.url, secret: SECRET })
  const original = await createRecurring({ startDate: '2027-01-31', frequency: 'DAILY' })
  moveTo('2027-02-01T00:00:00.000Z')
  const { db } = context
  const dying: typeof db = {
    ...db,
    transaction: (fn) =>
      db.transaction(async (tx) => {
        await fn(tx)
        throw new Error('killed')
      }),
  }
  await expect(continueRecurrences({ ...context, db: dying })).rejects.toThrow('killed')
  expect(await childrenOf(original)).toEqual([])
  expect(await countEvents()).toBe(0)
  expect(await continueRecurrences(context)).toEqual({ count: 1 })
  expect(await continueRecurrences(context)).toEqual({ count: 0 })
  expect(await childrenOf(original)).toHaveLength(1)
  expect(await countEvents()).toBe(1)
})

test('Concurrent hosts create one request per period', async () => {
  const { context } = outbox
  const originals: Row<'requests'>[] = []
  for (let index = 0; index < 20; index += 1) {
    originals.push(await createRecurring({ startDate: '2027-01-31', frequency: 'DAILY' }))
  }
  moveTo('2027-02-01T00:00:00.000Z')
  const hosts = await Promise.all([1, 2, 3, 4].map(() => openDatabase(outbox.databaseUrl)))
  try {
    const runs = await Promise.all(hosts.map((db) => continueRecurrences({ ...context, db })))
    expect(runs.reduce((sum, { count }) => sum + count, 0)).toBe(20)
  } finally {
    await Promise.all(hosts.map((db) => db[Symbol.asyncDispose]()))
  }
  for (const original of originals) expect(await childrenOf(original)).toHaveLength(1)
})

test('A host catches up on every missed period after a downtime, one per run', async () => {
  const original = await createRecurring({ startDate: '2027-01-31', frequency: 'DAILY' })
  outbox.clock.nowMs = START_MS + 5 * DAY_MS
  const counts: number[] = []
  for (let run = 0; run < 7; run += 1) {
    counts.push((await continueRecurrences(outbox.context)).count)
  }
  expect(counts).toEqual([1, 1, 1, 1, 1, 0, 0])
  expect(await reload(original)).toMatchObject({ next_recurrence_at: '2027-02-06T00:00:00.000Z' })
})

test('A host creates a thousand simultaneous invoices in batches', async () => {
  const { context } = outbox
  const rows = Array.from({ length: 2 * MAX_CONTINUED + 50 }, () =>
    buildRequestRow(context, PLANNED, {
      tenantId: TENANT_ID,
      clientId: null,
      origin: null,
      reference: null,
      now: context.now(),
      recurrence: { startDate: '2027-01-31', frequency: 'YEARLY' },
    }),
  )
  await context.db.kysely.insertInto('requests').values(rows).execute()
  moveTo('2028-01-31T00:00:00.000Z')
  const counts: number[] = []
  for (let run = 0; run < 4; run += 1) counts.push((await continueRecurrences(context)).count)
  expect(counts).toEqual([MAX_CONTINUED, MAX_CONTINUED, 50, 0])
})

test('A stopped invoice creates no requests', async () => {
  const original = await createRecurring({ startDate: '2027-01-31', frequency: 'DAILY' })
  await outbox.context.db.kysely
    .updateTable('requests')
    .set({ is_recurrence_stopped: 1, next_recurrence_at: null })
    .where('id', '=', original.id)
    .execute()
  outbox.clock.nowMs = START_MS + 30 * DAY_MS
  expect(await continueRecurrences(outbox.context)).toEqual({ count: 0 })
})

test('Two running hosts create a period’s request automatically, once', async () => {
  const roles = { PAY_ROLE: 'api,worker' }
  await using first = await startTestHost(roles)
  await using _second = await first.startNeighbour(roles)
  const startDate = first.clock.now().toISOString()
  const body = { ...usdcItem, recurrence: { startDate, frequency: 'DAILY' } }
  const { json } = await first.call('POST', '/v2/request', { body })
  const { kysely } = first.host.context.db
  const findChildren = () =>
    kysely
      .selectFrom('requests')
      .select('id')
      .where('original_request_id', '=', json.requestId)
      .execute()
  for (const expected of [1, 2, 3]) {
    first.clock.advance(DAY_MS)
    await waitFor(`request ${expected}`, async () => {
      const children = await findChildren()
      return children.length >= expected ? children : null
    })
  }
  expect(await findChildren()).toHaveLength(3)
  const told = await kysely
    .selectFrom('events')
    .select('request_id')
    .where('type', '=', 'request.recurring')
    .execute()
  expect(told.map((event) => event.request_id).sort()).toEqual(
    (await findChildren()).map((child) => child.id).sort(),
  )
})

/** Advances through the periods, each an hour late; returns the periods in which a request was created. */
async function runPeriods(days: number, from = 1): Promise<number[]> {
  const made: number[] = []
  for (let day = from; day < from + days; day += 1) {
    moveTo(new Date(Date.UTC(2027, 0, 31 + day, 1)).toISOString())
    if ((await continueRecurrences(outbox.context)).count > 0) made.push(day)
  }
  return made
}

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)

async function payOne({ id }: Row<'requests'>, units = '8000000000'): Promise<void> {
  await outbox.context.db.kysely
    .updateTable('requests')
    .set({ paid_units: units, updated_at: outbox.context.now().toISOString() })
    .where('id', '=', id)
    .execute()
}

const OTHER_WALLET = `0x${'0b'.repeat(20)}`

async function createDestination(
  destinationId: string,
  isActive: number,
  wallet = PLANNED.payee,
): Promise<string> {
  const id = createId(outbox.context)
  const created_at = outbox.context.now().toISOString()
  await outbox.context.db.kysely
    .insertInto('payee_destinations')
    .values({
      id,
      tenant_id: TENANT_ID,
      wallet_address: wallet,
      chain_id: 31_337n,
      token_address: PLANNED.token ?? '',
      destination_id: destinationId,
      is_active: isActive,
      created_at,
      updated_at: created_at,
    })
    .execute()
  return id
}

const stops = () =>
  outbox.lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'Stopped a recurring invoice')
    .map(({ requestId, reason }) => [requestId, reason])

test('An invoice ends automatically after 12 unpaid periods, with a log line and an event', async () => {
  const original = await createRecurring({ startDate: '2027-01-31', frequency: 'DAILY' })
  // The invoice itself is the first of the 12 periods.
  expect(await runPeriods(20)).toEqual(upTo(MAX_UNPAID_PERIODS - 1))
  expect(await reload(original)).toMatchObject({
    is_recurrence_stopped: 1,
    next_recurrence_at: null,
  })
  expect(stops()).toEqual([[original.id, 'unpaid']])
})

test('A full or partial payment extends an invoice by another 12 periods', async () => {
  const original = await createRecurring({ startDate: '2027-01-31', frequency: 'DAILY' })
  await runPeriods(5)
  const [, , third] = await childrenOf(original)
  if (third === undefined) throw new Error('there are five')
  await payOne(third, '1')
  // The twelve periods after the third are unpaid when the sixteenth is due.
  expect(await runPeriods(20, 6)).toEqual(upTo(10, 6))
})

test('A late payment for the first invoice restarts the count', async () => {
  const original = await createRecurring({ startDate: '2027-01-31', frequency: 'DAILY' })
  await runPeriods(9)
  await payOne(original)
  expect(await runPeriods(20, 10)).toEqual(upTo(MAX_UNPAID_PERIODS, 10))
})

test('An invoice that is resumed after its automatic end continues for another 12 periods', async () => {
  const original = await createRecurring({ startDate: '2027-01-31', frequency: 'DAILY' })
  await runPeriods(12)
  const { context } = outbox
  const caller = { credential: 'apiKey', tenantId: TENANT_ID, keyId: 'key', scopes: [] } as const
  const resumed = { requestId: original.id, caller, isRecurrenceStopped: false }
  await setRecurrenceStopped(context, resumed)
  expect(await runPeriods(20, 13)).toEqual(upTo(MAX_UNPAID_PERIODS, 13))
  expect(stops()).toHaveLength(2)
})

test('Periods that a host catches up on after a downtime do not count as unpaid', async () => {
  const original = await createRecurring({ startDate: '2027-01-31', frequency: 'DAILY' })
  moveTo('2027-03-11T00:00:00.000Z')
  for (let run = 0; run < 40; run += 1) await continueRecurrences(outbox.context)
  expect(await childrenOf(original)).toHaveLength(39)
  expect(await reload(original)).toMatchObject({ is_recurrence_stopped: 0 })
})

test('Requests that another caller links to an invoice neither extend nor end it', async () => {
  const original = await createRecurring({ startDate: '2027-01-31', frequency: 'DAILY' })
  await runPeriods(2)
  const { context } = outbox
  const linked = upTo(20).map(() =>
    buildRequestRow(context, PLANNED, {
      tenantId: TENANT_ID,
      clientId: 'cli_shop',
      origin: null,
      reference: null,
      now: new Date(START_MS + 1),
      original: { requestId: original.id, paymentReference: null },
    }),
  )
  await context.db.kysely.insertInto('requests').values(linked).execute()
  expect(await runPeriods(20, 3)).toEqual(upTo(9, 3))
})

test('An invoice ends when its network is no longer served', async () => {
  const original = await createRecurring(
    { startDate: '2027-01-31', frequency: 'DAILY' },
    { ...PLANNED, network: 'devnet-b' },
  )
  expect(await runPeriods(2)).toEqual([])
  expect(await reload(original)).toMatchObject({ is_recurrence_stopped: 1 })
  expect(stops()).toEqual([[original.id, 'network_not_served']])
})

test('An invoice ends when its own destination is deactivated, but not when another destination is', async () => {
  await createDestination('off', 0)
  await createDestination('on', 1, OTHER_WALLET)
  await createDestination('replaced', 0, OTHER_WALLET)
  const recurrence: Recurrence = { startDate: '2027-01-31', frequency: 'DAILY' }
  const ended = await createRecurring(recurrence, { ...PLANNED, destinationId: 'off' })
  const others = [
    await createRecurring(recurrence, { ...PLANNED, destinationId: 'on' }),
    // Another of the wallet's destinations replaced this destination, and still receives.
    await createRecurring(recurrence, { ...PLANNED, destinationId: 'replaced' }),
    // This destination was never registered with the service.
    await createRecurring(recurrence, { ...PLANNED, destinationId: 'elsewhere' }),
  ]
  await runPeriods(1)
  expect(stops()).toEqual([[ended.id, 'destination_inactive']])
  for (const other of others) expect(await childrenOf(other)).toHaveLength(1)
})

test('An invoice ends when its client ID’s destination is deactivated', async () => {
  const recordId = await createDestination('off', 0)
  const now = outbox.context.now().toISOString()
  await outbox.context.db.kysely
    .insertInto('client_ids')
    .values({
      id: 'shop',
      tenant_id: TENANT_ID,
      client_id: 'cli_shop',
      label: 'Shop',
      allowed_domains: '[]',
      is_first_party: 0,
      status: 'active',
      payee_destination_id: recordId,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const original = await createRecurring({ startDate: '2027-01-31', frequency: 'DAILY' })
  expect(await runPeriods(1)).toEqual([])
  expect(stops()).toEqual([[original.id, 'destination_inactive']])
})

test('A client ID has at most 100 running invoices, even with concurrent create calls', async () => {
  await using host = await startTestHost()
  const { clientId } = await host.createClientId()
  const options = { headers: pageHeaders(clientId), anonymous: true }
  const startDate = host.clock.now().toISOString()
  const body = { ...usdcItem, recurrence: { startDate, frequency: 'DAILY' } }
  const create = (more: object = options) => host.call('POST', '/v2/request', { body, ...more })
  const answers = await Promise.all(upTo(MAX_RUNNING_RECURRENCES + 20).map(() => create()))
  const created = answers.filter(({ status }) => status === 201)
  expect(created).toHaveLength(MAX_RUNNING_RECURRENCES)
  for (const { status, json } of answers.filter((answer) => !created.includes(answer))) {
    expect([status, json.code, json.errors[0].field]).toEqual([
      400,
      'too_many_recurrences',
      'recurrence',
    ])
  }
  // Neither other callers nor this client ID's other requests are affected.
  expect((await create({})).status).toBe(201)
  const plain = await host.call('POST', '/v2/request', { body: usdcItem, ...options })
  expect(plain.status).toBe(201)
  // Stopping one invoice allows another; the stopped invoice then exceeds the limit and cannot resume.
  const [first] = created.map(({ json }) => `/v2/request/${json.requestId}`)
  const set = (isRecurrenceStopped: boolean) =>
    host.call('PATCH', first ?? '', { body: { isRecurrenceStopped }, ...options })
  expect((await set(true)).status).toBe(200)
  expect((await create()).status).toBe(201)
  const resumed = await set(false)
  expect([resumed.status, resumed.json.code]).toEqual([400, 'too_many_recurrences'])
})

async function countEvents(): Promise<number> {
  const rows = await outbox.context.db.kysely.selectFrom('events').select('id').execute()
  return rows.length
}
