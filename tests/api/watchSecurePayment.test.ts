import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announceCredentialsChange } from '../../host/src/auth/credentials.ts'
import { markPaid, markSeen } from '../support/markRequest.ts'
import { openStream, parseChanges, type Stream } from '../support/openStream.ts'
import { logIn, registerAccount, type SignedIn, signInWallet } from '../support/signIn.ts'
import {
  API_KEY,
  pageHeaders,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const UNKNOWN_TOKEN = '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'
const HASH = `0x${'5b'.repeat(32)}`
const LIMITS = { PAY_STREAM_LIFETIME_S: '600', PAY_STREAMS_PAYMENT: '3', PAY_STREAMS_MERCHANT: '8' }

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(LIMITS)
})
afterAll(() => test[Symbol.asyncDispose]())

const pathOf = (token: string) => `/v2/secure-payments/${token}/events`

/** Opens a stream as the merchant's server does. */
const watch = (
  token: string,
  { headers = {}, url = test.host.url }: { headers?: Record<string, string>; url?: string } = {},
): Promise<Stream> => openStream(url + pathOf(token), { 'x-api-key': API_KEY, ...headers })

const etagNow = async (token: string) =>
  (await test.call('GET', `/v2/secure-payments/${token}`)).headers['etag']

const attempt = (token: string, attemptId: string, headers?: Record<string, string>) =>
  test.call('POST', `/v2/secure-payments/${token}/attempts`, {
    ...(headers !== undefined && { anonymous: true, headers }),
    body: {
      attemptId,
      wallet: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      chain: 'devnet',
      token: 'USDC',
      calldataHash: HASH,
    },
  })

