import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { standardWebhookSignature } from '@secure-payment/core/webhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHolder } from '../../host/src/leases/leases.ts'
import { createOfframpPoller } from '../../host/src/offramps/pollOfframps.ts'
import { findPlanted, type PlantedPayer, plantPayer } from '../support/plantedData.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { httpOfframpSettings, OFFRAMP_SECRET } from './support/openHttpOfframp.ts'
import { type Places, watchPlaces } from './support/watchPlaces.ts'

/**
 * A provider repeats the received data in every possible place: rejections, errors, invalid responses, reports and
 * callbacks. The host must not forward any of the repeated data.
 */
const ROUND_MS = 3_600_000
const MAX_ROUNDS = 6
const REFUSALS = [400, 422, 401, 500] as const
/** A provider that fails too often is paused for 30 s. */
const REST_MS = 31_000
const people = REFUSALS.map((status) => plantPayer(`zk4echo${status}`))
const taken = plantPayer('zk4taken')

let test: TestHost
let places: Places
let provider: Awaited<ReturnType<typeof startEcho>>
const callbacks: number[] = []

/**
 * Starts a provider that returns the received data in every member of its responses, with the status of `setStatus`.
 */
async function startEcho() {
  let status = 200
  let heard = ''
  const server = createServer(async (request, response) => {
    const body = await text(request)
    heard += body
    const members = body === '' ? {} : JSON.parse(body)
    const echo = { ...members, message: body, code: body, reason: body, error: { message: body } }
    const report = { id: 'evt_1', subject: 'cus_1', kind: 'kyc', occurredAt: new Date() }
    // This text has the maximum length, because a longer report is invalid, which is another case.
    const reports = [{ ...report, status: heard.slice(0, 60), reason: heard.slice(0, 900) }]
    const isTaken = status === 200 && request.method === 'POST'
    response.writeHead(status, { 'content-type': 'application/json', 'x-echo': 'echo' })
    response.end(JSON.stringify({ ...echo, ...(isTaken && { id: 'cus_1' }), reports }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    heard: () => heard,
    setStatus(next: number) {
      status = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function call(method: string, path: string, body?: object) {
  const answer = await test.call(method, path, { ...(body !== undefined && { body }) })
  return places.hear(method, path, answer)
}

async function submit({ clientUserId, payer, account }: PlantedPayer): Promise<void> {
  await call('POST', '/v2/payer', payer)
  await call('POST', `/v2/payer/${encodeURIComponent(clientUserId)}/payment-details`, account)
}

/** Makes the job poll all due records, a few hours later. */
async function poll(): Promise<void> {
  const { context } = test.host
  if (context.offramp === null) throw new Error('The host has no provider.')
  using holder = createHolder(context.random)
  const options = { holder, onEvents() {} }
  const poller = createOfframpPoller({ ...context, offramp: context.offramp }, options)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    test.clock.advance(ROUND_MS)
    await poller.step()
  }
  await poller.release()
}

/** Sends a signed callback with `secret` in every possible member, and another with a wrong signature. */
async function callBack(secret: string): Promise<void> {
  const occurredAt = test.clock.now().toISOString()
  const report = { id: 'evt_2', kind: 'kyc', subject: 'cus_1', status: 'pending', occurredAt }
  const bodies = [
    { ...report, reason: secret, payer: { name: secret } },
    { ...report, id: 'evt_3', status: secret },
    { ...report, id: 'evt_4', subject: 'nobody', reason: `It is of ${secret}.` },
    { ...report, id: 'evt_5', kind: secret },
    { ...report, id: 'evt_6', occurredAt: secret },
  ]
  for (const body of bodies) {
    for (const key of [OFFRAMP_SECRET, 'd6'.repeat(32)]) {
      const raw = JSON.stringify(body)
      const timestampS = Math.floor(test.clock.now().getTime() / 1_000)
      const headers = {
        'content-type': 'application/json',
        'webhook-id': body.id,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': standardWebhookSignature(key, body.id, timestampS, raw),
      }
      const path = '/v2/offramp/callbacks'
      const answer = await test.call('POST', path, { anonymous: true, raw, headers })
      callbacks.push(places.hear('POST', path, answer).status)
    }
  }
}

beforeAll(async () => {
  provider = await startEcho()
  places = watchPlaces({ host: () => test, deliveries: () => [] })
  test = await startTestHost(httpOfframpSettings(provider.url), { log: places.log })
  await test.call('POST', '/v1/webhook', { body: { url: 'https://shop.example.test/hooks' } })
  for (const [index, status] of REFUSALS.entries()) {
    provider.setStatus(status)
    const person = people[index]
    if (person !== undefined) await submit(person)
    await poll()
    test.clock.advance(REST_MS)
  }
  provider.setStatus(200)
  await submit(taken)
  await callBack(taken.payer['firstName'] ?? '')
  await callBack(taken.account['accountName'] ?? '')
  await poll()
})
afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
  await provider?.close()
})

describe('A provider that repeats the received data', () => {
  it('a provider that repeats the received data was called, failed, and sent callbacks', () => {
    for (const { secrets } of [...people, taken]) {
      expect(findPlanted(secrets, provider.heard()).length).toBeGreaterThan(10)
    }
    // Every second callback has a wrong signature, so the host rejects it unread.
    expect(callbacks.filter((_, index) => index % 2 === 1)).toEqual(Array(10).fill(401))
    expect(callbacks.filter((_, index) => index % 2 === 0)).toEqual([
      ...[200, 200, 404, 400, 400],
      ...[200, 200, 404, 400, 400],
    ])
    expect(places.logged()).toContain('Failed to submit a payer')
    expect(places.logged()).toContain('Ignored a status of the offramp provider')
  })

  it('a provider that repeats the received data leaks nothing through the host', async () => {
    const found = await places.find([...people, taken])
    const path = 'answer of POST /v2/payer/{}/payment-details'
    expect(found).toEqual([
      `${path}: accountName`,
      `${path}: bankName`,
      `${path}: clientUserId`,
      'table events: clientUserId',
    ])
  })
})
