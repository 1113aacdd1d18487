import { createHmac } from 'node:crypto'
import { startSink } from '@secure-payment/devnet'
import { describe, expect, it } from 'vitest'

const SECRET = 'a1'.repeat(32)

/** Signs with Node's own HMAC, following docs/guides/receive-webhooks.md: hex HMAC-SHA256 of the raw body. */
const sign = (body: string, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('hex')

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('startSink', () => {
  it('the sink verifies a signature over the raw body, and keeps deliveries, oldest first', async () => {
    await using sink = await startSink({ secret: SECRET })
    const body = '{ "event":"payment.confirmed",  "amount":"1" }'
    await post(sink.url, body, { 'x-service-signature': sign(body) })
    await post(sink.url, body, { 'x-service-signature': sign(JSON.stringify(JSON.parse(body))) })
    await post(sink.url, body)
    await post(sink.url, 'not json', { 'x-service-signature': sign('not json') })

    const deliveries = await (await fetch(sink.deliveriesUrl)).json()
    expect(deliveries).toHaveLength(4)
    expect(deliveries[0]).toMatchObject({
      headers: { 'content-type': 'application/json', 'x-service-signature': sign(body) },
      body: { event: 'payment.confirmed', amount: '1' },
      rawBody: body,
      verified: true,
    })
    expect(Object.keys(deliveries[0]).sort()).toEqual([
      'body',
      'headers',
      'rawBody',
      'receivedAt',
      'verified',
    ])
    expect(Date.now() - Date.parse(deliveries[0].receivedAt)).toBeLessThan(60_000)
    expect(deliveries.map((delivery: { verified: boolean }) => delivery.verified)).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(deliveries[3].body).toBeNull()
  })

  it('the sink marks deliveries as unverified until it has the secret', async () => {
    await using sink = await startSink()
    await post(sink.url, '{}', { 'x-service-signature': sign('{}') })
    sink.setSecret(SECRET)
    await post(sink.url, '{}', { 'x-service-signature': sign('{}') })
    expect(sink.deliveries().map(({ verified }) => verified)).toEqual([false, true])
  })

  it('the sink deletes its deliveries on DELETE', async () => {
    await using sink = await startSink()
    await post(sink.url, '{}')
    await fetch(sink.deliveriesUrl, { method: 'DELETE' })
    expect(await (await fetch(sink.deliveriesUrl)).json()).toEqual([])
  })

  it('the sink responds with the last PUT’s status, but still keeps deliveries', async () => {
    await using sink = await startSink()
    expect((await post(sink.url, '{}')).status).toBe(200)
    const put = (body: string) => fetch(sink.deliveriesUrl, { method: 'PUT', body })
    expect((await put('{"status":503}')).status).toBe(200)
    expect((await post(sink.url, '{}')).status).toBe(503)
    expect(sink.deliveries()).toHaveLength(2)
    for (const bad of ['{"status":99}', '{"status":"200"}', '{}', 'x']) {
      expect((await put(bad)).status, bad).toBe(400)
    }
    expect((await post(sink.url, '{}')).status).toBe(503)
  })

  it('the sink rejects a body above 256 kB', async () => {
    await using sink = await startSink()
    expect((await post(sink.url, 'x'.repeat(256_001))).status).toBe(413)
    expect((await post(sink.url, 'x'.repeat(256_000))).status).toBe(200)
    expect(sink.deliveries()).toHaveLength(1)
  })

  it('the sink waits for a matching delivery, up to a limit', async () => {
    await using sink = await startSink()
    const waiting = sink.waitFor(({ rawBody }) => rawBody === '"b"', 5_000)
    await post(sink.url, '"a"')
    await post(sink.url, '"b"')
    expect((await waiting).body).toBe('b')
    await expect(sink.waitFor(() => false, 20)).rejects.toThrow(
      'No matching delivery arrived within 20 ms (2 came).',
    )
  })

  it('the sink streams stored and new deliveries, and continues after the last id', async () => {
    await using sink = await startSink()
    await post(sink.url, '"stored"')
    await post(sink.url, '"second"')
    const response = await fetch(sink.eventsUrl, { headers: { 'last-event-id': '1' } })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    await post(sink.url, '"live"')
    sink.clear()

    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      if (text.includes('event: cleared')) break
    }
    const events = text.split('\n\n').map((event) => event.split('\n').slice(0, 2))
    expect(events.slice(0, 3)).toEqual([
      ['id: 2', 'event: delivery'],
      ['id: 3', 'event: delivery'],
      ['event: cleared', 'data: {}'],
    ])
  })

  it('the sink returns 404 for other paths, and fails with a message when its port is in use', async () => {
    await using sink = await startSink()
    expect((await fetch(sink.url)).status).toBe(404)
    const port = Number(new URL(sink.url).port)
    await expect(startSink({ port })).rejects.toThrow('The webhook sink cannot listen')
  })
})
