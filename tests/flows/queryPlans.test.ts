import { randomUUID } from 'node:crypto'
import { REFUND_STATUSES } from '@secure-payment/core/api'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cancelRefund } from '../../host/src/api/refunds/cancelRefund.ts'
import { createRequestRefunds } from '../../host/src/api/refunds/createRequestRefunds.ts'
import { listRefunds } from '../../host/src/api/refunds/listRefunds.ts'
import { readUnmatchedPayments } from '../../host/src/api/unmatchedPayments/readUnmatchedPayments.ts'
import { createIntentTracker } from '../../host/src/crosschain/trackIntents.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { linkIntents } from '../../host/src/detection/linkIntents.ts'
import { continueRecurrences } from '../../host/src/jobs/continueRecurrences.ts'
import { createCopySweeper } from '../../host/src/jobs/createCopySweeper.ts'
import { createSweeper } from '../../host/src/jobs/createSweeper.ts'
import { sweepDeliveries } from '../../host/src/jobs/sweepDeliveries.ts'
import { createHolder } from '../../host/src/leases/leases.ts'
import { loadPayable } from '../../host/src/paying/loadPayable.ts'
import type { DetectedPayment } from '../../host/src/settlement/detectedPayment.ts'
import { claim, findDueEndpoints } from '../../host/src/webhooks/claim.ts'
import { createDeliverySlots } from '../../host/src/webhooks/createDeliverySlots.ts'
import type { Tried } from '../../host/src/webhooks/deliver.ts'
import { markDeliveries } from '../../host/src/webhooks/markDeliveries.ts'
import { PLAIN_PAYMENT } from '../support/plainPayment.ts'
import { recordPayment } from '../support/recordPayment.ts'
import { seedRecurringPayout } from '../support/seedRecurringPayout.ts'
import { PAYER, pageHeaders, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'
import { makeRecurringPayments } from './support/makeRecurringPayments.ts'
import { openTestDatabase } from './support/openTestDatabase.ts'
import {
  createRefundOf,
  readRefundOf,
  refundingKey,
  refundUnmatchedOf,
  withPlainAccounts,
} from './support/refundCalls.ts'
import { startMockWorld, UNITS } from './support/startMockWorld.ts'

/** A payment whose source the test looks up. */
const DIRECT_PAYMENT: DetectedPayment = {
  ...PLAIN_PAYMENT,
  requestId: '',
  tenantId: '',
  network: 'devnet',
  txHash: `0x${'cd'.repeat(32)}`,
  logIndex: 0,
  blockNumber: 1n,
  blockHash: `0x${'ce'.repeat(32)}`,
  blockTime: '2026-01-31T12:30:00.000Z',
  payer: PAYER,
  payee: PAYER,
  tokenAddress: null,
  amountUnits: 1n,
  creditedUnits: 1n,
  requestUnits: 1n,
  feeUnits: 0n,
  feeAddress: null,
  isLate: false,
  gasUnits: null,
}

/** Tables with at least one row per payment. */
const GROWING = [
  'attempts',
  'events',
  'idempotency_keys',
  'intents',
  'payment_counts',
  'payment_entries',
  'payments',
  'pending_payments',
  'recurring_executions',
  'recurring_payments',
  'refunds',
  'relayer_transactions',
  'requests',
  'secure_payments',
  'unlisted_requests',
  'unmatched_payments',
  'webhook_attempts',
  'webhook_deliveries',
]
/** Statements that read an entire growing table on purpose. */
const MAY_SCAN = [
  // This statement runs once, before a network has a cursor.
  'select min("created_at") as "oldest" from "requests"',
  // This statement runs once, in the migration that makes payments searchable.
  "select list from payment_entries where list <> ''",
  // This statement runs once, when a database from an earlier version is migrated.
  "select list from payment_entries where substr(list, 1, 1) in ('a', 'e')",
  'from requests where requests.id = payments.request_id',
  'update requests set is_payout = 1',
  'update requests set is_unpaid_copy = 1',
  'delete from unlisted_requests where copy_token is null',
  'select distinct tenant_id, client_id, type, invoice_currency, payment_currency from payments',
]

/** Returns every statement that `run` compiles, once, with SQLite's plan for the statement. */
async function collectPlans(run: () => Promise<void>): Promise<Map<string, string[]>> {
  const plans = new Map<string, string[]>()
  const { prepare } = SqliteDatabase.prototype
  SqliteDatabase.prototype.prepare = function (this: SqliteDatabase.Database, text: string) {
    if (/^\s*(?:select|update|delete|with)\b/i.test(text) && !plans.has(text)) {
      plans.set(text, explain(prepare.bind(this), text))
    }
    return prepare.call(this, text)
  } as typeof prepare
  try {
    await run()
  } finally {
    SqliteDatabase.prototype.prepare = prepare
  }
  return plans
}

function explain(prepare: (text: string) => SqliteDatabase.Statement, text: string): string[] {
  const parameters = Array<null>(text.split('?').length - 1).fill(null)
  const rows = prepare(`explain query plan ${text}`).all(...parameters)
  return (rows as { detail: string }[]).map(({ detail }) => detail)
}

const NOTHING_FULL = createDeliverySlots().full()

/** Does a host's daily work: it creates, shows, pays, watches, records, revokes and delivers. */
async function doTheMainJob(): Promise<void> {
  await callTheApi()
  await followIntent()
  await makeRecurringPayments()
  await using world = await startMockWorld()
  const paid = await world.createRequest()
  const orphaned = await world.createRequest()
  world.mine([world.payment(paid)])
  await world.poll()
  world.mine()
  world.mine()
  await world.poll(2)
  expect((await world.request(paid.id)).status).toBe('paid')
  const due = await findDueEndpoints(world.context, '', NOTHING_FULL)
  const limits = due.map(({ endpointId }) => ({ endpointId, limit: 10 }))
  expect(await claim(world.context, limits)).toHaveLength(1)
  world.mine([world.payment(orphaned)])
  world.mine()
  world.mine()
  await world.poll()
  world.drop(0, 4)
  for (let block = 0; block < 6; block += 1) world.mine()
  await world.poll(5)
  expect((await world.request(orphaned.id)).status).toBe('created')
}

/** Creates refunds, pays one, cancels one, lists them, and removes both refunds' payments from the chain. */
async function refundPayments(): Promise<void> {
  await using world = await startMockWorld()
  for (let block = 0; block < 4; block += 1) world.mine()
  await world.poll()
  const request = await world.createRequest()
  const token = world.network.tokens[1]?.address ?? null
  const stray = world.payment(request, UNITS, { token })
  world.mine([world.payment(request), stray])
  for (let block = 0; block < 3; block += 1) world.mine()
  await world.poll(2)
  const payment = await world.context.db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', request.id)
    .executeTakeFirstOrThrow()
  const context = withPlainAccounts(world.context)
  const call = { caller: refundingKey(payment.tenant_id), idempotency: null }
  const create = (amount: string) =>
    createRefundOf(context, payment, { amount, recipient: RECIPIENT })
  const [paid, cancelled] = [await create('0.1'), await create('0.2')]
  const requestId = request.id
  await expect(
    createRequestRefunds(context, {
      ...call,
      params: { requestId },
      body: { amount: 'excess' },
    } as never),
  ).rejects.toMatchObject({ code: 'refund_exceeds_payment' })
  await cancelRefund(context, { ...call, params: { id: cancelled.id } } as never)
  const unmatched = await world.context.db.kysely
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('network', '=', 'devnet')
    .where('tx_hash', '=', stray.hash)
    .executeTakeFirstOrThrow()
  const { id: strayId } = await refundUnmatchedOf(context, unmatched, { amount: '0.5' })
  await readUnmatchedPayments(world.context, {}, unmatched.tenant_id)
  const filters = [
    { unmatchedPaymentId: unmatched.id },
    ...REFUND_STATUSES.map((status) => ({ status })),
    { requestId },
    { paymentId: payment.id },
    { reference: 'order' },
  ]
  for (const query of filters) await listRefunds(context, { ...call, query } as never)
  await loadPayable(context, { requestId: paid.refundRequestId, caller: call.caller })
  world.mine([world.payment(await world.request(paid.refundRequestId), UNITS / 10n)])
  for (let block = 0; block < 3; block += 1) world.mine()
  await world.poll(2)
  expect((await readRefundOf(context, { id: paid.id, tenantId: payment.tenant_id })).status).toBe(
    'confirmed',
  )
  world.drop(0, 8)
  for (let block = 0; block < 10; block += 1) world.mine()
  await world.poll(5)
  expect((await readRefundOf(context, { id: paid.id, tenantId: payment.tenant_id })).status).toBe(
    'held',
  )
  world.mine([stray])
  for (let block = 0; block < 3; block += 1) world.mine()
  await world.poll(2)
  expect((await readRefundOf(context, { id: strayId, tenantId: payment.tenant_id })).status).toBe(
    'open',
  )
}

const RECIPIENT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** Deletes a link and its request a year after its last possible payment. */
async function sweep(): Promise<void> {
  await using world = await startMockWorld()
  const { id } = await world.createRequest()
  const later = new Date(world.context.now().getTime() + 366 * 86_400_000)
  const context = { ...world.context, now: () => later }
  await createSweeper(context).step()
  await sweepDeliveries(context)
  const { kysely } = world.context.db
  const swept = await kysely.selectFrom('swept_requests').select('id').execute()
  expect(swept).toEqual([{ id }])
}

async function callTheApi(): Promise<void> {
  await using test = await startTestHost()
  const { token, requestIds } = await test.createPayment({ requests: [usdcItem, usdcItem] })
  const body = { requests: [usdcItem] }
  const headers = { 'idempotency-key': randomUUID() }
  await test.call('POST', '/v2/secure-payments', { body, headers })
  const path = `/v2/secure-payments/${token}`
  const attempt = { attemptId: randomUUID(), wallet: PAYER, chain: 'devnet', token: 'USDC' }
  const calldataHash = `0x${'5b'.repeat(32)}`
  await test.call('POST', `${path}/attempts`, { body: { ...attempt, calldataHash } })
  const news = { phase: 'sent', txHash: `0x${'ab'.repeat(32)}` }
  await test.call('PATCH', `${path}/attempts/${attempt.attemptId}`, { body: news })
  const searches = [
    {},
    { walletAddress: PAYER },
    { reference: 'order', walletAddress: PAYER },
    { requestId: String(requestIds[0]) },
    { customerEmail: 'ana@example.test', amount: '12.5 USDC' },
    { amount: '12.5' },
    { securePaymentToken: token },
    { paymentReference: '0x0123456789abcdef', txHash: `0x${'ab'.repeat(32)}` },
    { type: 'direct', paymentCurrency: 'USDC', fromDate: '2026-01-31T12:30:00Z', offset: '1' },
  ]
  for (const query of searches) {
    const found = await test.call('GET', `/v2/payments?${new URLSearchParams(query)}`)
    expect(found.status).toBe(200)
  }
  await searchAsPage(test)
  const lists = ['', '?status=pending', '?status=invalidated', '?reference=order&limit=1']
  const payouts = ['?flow=pay&paysRefunds=true', '?flow=pay&status=pending&paysRefunds=false']
  for (const query of [...lists, ...payouts]) {
    expect((await test.call('GET', `/v2/secure-payments${query}`)).status).toBe(200)
  }
  for (const query of ['', '&fromDate=2026-01-01T00:00:00Z', '&decision=kept']) {
    expect((await test.call('GET', `/v2/refund-candidates?limit=1${query}`)).status).toBe(200)
  }
  expect((await test.call('GET', '/v2/unmatched-payments?scope=open')).status).toBe(200)
  // The stream of changes ends after its first event.
  for (const read of [path, `${path}/pay`, `/v2/request/${requestIds[0]}`, '/v2/payments/events']) {
    expect((await test.call('GET', read)).status).toBe(200)
  }
  const startDate = test.clock.now().toISOString()
  const cursor = Buffer.from(`${startDate} 1 ${token}`).toString('base64url')
  for (const query of [`fromDate=${startDate}`, `fromDate=${startDate}&cursor=${cursor}`]) {
    expect((await test.call('GET', `/v1/webhook/events?${query}`)).status).toBe(200)
  }
  expect((await test.call('GET', `/v2/payments?paymentId=${token}`)).status).toBe(200)
  const recurring = { ...usdcItem, recurrence: { startDate, frequency: 'DAILY' } }
  const { json } = await test.call('POST', '/v2/request', { body: recurring })
  test.clock.advance(24 * 3_600_000)
  expect(await continueRecurrences(test.host.context)).toEqual({ count: 1 })
  // The clock is late enough that the host checks the last periods' payments.
  test.clock.advance(20 * 24 * 3_600_000)
  expect(await continueRecurrences(test.host.context)).toEqual({ count: 1 })
  const stop = { isRecurrenceStopped: true }
  await test.call('PATCH', `/v2/request/${json.requestId}`, { body: stop })
  await useReusableLink(test)
  await callRecurringPayouts(test)
}

/** Opens a reusable link through the API and on its page, lists its payments, and cancels it. */
async function useReusableLink(test: TestHost): Promise<void> {
  const body = { requests: [usdcItem], isReusable: true }
  const { json: link } = await test.call('POST', '/v2/secure-payments', { body })
  const path = `/v2/secure-payments/${link.token}`
  const { json: copy } = await test.call('POST', `${path}/open`)
  const page = `/?token=${link.token}&key=${'0a'.repeat(16)}`
  for (const method of ['GET', 'POST']) {
    const shown = await test.call(method, page, { anonymous: true, unchecked: true })
    expect(shown.status).toBeLessThan(400)
  }
  await recordPayment(test.host.context, copy.requestIds[0])
  for (const read of [
    `/v2/payments?securePaymentToken=${link.token}`,
    `/v2/secure-payments?linkToken=${link.token}`,
    '/v2/secure-payments?limit=1',
  ]) {
    expect((await test.call('GET', read)).status).toBe(200)
  }
  expect((await test.call('POST', `${path}/cancel`)).status).toBe(200)
  test.clock.advance(3 * 24 * 3_600_000)
  await createCopySweeper(test.host.context).step()
}

/** Searches for a payer, as the page of a merchant who hides payees does. */
async function searchAsPage(test: TestHost): Promise<void> {
  const { clientId } = await test.createClientId()
  const page = { anonymous: true, headers: pageHeaders(clientId) }
  const body = { requests: [usdcItem], accessPolicy: { hidePayeeAddress: true } }
  expect((await test.call('POST', '/v2/secure-payments', { ...page, body })).status).toBe(201)
  const query = `walletAddress=${PAYER}&type=direct&paymentCurrency=USDC&reference=order&amount=12.5`
  expect((await test.call('GET', `/v2/payments?${query}`, page)).status).toBe(200)
}

/** Reports a payment from another chain, fails to find its source, and stops tracking it. */
async function followIntent(): Promise<void> {
  await using test = await startTestHost({ PAY_LIFI_URL: 'http://127.0.0.1:1' })
  const { context } = test.host
  const { bridge } = context
  if (bridge === null) throw new Error('The host has no bridge.')
  const { token, requestIds } = await test.createPayment()
  const body = { txHash: `0x${'ab'.repeat(32)}`, chain: 'DEVNET-B', token: 'USDC' }
  const path = `/v2/secure-payments/${token}/intent`
  expect((await test.call('POST', path, { body })).status).toBe(200)
  using holder = createHolder(context.random)
  const tracker = createIntentTracker({ ...context, bridge }, { holder, onEvents() {} })
  expect(await tracker.step()).toEqual({ more: false })
  const [requestId = ''] = requestIds
  await linkIntents(context, context.chains.get('devnet'), [{ ...DIRECT_PAYMENT, requestId }])
  test.clock.advance(24 * 3_600_000)
  await tracker.step()
  const { json } = await test.call('GET', `/v2/request/${requestId}`)
  expect(json.note).toContain('24 hours')
}

async function callRecurringPayouts(test: TestHost): Promise<void> {
  const { clientId } = await test.createClientId()
  const startDate = test.clock.now().toISOString()
  const body = { ...usdcItem, recurrence: { startDate, frequency: 'DAILY' } }
  const shop = { anonymous: true, headers: pageHeaders(clientId) }
  const { json } = await test.call('POST', '/v2/request', { body, ...shop })
  const id = await seedRecurringPayout(test.host.context, { request_id: json.requestId })
  const path = '/v2/payouts/recurring'
  for (const options of [{}, shop]) {
    expect((await test.call('GET', `${path}/${id}`, options)).status).toBe(200)
  }
  expect((await test.call('GET', `${path}?status=pending`)).status).toBe(200)
  await test.host.context.db.kysely
    .updateTable('recurring_payments')
    .set({ status: 'paused' })
    .where('id', '=', id)
    .execute()
  const unpaused = await test.call('PATCH', `${path}/${id}`, {
    body: { action: 'unpause' },
    ...shop,
  })
  expect(unpaused.status).toBe(200)
  const cancelled = await test.call('PATCH', `${path}/${id}`, { body: { action: 'cancel' } })
  expect(cancelled.status).toBe(200)
}

/** The number of rows per statement, at which SQLite would scan the table without a hint. */
const MANY = 300

/** Records, delivers and revokes hundreds of payments at once, as after an outage. */
async function doMuchAtOnce(): Promise<void> {
  await using world = await startMockWorld()
  for (let block = 0; block < 4; block += 1) world.mine()
  await world.poll()
  const requests: Row<'requests'>[] = []
  for (let index = 0; index < MANY; index += 1) requests.push(await world.createRequest())
  world.mine(requests.map((request) => world.payment(request)))
  world.mine()
  world.mine()
  await world.poll(2)
  const [first] = await findDueEndpoints(world.context, '', NOTHING_FULL)
  const endpointId = first?.endpointId ?? ''
  const claims = await claim(world.context, [{ endpointId, limit: MANY }])
  expect(claims).toHaveLength(MANY)
  const tries = claims.map(
    (each): Tried => ({
      claim: each,
      headers: {},
      startedAt: world.context.now(),
      durationMs: 1,
      responseStatus: 200,
      responseBody: null,
      error: null,
      next: { kind: 'delivered' },
    }),
  )
  await markDeliveries(world.context, tries)
  world.drop(0, 4)
  for (let block = 0; block < 6; block += 1) world.mine()
  await world.poll(5)
  expect((await world.request(requests[0]?.id ?? '')).status).toBe('created')
}

describe.skipIf(process.env['TEST_DATABASE'] === 'postgres')('Statements on SQLite', () => {
  it('statements on SQLite use an index, and hide every parameter from the planner', async () => {
    const plans = await collectPlans(doTheMainJob)
    expect(scansOf(plans)).toEqual([])
    // A bare parameter in a condition makes SQLite prepare the statement again at every call.
    expect([...plans.keys()].filter((text) => /[^+]\?/.test(text))).toEqual([])
    expect(plans.size).toBeGreaterThan(30)
  })

  it('statements on SQLite use an index even for hundreds of rows in one statement', async () => {
    expect(scansOf(await collectPlans(doMuchAtOnce))).toEqual([])
  })

  it.skipIf(process.env['TEST_DATABASE'] === 'postgres')(
    'the queries find a reusable link’s paid copies in an index, without its other copies',
    async () => {
      const plans = await collectPlans(async () => {
        await using test = await startTestHost()
        const body = { requests: [usdcItem], isReusable: true }
        const { json } = await test.call('POST', '/v2/secure-payments', { body })
        await test.call('GET', `/v2/secure-payments?linkToken=${json.token}`)
      })
      const found = [...plans].filter(([text]) =>
        /"requests"\."secure_payment_token" desc/.test(text),
      )
      expect(found).toHaveLength(1)
      const plan = found.flatMap(([, details]) => details).join('\n')
      expect(plan).toMatch(/SEARCH requests USING .*requests_copies \(link_token=\?\)/)
      expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY')
    },
  )

  it.skipIf(process.env['TEST_DATABASE'] === 'postgres').each([
    ['', /requests_tenant \(tenant_id=\?\)/],
    ['?status=created', /requests_status \(tenant_id=\? AND status=\?\)/],
    [
      '?reference=PO-1',
      /requests_reference \(tenant_id=\? AND reference=\? AND is_unpaid_copy=\?\)/,
    ],
    ['?flow=pay', /requests_payouts \(tenant_id=\?\)/],
    ['?flow=pay&status=paid', /requests_payouts_status \(tenant_id=\? AND status=\?\)/],
  ])(
    'the queries list the requests for GET /v2/request%s by an index without unpaid copies',
    async (query, index) => {
      const plans = await collectPlans(async () => {
        await using test = await startTestHost()
        expect((await test.call('GET', `/v2/request${query}`)).status).toBe(200)
      })
      const found = [...plans].filter(([text]) => /is_unpaid_copy = 0.* as "page"/s.test(text))
      expect(found).toHaveLength(1)
      const plan = found.flatMap(([, details]) => details).join('\n')
      expect(plan).toMatch(index)
      expect(plan).not.toMatch(/TEMP B-TREE/)
    },
  )

  it('statements on SQLite use an index for refunds too', async () => {
    expect(scansOf(await collectPlans(refundPayments))).toEqual([])
  })

  it('statements on SQLite use an index in the sweep of old rows too', async () => {
    expect(scansOf(await collectPlans(sweep))).toEqual([])
  })
})

describe('Reorganisation repair', () => {
  it.each(['payments', 'unmatched_payments'] as const)(
    'reorganisation repair reads the %s in the blocks that left the chain, and no others',
    async (table) => {
      await using test = await openTestDatabase()
      const plan = await test.db.transaction(async (tx) => {
        // PostgreSQL prefers a scan for an empty table.
        if (test.db.dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(tx)
        const explain = test.db.dialect === 'postgres' ? sql`explain` : sql`explain query plan`
        const { rows } = await sql`
          ${explain} delete from ${sql.table(table)} where network = 'devnet' and block_number > 1`.execute(
          tx,
        )
        return JSON.stringify(rows)
      })
      expect(plan).toContain(`${table}_block`)
      expect(plan).toMatch(/network.* AND .*block_number[^)]* ?>/i)
    },
  )
})

/** Returns the plan steps that scan a whole growing table, each with the start of its statement. */
function scansOf(plans: ReadonlyMap<string, string[]>): string[] {
  return [...plans]
    .flatMap(([text, details]) =>
      details
        .filter((detail) => scannedTable(text, detail) !== null)
        .map((detail) => `${detail}: ${text}`),
    )
    .filter((scan) => !MAY_SCAN.some((text) => scan.includes(text)))
    .map((scan) => scan.slice(0, MAX_TEXT))
}

const MAX_TEXT = 150

/**
 * Returns the growing table that a plan step scans completely, by its name or its alias in the statement; null for
 * none.
 */
function scannedTable(text: string, detail: string): string | null {
  const [, name] = /^SCAN (\S+)/.exec(detail) ?? []
  if (name === undefined) return null
  const table = GROWING.find(
    (growing) => growing === name || new RegExp(`\\b"?${growing}"? as "?${name}\\b`).test(text),
  )
  return table ?? null
}
