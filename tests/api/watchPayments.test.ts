import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createId } from '../../host/src/id.ts'
import { createTenantHub } from '../../host/src/live/createTenantHub.ts'
import { markSeen } from '../support/markRequest.ts'
import { openStream, type Stream } from '../support/openStream.ts'
import { recordDeposit } from '../support/recordDeposit.ts'
import { stateChain } from '../support/refundWorld.ts'
import {
  logIn,
  PASSWORD,
  readCookie,
  registerAccount,
  type SignedIn,
  signInWallet,
} from '../support/signIn.ts'
import { PAYER, pageHeaders, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const PATH = '/v2/payments/events'
const LIMITS = { PAY_STREAM_LIFETIME_S: '600', PAY_STREAMS_CREDENTIAL: '2' }
const EVERYTHING = {
  kinds: ['requests', 'webhooks', 'unmatched', 'approvals'],
  requests: [],
  hasMore: true,
}
const UNITS = 12_500_000n

type MerchantChange = {
  kinds: string[]
  requests: { requestId: string; status: string }[]
  hasMore: boolean
}

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({ ...LIMITS, PAY_REGISTRATION: 'open', PAY_RATE_LIMIT_SIGN_IN: '0' })
  stateChain(test)
})
afterAll(() => test[Symbol.asyncDispose]())

type Merchant = { tenantId: string; apiKey: string }

const open = (
  headers: Readonly<Record<string, string>>,
  url = test.host.url,
): Promise<Stream<MerchantChange>> => openStream(url + PATH, headers)
const watch = ({ apiKey }: Merchant, url?: string, more: Record<string, string> = {}) =>
  open({ 'x-api-key': apiKey, ...more }, url)

/** Creates a secure payment as a merchant's server, and returns its request's id. */
async function createRequest(headers: Record<string, string>): Promise<string> {
  const body = { requests: [usdcItem] }
  const { json } = await test.call('POST', '/v2/secure-payments', {
    anonymous: true,
    headers,
    body,
  })
  return json.requestIds[0]
}

/** Advances the clock, so that a change is later than the creation of its request. */
const later = () => test.clock.advance(1_000)

/** Adds a member who is not an owner to a merchant account, and returns the signed-in member. */
async function joinAsMember(owner: SignedIn): Promise<SignedIn & { memberId: string }> {
  const own = { anonymous: true, headers: owner.headers }
  const invited = await test.call('POST', '/v1/invitations', {
    ...own,
    body: { role: 'read-only' },
  })
  const invitation = new URL(invited.json.url).hash.replace('#invitation=', '')
  const email = `${createId(test.host.context).toLowerCase()}@example.test`
  const { origin } = owner.headers
  const joined = await test.call('POST', '/v1/auth/register', {
    anonymous: true,
    headers: { origin },
    body: { email, password: PASSWORD, invitation },
  })
  expect(joined.status).toBe(201)
  const { json: members } = await test.call('GET', '/v1/members', own)
  const { id } = members.find((member: { email: string }) => member.email === email)
  const headers = { cookie: readCookie(joined) ?? '', origin }
  return { tenantId: owner.tenantId, headers, memberId: id }
}