describe('GET /v2/secure-payments/{token}/events', () => {
  it('GET /v2/secure-payments/{token}/events sends the current state at once, in a stream that no cache or proxy buffers', async () => {
    const { token } = await test.createPayment()
    await using stream = await watch(token)
    expect(stream.answer.statusCode).toBe(200)
    expect(stream.answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    const etag = await etagNow(token)
    expect(await stream.change(1)).toEqual({
      event: 'changed',
      id: etag,
      data: { status: 'pending', etag },
    })
  })

  it('GET /v2/secure-payments/{token}/events sends every change with the ETag of the next read, and no other event', async () => {
    const { token, requestIds } = await test.createPayment()
    const other = await test.createPayment()
    const requestId = requestIds[0] ?? ''
    await using stream = await watch(token)
    await stream.change(1)

    await attempt(token, '6b0f0f5e-0000-4000-8000-0000000000a1')
    expect((await stream.change(2)).id).toBe(await etagNow(token))
    await attempt(other.token, '6b0f0f5e-0000-4000-8000-0000000000a2')
    await markSeen(test.host, { requestId, units: 2_000_000n, depth: 1n })
    expect((await stream.change(3)).id).toBe(await etagNow(token))
    await markPaid(test.host, { token, requestId, paidUnits: 2_000_000n })
    expect((await stream.change(4)).id).toBe(await etagNow(token))
    await test.host.context.db.kysely
      .updateTable('secure_payments')
      .set({ status: 'completed', completed_at: test.clock.now().toISOString() })
      .where('token', '=', token)
      .execute()
    expect((await stream.change(5)).data.status).toBe('completed')
    expect(stream.changes().map(({ data }) => data.status)).toEqual([
      'pending',
      'pending',
      'pending',
      'pending',
      'completed',
    ])
  })

  it('GET /v2/secure-payments/{token}/events sends an event for each detected item, and for each block that adds depth', async () => {
    const { token, requestIds } = await test.createPayment({ requests: [usdcItem, usdcItem] })
    await using stream = await watch(token)
    await stream.change(1)
    for (const [index, requestId] of requestIds.entries()) {
      await markSeen(test.host, { requestId, units: 1n, depth: 1n })
      expect((await stream.change(2 + index)).id).toBe(await etagNow(token))
    }
    await test.host.context.db.kysely
      .updateTable('chain_cursors')
      .set((eb) => ({ head_number: eb('head_number', '+', 1n) }))
      .where('network', '=', 'devnet')
      .execute()
    expect((await stream.change(4)).id).toBe(await etagNow(token))
  })

  it('GET /v2/secure-payments/{token}/events sends an event when a lease or the link expires, although that changes no row', async () => {
    const { token } = await test.createPayment()
    await attempt(token, '6b0f0f5e-0000-4000-8000-0000000000b1')
    await using stream = await watch(token)
    const held = await stream.change(1)
    test.clock.advance(10 * 60_000)
    const free = await stream.change(2)
    expect(free.id).not.toBe(held.id)
    expect(free.id).toBe(await etagNow(token))
    test.clock.advance(7 * 24 * 3_600_000)
    expect((await stream.change(3)).data.status).toBe('expired')
  })

  it('GET /v2/secure-payments/{token}/events sends the caller’s own ETags, which differ between servers and pages when pages hide payees', async () => {
    const { token, requestIds } = await test.createPayment({
      requests: [usdcItem],
      accessPolicy: { hidePayeeAddress: true },
    })
    const { clientId } = await test.createClientId()
    const page = pageHeaders(clientId)
    const etagOfPage = async () =>
      (await test.call('GET', `/v2/secure-payments/${token}`, { anonymous: true, headers: page }))
        .headers['etag']
    await using ofServer = await watch(token)
    await using ofPage = await openStream(test.host.url + pathOf(token), page)
    expect((await ofServer.change(1)).id).toBe(await etagNow(token))
    expect((await ofPage.change(1)).id).toBe(await etagOfPage())
    expect(await etagOfPage()).not.toBe(await etagNow(token))
    await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 1n })
    // The payment is the next event in both streams, so no other event preceded it.
    expect((await ofServer.change(2)).id).toBe(await etagNow(token))
    expect((await ofPage.change(2)).id).toBe(await etagOfPage())
    const etag = (await etagNow(token)) ?? ''
    await using again = await watch(token, { headers: { 'last-event-id': etag } })
    await attempt(token, '6b0f0f5e-0000-4000-8000-0000000000c1')
    expect((await again.change(1)).id).toBe(await etagNow(token))
  })

  it('GET /v2/secure-payments/{token}/events returns 405 for HEAD, because a HEAD call would hold a stream without reading it', async () => {
    const { token } = await test.createPayment()
    await using agent = new OneConnection()
    for (let round = 0; round < Number(LIMITS.PAY_STREAMS_PAYMENT) + 1; round += 1) {
      expect(await agent.call('HEAD', pathOf(token))).toBe(405)
      expect(await agent.call('GET', '/livez')).toBe(200)
    }
    await using stream = await watch(token)
    expect(stream.answer.statusCode).toBe(200)
  })

  it('GET /v2/secure-payments/{token}/events sends changes from another host on the same database', async () => {
    // All hosts of one database have the same public URLs.
    const { payUrl } = test.host.context.config
    await using neighbour = await test.startNeighbour({ ...LIMITS, PAY_PAY_URL: payUrl })
    const { token, requestIds } = await test.createPayment()
    await using stream = await watch(token, { url: neighbour.host.url })
    await stream.change(1)
    await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 1n })
    expect((await stream.change(2)).id).toBe(await etagNow(token))
  })

  it('GET /v2/secure-payments/{token}/events sends only states that the caller does not have yet', async () => {
    const { token, requestIds } = await test.createPayment()
    const etag = (await etagNow(token)) ?? ''
    await using same = await watch(token, { headers: { 'last-event-id': etag } })
    await using old = await watch(token, { headers: { 'last-event-id': 'W/"old"' } })
    expect((await old.change(1)).id).toBe(etag)
    await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 1n })
    expect((await same.change(1)).id).toBe(await etagNow(token))
    expect((await old.change(2)).id).toBe((await same.change(1)).id)
  })

  it('GET /v2/secure-payments/{token}/events rejects callers that may not read the payment', async () => {
    const { token } = await test.createPayment()
    const stranger = await test.createTenant()
    const call = (headers: Record<string, string>, of = token) =>
      test.call('GET', pathOf(of), { anonymous: true, headers })
    expect((await call({})).status).toBe(401)
    expect((await call({ 'x-api-key': stranger.apiKey })).status).toBe(404)
    expect((await call({ 'x-api-key': API_KEY }, UNKNOWN_TOKEN)).status).toBe(404)
    const { clientId } = await test.createClientId()
    const page = { 'x-client-id': clientId }
    const foreign = await call({ ...page, origin: 'https://evil.example.test' })
    expect([foreign.status, foreign.json.code]).toEqual([403, 'origin_not_allowed'])
  })

  it('GET /v2/secure-payments/{token}/events is open to the merchant’s page', async () => {
    const { token } = await test.createPayment()
    const { clientId } = await test.createClientId()
    const answer = await fetch(test.host.url + pathOf(token), {
      headers: pageHeaders(clientId),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe(SHOP_ORIGIN)
    expect(answer.headers.get('vary')).toBe('Origin')
    await answer.body?.cancel()
  })

  it('GET /v2/secure-payments/{token}/events is limited per payment and per merchant, and a disconnect allows another stream', async () => {
    const tenant = await test.createTenant()
    const mine = { headers: { 'x-api-key': tenant.apiKey } }
    const create = async () => {
      const { json } = await test.call('POST', '/v2/secure-payments', {
        ...mine,
        body: {
          requests: [
            {
              payee: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
              invoiceCurrency: 'USDC-devnet',
              paymentCurrency: 'USDC-devnet',
              amount: '1',
            },
          ],
        },
      })
      return json.token as string
    }
    const [first, second, third] = [await create(), await create(), await create()]
    await using open = new AsyncDisposableStack()
    const streams: Stream[] = []
    for (const token of [first, first, first, second, second, second, third, third]) {
      const stream = await watch(token, mine)
      expect(stream.answer.statusCode).toBe(200)
      streams.push(open.use(stream))
    }
    const refused = await test.call('GET', pathOf(first), mine)
    expect(refused.status).toBe(429)
    expect(refused.json.code).toBe('too_many_streams')
    expect(refused.headers['retry-after']).toBe('30')
    expect((await test.call('GET', pathOf(third), mine)).status).toBe(429)
    await streams[0]?.[Symbol.asyncDispose]()
    await waitUntil(async () => {
      const again = await watch(first, mine)
      open.use(again)
      return again.answer.statusCode === 200
    })
  })

  it('GET /v2/secure-payments/{token}/events opens for a merchant without streams when other merchants hold all streams, and ends their oldest stream', async () => {
    await using neighbour = await test.startNeighbour({ ...LIMITS, PAY_STREAMS: '3' })
    const { url } = neighbour.host
    const { token } = await test.createPayment()
    await using open = new AsyncDisposableStack()
    const held: Stream[] = []
    for (let count = 0; count < 3; count += 1) held.push(open.use(await watch(token, { url })))
    const [oldest] = held
    if (oldest === undefined) throw new Error('no stream was opened')
    const ended = once(oldest.answer, 'end')
    const { apiKey } = await test.createTenant()
    const headers = { 'x-api-key': apiKey }
    const body = { requests: [usdcItem] }
    const { json } = await test.call('POST', '/v2/secure-payments', { headers, body })
    const late = open.use(await watch(json.token, { url, headers }))
    expect(late.answer.statusCode).toBe(200)
    await late.change(1)
    await ended
    expect(held.slice(1).map(({ answer }) => answer.readableEnded)).toEqual([false, false])
    const refused = await neighbour.call('GET', pathOf(token))
    expect([refused.status, refused.json.code]).toEqual([503, 'streams_full'])
  })

  it('GET /v2/secure-payments/{token}/events returns 503 on a host that allows no streams', async () => {
    await using neighbour = await test.startNeighbour({ PAY_STREAMS: '0' })
    const { token } = await test.createPayment()
    const { status, json, headers } = await neighbour.call('GET', pathOf(token))
    expect([status, json.code, headers['retry-after']]).toEqual([503, 'streams_full', '30'])
  })

  it('GET /v2/secure-payments/{token}/events ends at once when the host stops', async () => {
    const neighbour = await test.startNeighbour(LIMITS)
    const { token } = await test.createPayment()
    await using stream = await watch(token, { url: neighbour.host.url })
    await stream.change(1)
    const ended = once(stream.answer, 'end')
    await neighbour[Symbol.asyncDispose]()
    await ended
  })

  it('GET /v2/secure-payments/{token}/events ends for a page whose client ID is disabled or loses its domain, but for no other page', async () => {
    const { token } = await test.createPayment()
    const [off, moved, other] = [
      await test.createClientId(),
      await test.createClientId(),
      await test.createClientId(),
    ]
    const open = ({ clientId }: { clientId: string }) =>
      openStream(test.host.url + pathOf(token), pageHeaders(clientId))
    await using ofOff = await open(off)
    await using ofMoved = await open(moved)
    await using ofOther = await open(other)
    const ended = [ofOff, ofMoved].map(({ answer }) => once(answer, 'end'))
    const change = ({ id }: { id: string }, body: object) =>
      test.call('PUT', `/v2/client-ids/${id}`, { body })
    expect((await change(off, { status: 'inactive' })).status).toBe(200)
    const allowedDomains = ['https://elsewhere.example.test']
    expect((await change(moved, { allowedDomains })).status).toBe(200)
    await Promise.all(ended)
    expect((await change(other, { label: 'Renamed' })).status).toBe(200)
    await attempt(token, '6b0f0f5e-0000-4000-8000-0000000000d1')
    expect((await ofOther.change(2)).id).toBe(await etagNow(token))
  })

  it('GET /v2/secure-payments/{token}/events ends for a server whose API key is revoked', async () => {
    const { headers } = await registerAccount(test)
    const own = { anonymous: true, headers }
    const { json: key } = await test.call('POST', '/v1/api-keys', {
      ...own,
      body: { label: 'Server' },
    })
    const server = { 'x-api-key': key.key as string }
    const { json: payment } = await test.call('POST', '/v2/secure-payments', {
      anonymous: true,
      headers: server,
      body: { requests: [usdcItem] },
    })
    await using stream = await watch(payment.token, { headers: server })
    const ended = once(stream.answer, 'end')
    expect((await test.call('DELETE', `/v1/api-keys/${key.id}`, own)).status).toBe(200)
    await ended
  })

  it('GET /v2/secure-payments/{token}/events ends for a member who signs out, but not for the account’s other sessions', async () => {
    const leaving = await registerAccount(test)
    const staying = await logIn(test, leaving.email)
    const { json: payment } = await test.call('POST', '/v2/secure-payments', {
      anonymous: true,
      headers: staying.headers,
      body: { requests: [usdcItem] },
    })
    const open = ({ headers }: SignedIn) =>
      openStream(test.host.url + pathOf(payment.token), headers)
    await using ofLeaving = await open(leaving)
    await using ofStaying = await open(staying)
    await Promise.all([ofLeaving.change(1), ofStaying.change(1)])
    const ended = once(ofLeaving.answer, 'end')
    await test.call('POST', '/v1/auth/logout', { anonymous: true, headers: leaving.headers })
    await ended
    await attempt(payment.token, '6b0f0f5e-0000-4000-8000-0000000000e1', staying.headers)
    expect((await ofStaying.change(2)).data.status).toBe('pending')
  })

  it('GET /v2/secure-payments/{token}/events does not extend a wallet’s session, which ends after its idle timeout', async () => {
    const person = await signInWallet(test)
    const { json: payment } = await test.call('POST', '/v2/secure-payments', {
      anonymous: true,
      headers: person.headers,
      body: { requests: [usdcItem] },
    })
    await using stream = await openStream(test.host.url + pathOf(payment.token), person.headers)
    await stream.change(1)
    const ended = once(stream.answer, 'end')
    const { kysely } = test.host.context.db
    const readUse = () =>
      kysely
        .selectFrom('sessions')
        .select(['last_used_at', 'expires_at'])
        .where('wallet_address', '=', person.account.address)
        .executeTakeFirstOrThrow()
    const before = await readUse()
    test.clock.advance(14 * 60_000)
    announceCredentialsChange(test.host.context)
    test.clock.advance(60_000)
    announceCredentialsChange(test.host.context)
    await ended
    expect(await readUse()).toEqual(before)
  })

  it('GET /v2/secure-payments/{token}/events ends after its maximum duration', async () => {
    await using neighbour = await test.startNeighbour({ PAY_STREAM_LIFETIME_S: '0' })
    const { token } = await test.createPayment()
    const { status, text } = await neighbour.call('GET', pathOf(token))
    expect(status).toBe(200)
    expect(parseChanges(text)).toHaveLength(1)
  })
})

/** A client that sends sequential calls on one connection. */
class OneConnection implements AsyncDisposable {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  async call(method: string, path: string): Promise<number | undefined> {
    const headers = { 'x-api-key': API_KEY }
    const call = request(test.host.url + path, { method, headers, agent: this.#agent })
    call.end()
    const [answer] = await once(call, 'response')
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode
  }

  async [Symbol.asyncDispose]() {
    this.#agent.destroy()
  }
}