describe('GET /v2/payments/events', () => {
  it('GET /v2/payments/events sends its first event at once, unbuffered, with the delay before a reconnection', async () => {
    await using stream = await watch(await test.createTenant())
    expect(stream.answer.statusCode).toBe(200)
    expect(stream.answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect((await stream.change(1)).data).toEqual(EVERYTHING)
    expect(stream.text()).toMatch(/^retry: 2000\n\n/)
  })

  it('GET /v2/payments/events names each changed request with its current status, but nothing about another merchant', async () => {
    const merchant = await test.createTenant()
    const other = await test.createTenant()
    await using stream = await watch(merchant)
    await using stranger = await watch(other)
    await stream.change(1)
    await stranger.change(1)
    const requestId = await createRequest({ 'x-api-key': merchant.apiKey })
    const news = (status: string) => ({
      kinds: ['requests'],
      requests: [{ requestId, status }],
      hasMore: false,
    })
    expect((await stream.change(2)).data).toEqual(news('created'))
    later()
    await markSeen(test.host, { requestId, units: UNITS, depth: 1n })
    expect((await stream.change(3)).data).toEqual(news('processing'))
    later()
    await test.host.context.db.kysely.deleteFrom('pending_payments').execute()
    expect((await stream.change(4)).data.kinds).toEqual(['requests'])
    later()
    await recordDeposit(test.host, { requestId, units: UNITS })
    expect((await stream.change(5)).data).toEqual(news('paid'))
    const cancelled = await createRequest({ 'x-api-key': merchant.apiKey })
    await stream.change(6)
    later()
    const answer = await test.call('POST', `/v2/request/${cancelled}/cancel`, {
      headers: { 'x-api-key': merchant.apiKey },
    })
    expect(answer.status).toBe(200)
    expect((await stream.change(7)).data.requests).toEqual([
      { requestId: cancelled, status: 'invalidated' },
    ])
    // The other merchant's next event is about its own request, so no event about this merchant preceded it.
    const theirs = await createRequest({ 'x-api-key': other.apiKey })
    expect((await stranger.change(2)).data.requests).toEqual([
      { requestId: theirs, status: 'created' },
    ])
  })

  it('GET /v2/payments/events names the request that pays a refund when the refund is created, confirmed and cancelled', async () => {
    const { tenantId, headers } = await registerAccount(test)
    await using stream = await open(headers)
    await stream.change(1)
    const requestId = await createRequest(headers)
    await stream.change(2)
    later()
    await recordDeposit(test.host, { requestId, units: UNITS })
    await stream.change(3)
    const { kysely } = test.host.context.db
    const payment = await kysely
      .selectFrom('payments')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow()
    const refund = async () => {
      later()
      const body = { amount: '5', recipient: PAYER }
      const path = `/v2/payments/${payment.id}/refunds`
      const created = await test.call('POST', path, { anonymous: true, headers, body })
      expect(created.status).toBe(201)
      return created.json
    }
    const news = ({ refundRequestId }: { refundRequestId: string }, status: string) => [
      { requestId: refundRequestId, status },
    ]
    const paid = await refund()
    expect((await stream.change(4)).data.requests).toEqual(news(paid, 'created'))
    later()
    await recordDeposit(test.host, { requestId: paid.refundRequestId, units: 5_000_000n })
    expect((await stream.change(5)).data.requests).toEqual(news(paid, 'paid'))
    const cancelled = await refund()
    expect((await stream.change(6)).data.requests).toEqual(news(cancelled, 'created'))
    later()
    const path = `/v2/refunds/${cancelled.id}/cancel`
    expect((await test.call('POST', path, { anonymous: true, headers })).status).toBe(200)
    expect((await stream.change(7)).data.requests).toEqual(news(cancelled, 'invalidated'))
  })

  it('GET /v2/payments/events reports webhook attempts and unmatched payments, without requests', async () => {
    const merchant = await test.createTenant()
    const { context } = test.host
    await using stream = await watch(merchant)
    await stream.change(1)
    const at = context.now().toISOString()
    await context.db.kysely
      .insertInto('webhook_attempts')
      .values({
        id: createId(context),
        delivery_id: createId(context),
        attempt: 0,
        started_at: at,
        duration_ms: 1,
        response_status: 200,
        response_body: null,
        error: null,
        tenant_id: merchant.tenantId,
      })
      .execute()
    expect((await stream.change(2)).data).toEqual({
      kinds: ['webhooks'],
      requests: [],
      hasMore: false,
    })
    await context.db.kysely
      .insertInto('unmatched_payments')
      .values({
        id: createId(context),
        tenant_id: merchant.tenantId,
        request_id: '',
        network: 'devnet',
        tx_hash: `0x${'ef'.repeat(32)}`,
        log_index: Math.floor(Math.random() * 1_000_000),
        block_number: 1n,
        contract: '0x',
        token_address: null,
        payee: '0x',
        amount_units: '1',
        reason: 'unknown_reference',
        detected_at: at,
      })
      .execute()
    expect((await stream.change(3)).data).toEqual({
      kinds: ['unmatched'],
      requests: [],
      hasMore: false,
    })
  })

  it('GET /v2/payments/events reports approvals, decisions on them, and changes to their limit', async () => {
    const merchant = await test.createTenant()
    const { context } = test.host
    const { tenantId } = merchant
    await using stream = await watch(merchant)
    await stream.change(1)
    const id = createId(context)
    await context.db.kysely
      .insertInto('approvals')
      .values({
        id,
        tenant_id: tenantId,
        kind: 'payout',
        status: 'waiting',
        subject_id: null,
        request_ids: '[]',
        worth_cents: null,
        limit_cents: null,
        requested_by: null,
        api_key_id: null,
        expires_at: null,
        created_at: context.now().toISOString(),
        decided_by: null,
        decided_at: null,
      })
      .execute()
    const news = { kinds: ['approvals'], requests: [], hasMore: false }
    expect((await stream.change(2)).data).toEqual(news)
    await context.db.kysely
      .updateTable('approvals')
      .set({ status: 'approved' })
      .where('id', '=', id)
      .execute()
    expect((await stream.change(3)).data).toEqual(news)
    await context.db.kysely
      .updateTable('tenants')
      .set({ approval_limit_cents: 100_000n })
      .where('id', '=', tenantId)
      .execute()
    expect((await stream.change(4)).data).toEqual(news)
  })

  it('GET /v2/payments/events lists ten changed requests, and sets hasMore if more requests have changed', async () => {
    const merchant = await test.createTenant()
    await using stream = await watch(merchant)
    await stream.change(1)
    const headers = { 'x-api-key': merchant.apiKey }
    const { json } = await test.call('POST', '/v2/secure-payments', {
      headers,
      body: { requests: Array.from({ length: 12 }, () => usdcItem) },
    })
    const { data } = await stream.change(2)
    expect(data.hasMore).toBe(true)
    expect(data.requests).toHaveLength(10)
    for (const { requestId } of data.requests) expect(json.requestIds).toContain(requestId)
  })

  it('GET /v2/payments/events sends changes from another host, and continues on another host from the last event’s id', async () => {
    await using neighbour = await test.startNeighbour(LIMITS)
    const merchant = await test.createTenant()
    const { id, requestId } = await (async () => {
      await using stream = await watch(merchant, neighbour.host.url)
      await stream.change(1)
      const created = await createRequest({ 'x-api-key': merchant.apiKey })
      const change = await stream.change(2)
      expect(change.data.requests).toEqual([{ requestId: created, status: 'created' }])
      return { id: change.id, requestId: created }
    })()
    await using same = await watch(merchant, test.host.url, { 'last-event-id': id })
    later()
    await recordDeposit(test.host, { requestId, units: UNITS })
    // The change is the first event in the stream, so the known state was not sent again.
    expect((await same.change(1)).data.requests).toEqual([{ requestId, status: 'paid' }])
    await using old = await watch(merchant, test.host.url, { 'last-event-id': id })
    expect((await old.change(1)).data).toEqual(EVERYTHING)
  })

  it('GET /v2/payments/events accepts sessions and API keys that may read, but rejects pages', async () => {
    const { clientId } = await test.createClientId()
    const call = (headers: Record<string, string>) =>
      test.call('GET', PATH, { anonymous: true, headers })
    expect((await call({})).status).toBe(401)
    expect((await call(pageHeaders(clientId))).status).toBe(403)
    const { headers } = await registerAccount(test)
    const { json: key } = await test.call('POST', '/v1/api-keys', {
      anonymous: true,
      headers,
      body: { label: 'Creates only', scopes: ['create'] },
    })
    const refused = await call({ 'x-api-key': key.key })
    expect([refused.status, refused.json.code]).toEqual([403, 'scope_missing'])
    await using stream = await open(headers)
    expect((await stream.change(1)).data).toEqual(EVERYTHING)
  })

  it('GET /v2/payments/events is limited per session and per API key, and a disconnect allows another stream', async () => {
    const account = await registerAccount(test)
    const again = await logIn(test, account.email)
    await using stack = new AsyncDisposableStack()
    const first = stack.use(await open(account.headers))
    stack.use(await open(account.headers))
    const refused = await test.call('GET', PATH, { anonymous: true, headers: account.headers })
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many_streams'])
    expect(refused.headers['retry-after']).toBe('30')
    expect(stack.use(await open(again.headers)).answer.statusCode).toBe(200)
    await first[Symbol.asyncDispose]()
    await waitUntil(async () => {
      const next = stack.use(await open(account.headers))
      return next.answer.statusCode === 200
    })
  })

  it('GET /v2/payments/events ends the stream of a merchant with many streams if a host at its limit gets a stream for another merchant', async () => {
    await using neighbour = await test.startNeighbour({ ...LIMITS, PAY_STREAMS: '3' })
    const { url } = neighbour.host
    const greedy = await test.createTenant()
    const headers = { 'x-api-key': greedy.apiKey }
    const { json } = await test.call('POST', '/v2/secure-payments', {
      headers,
      body: { requests: [usdcItem] },
    })
    await using stack = new AsyncDisposableStack()
    const ofPayment = await openStream(`${url}/v2/secure-payments/${json.token}/events`, headers)
    stack.use(ofPayment)
    stack.use(await watch(greedy, url))
    stack.use(await watch(greedy, url))
    const ended = once(ofPayment.answer, 'end')
    const late = stack.use(await watch(await test.createTenant(), url))
    expect(late.answer.statusCode).toBe(200)
    await ended
  })

  it('GET /v2/payments/events ends at once for a removed member, and continues for the other members', async () => {
    const owner = await registerAccount(test)
    const member = await joinAsMember(owner)
    await using ofOwner = await open(owner.headers)
    await using ofMember = await open(member.headers)
    await Promise.all([ofOwner.change(1), ofMember.change(1)])
    const ended = once(ofMember.answer, 'end')
    const removed = await test.call('DELETE', `/v1/members/${member.memberId}`, {
      anonymous: true,
      headers: owner.headers,
    })
    expect(removed.status).toBe(200)
    await ended
    const requestId = await createRequest(owner.headers)
    expect((await ofOwner.change(2)).data.requests).toEqual([{ requestId, status: 'created' }])
  })

  it('GET /v2/payments/events ends for a revoked API key, and for a member who signs out', async () => {
    const { headers } = await signInWallet(test)
    const own = { anonymous: true, headers }
    const body = { label: 'Server' }
    const { json: key } = await test.call('POST', '/v1/api-keys', { ...own, body })
    await using ofKey = await open({ 'x-api-key': key.key })
    await using ofPerson = await open(headers)
    await Promise.all([ofKey.change(1), ofPerson.change(1)])
    const [keyEnded, personEnded] = [ofKey, ofPerson].map(({ answer }) => once(answer, 'end'))
    expect((await test.call('DELETE', `/v1/api-keys/${key.id}`, own)).status).toBe(200)
    await keyEnded
    await test.call('POST', '/v1/auth/logout', own)
    await personEnded
  })

  it('GET /v2/payments/events ends at once when the host stops', async () => {
    const neighbour = await test.startNeighbour(LIMITS)
    await using stream = await watch(await test.createTenant(), neighbour.host.url)
    await stream.change(1)
    const ended = once(stream.answer, 'end')
    await neighbour[Symbol.asyncDispose]()
    await ended
  })

  it('GET /v2/payments/events returns 405 for HEAD, because a HEAD call would hold a stream without reading it', async () => {
    const { apiKey } = await test.createTenant()
    const answer = await test.call('HEAD', PATH, { headers: { 'x-api-key': apiKey } })
    expect(answer.status).toBe(405)
  })
})

describe('The merchant hub', () => {
  it('the merchant hub reads all watched merchants with one statement, and stops reading without watchers', async () => {
    const { context } = test.host
    let statements = 0
    const kysely = new Proxy(context.db.kysely, {
      get(target, name) {
        if (name === 'selectFrom') statements += 1
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const hub = createTenantHub({ ...context, db: { ...context.db, kysely } }, { intervalMs: 50 })
    const told: string[] = []
    const stops: (() => void)[] = []
    const merchants = [await test.createTenant(), await test.createTenant()]
    for (const { tenantId } of merchants) {
      const state = await hub.read(tenantId)
      stops.push(hub.watch(tenantId, state, () => void told.push(tenantId)))
    }
    statements = 0
    await waitUntil(() => statements >= 3)
    expect(told).toEqual([])
    const [, second] = merchants
    await createRequest({ 'x-api-key': second?.apiKey ?? '' })
    await waitUntil(() => told.length === 1)
    expect(told).toEqual([second?.tenantId])
    for (const stop of stops) stop()
    const left = statements
    await createRequest({ 'x-api-key': second?.apiKey ?? '' })
    const other = createTenantHub(context, { intervalMs: 50 })
    const state = await other.read(second?.tenantId ?? '')
    let heard = 0
    const stop = other.watch(second?.tenantId ?? '', state, () => {
      heard += 1
    })
    await createRequest({ 'x-api-key': second?.apiKey ?? '' })
    await waitUntil(() => heard === 1)
    stop()
    // One poll may still have been in progress.
    expect(statements - left).toBeLessThanOrEqual(1)
    expect(told).toHaveLength(1)
  })

  it('the merchant hub notifies a watcher that began between two polls only of later changes', async () => {
    const { context } = test.host
    const merchant = await test.createTenant()
    const headers = { 'x-api-key': merchant.apiKey }
    const hub = createTenantHub(context, { intervalMs: 50 })
    const before = await hub.read(merchant.tenantId)
    await createRequest(headers)
    const after = await hub.read(merchant.tenantId)
    const early: string[] = []
    const late: string[] = []
    const stopEarly = hub.watch(merchant.tenantId, before, ({ id }) => void early.push(id))
    const stopLate = hub.watch(merchant.tenantId, after, ({ id }) => void late.push(id))
    await waitUntil(() => early.length === 1)
    expect([early, late]).toEqual([[after.id], []])
    await createRequest(headers)
    await waitUntil(() => early.length === 2 && late.length === 1)
    expect(early[1]).toBe(late[0])
    // A watcher that starts with an old state receives the current state.
    const old: unknown[] = []
    const stopOld = hub.watch(merchant.tenantId, before, (change) => void old.push(change))
    await waitUntil(() => old.length === 1)
    expect(old).toEqual([{ id: late[0], ...EVERYTHING }])
    for (const stop of [stopEarly, stopLate, stopOld]) stop()
  })
})
