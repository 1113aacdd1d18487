import { events } from '@secure-payment/core/webhooks'
import { type Sink, startSink } from '@secure-payment/devnet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listenSecret } from '../../packages/cli/src/listen/listenSecret.ts'
import { type CliRunner, createCliRunner } from '../support/cliRunner.ts'
import { API_KEY, startTestHost, type TestHost } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

let test: TestHost
let cli: CliRunner
let sink: Sink
let stack: AsyncDisposableStack
beforeAll(async () => {
  stack = new AsyncDisposableStack()
  test = stack.use(
    await startTestHost({ PAY_ROLE: 'api,worker', PAY_ALLOW_PRIVATE_WEBHOOKS: 'true' }),
  )
  sink = stack.use(await startSink())
  cli = stack.use(await createCliRunner({ url: test.host.url, apiKey: API_KEY }))
})
afterAll(() => stack.disposeAsync())
beforeEach(() => {
  // Each test begins after the previous test's events.
  test.clock.advance(60_000)
  sink.clear()
  sink.setStatus(200)
  sink.setSecret(listenSecret(API_KEY))
})

const store = (eventType: string) =>
  test.call('POST', '/v1/webhook/test', { body: { eventType, allowsNoEndpoint: true } })

/** Starts `listen`, and resolves once it has found the time from which it reads. */
async function startListening(argv: readonly string[] = [], surroundings = {}) {
  const listening = cli.start(['listen', '--json', ...argv], surroundings)
  let text = ''
  const lines = () => {
    text += listening.out()
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  }
  await waitUntil(async () => lines().length > 0)
  return { ...listening, lines }
}

describe('secure-payment listen', () => {
  it('listen forwards each event with signatures that the printed secret verifies', async () => {
    const { secret } = await cli.json('listen', '--print-secret')
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    sink.setSecret(secret)
    const listening = await startListening(['--forward-to', sink.url])
    await store('payment.confirmed')
    const { verified, headers, body } = await sink.waitFor(() => true)
    expect({ verified, body }).toMatchObject({
      verified: true,
      body: { event: 'payment.confirmed' },
    })
    expect(headers).toMatchObject({
      'x-service-test': 'true',
      'x-service-retry-count': '0',
      'webhook-id': Reflect.get(Object(body), 'eventId'),
      'webhook-signature': expect.stringMatching(/^v1,/),
    })
    await waitUntil(async () => listening.lines().length === 2)
    expect(listening.lines()[1]).toMatchObject({
      event: 'payment.confirmed',
      body: { isTest: true },
      forwarded: { status: 200, error: null, attempts: 1 },
    })
    expect(await listening.done()).toBe(0)
  })

  it('listen prints the secret only on a terminal, and never in CI', async () => {
    const terminal = { columns: 80 }
    const secret = listenSecret(API_KEY)
    for (const [surroundings, isShown] of [
      [{ terminal }, true],
      [{ terminal, env: { CI: 'true' } }, false],
      [{}, false],
    ] as const) {
      const listening = cli.start(['listen', '--forward-to', sink.url], surroundings)
      let text = ''
      await waitUntil(async () => {
        text += listening.err()
        return text.includes('The receiver verifies')
      })
      expect(await listening.done()).toBe(0)
      expect(text.includes(secret)).toBe(isShown)
      expect(text.includes('--print-secret')).toBe(!isShown)
    }
  })

  it('listen sends an event again until the receiver accepts it, at most three times', async () => {
    sink.setStatus(503)
    const listening = cli.start(['listen', '--forward-to', sink.url])
    await waitUntil(async () => listening.err().includes('The receiver verifies'))
    await store('payment.confirmed')
    await waitUntil(async () => sink.deliveries().length === 2)
    sink.setStatus(200)
    let text = ''
    const read = () => {
      text += listening.out()
      return text
    }
    await waitUntil(async () => read().includes('at attempt 3'))
    const counts = sink.deliveries().map(({ headers }) => headers['x-service-retry-count'])
    expect(counts).toEqual(['0', '1', '2'])
    sink.clear()
    sink.setStatus(503)
    await store('payment.failed')
    await waitUntil(async () => read().includes('Not delivered.'))
    expect(sink.deliveries()).toHaveLength(3)
    expect(text).toMatch(/503, 3 attempts\n {2}Not delivered\. .+: listen --since \d{4}-\d\d-\d\dT/)
    expect(await listening.done()).toBe(0)
  })

  it('listen continues after the last event when an outage ends, and sends no event twice', async () => {
    let isDown = false
    const flaky: typeof fetch = (url, init) =>
      isDown && String(url).startsWith(test.host.url)
        ? Promise.reject(new Error('down'))
        : fetch(url, init)
    const listening = await startListening(['--forward-to', sink.url], { fetch: flaky })
    await store('payment.partial')
    await sink.waitFor(() => true)
    isDown = true
    await store('payment.failed')
    await store('payment.refunded')
    isDown = false
    await store('payment.confirmed')
    await waitUntil(async () => sink.deliveries().length >= 4)
    await listening.done()
    const types = sink.deliveries().map(({ body }) => Reflect.get(Object(body), 'event'))
    expect(types.sort()).toEqual([
      'payment.confirmed',
      'payment.failed',
      'payment.partial',
      'payment.refunded',
    ])
  })

  it('listen finds an event that is committed after a later event', async () => {
    const listening = await startListening([
      '--since',
      '1970-01-01',
      '--events',
      'request.cancelled',
    ])
    await store('request.cancelled')
    await waitUntil(async () => listening.lines().length === 2)
    await store('request.cancelled')
    const { kysely } = test.host.context.db
    const time = new Date(test.clock.now().getTime() - 20_000).toISOString()
    const [{ id }] = listening.lines().slice(1)
    await kysely.updateTable('events').set({ created_at: time }).where('id', '>', id).execute()
    await waitUntil(async () => listening.lines().length === 3)
    await listening.done()
  })

  it('listen prints only the chosen events, and reports a receiver that rejects them or does not respond', async () => {
    sink.setStatus(500)
    const chosen = ['--events', 'payment.failed,refund.failed']
    const listening = await startListening([...chosen, '--forward-to', sink.url])
    for (const { type } of events) {
      await store(type)
      test.clock.advance(1)
    }
    await waitUntil(async () => listening.lines().length === 3)
    await listening.done()
    expect(listening.lines().slice(1)).toMatchObject([
      { event: 'payment.failed', forwarded: { status: 500 } },
      { event: 'refund.failed', forwarded: { status: 500 } },
    ])
    const absent = await startListening(['--forward-to', 'http://127.0.0.1:1/'])
    await store('payment.failed')
    await waitUntil(async () => absent.lines().length === 2)
    await absent.done()
    expect(absent.lines()[1].forwarded).toMatchObject({ status: null, error: expect.any(String) })
  })

  it('listen ends with the reason if the host rejects the key', async () => {
    const env = { SECURE_PAYMENT_API_KEY: 'sk_wrong' }
    expect(await cli.run(['listen'], { env })).toMatchObject({ code: 1, out: '' })
  })

  it('listen rejects a target that is not a URL', async () => {
    for (const argv of [
      ['--forward-to', 'ftp://x'],
      ['--since', 'x'],
      ['--signature-alias', 'x'],
    ]) {
      expect(await cli.run(['listen', ...argv]), argv.join(' ')).toMatchObject({ code: 2 })
    }
  })
})

describe('secure-payment trigger, logs and replay', () => {
  it('trigger needs no endpoint, logs shows its delivery, and replay sends it again', async () => {
    expect((await cli.run(['trigger', 'payment.confirmed'])).out).toContain(
      'no webhook endpoint is active',
    )
    const url = sink.url
    const { id: webhook, secret } = await cli.json('webhooks', 'create', '--url', url)
    sink.setSecret(secret)
    expect((await cli.run(['trigger', 'payment.confirmed'])).out).toBe(
      'Accepted by 1 of 1 endpoints.\n',
    )
    const table = (await cli.run(['logs'])).out
    expect(table).toMatch(/payment\.confirmed +delivered +200 +[0-9A-Z]{26}\n$/)
    const [{ id }] = await cli.json('logs', '--webhook', webhook, '--status', 'delivered')
    // `replay --since` skips test events, so this marks the event as a real one.
    await test.host.context.db.kysely.updateTable('events').set({ is_test: 0 }).execute()
    sink.clear()
    expect(await cli.json('replay', '--since', '1h', '--status', 'delivered')).toEqual({ count: 1 })
    await sink.waitFor(() => true)
    await waitUntil(async () => (await cli.json('logs', '--status', 'delivered')).length === 1)
    sink.clear()
    expect((await cli.run(['replay', id])).out).toBe('payment.confirmed is sent again.\n')
    const again = await sink.waitFor(() => true)
    expect(again.headers).toMatchObject({ 'x-service-replay': 'true', 'x-service-delivery': id })
    expect(await cli.run(['replay', '01KB4X3F6V3M2N5P7R9T0W1X2Y'])).toMatchObject({ code: 1 })
    expect(await cli.run(['replay'])).toMatchObject({ code: 2 })
    const audit = (await cli.run(['logs', '--audit'])).out
    expect(audit).toContain('webhook.created')
    await cli.json('webhooks', 'remove', webhook)
  })
})

describe('secure-payment open and doctor', () => {
  it('open prints the URL of a page, and opens it only from a terminal', async () => {
    const { authUrl, payUrl } = test.host.context.config
    const { token } = await test.createPayment()
    const terminal = { columns: 80 }
    const page = `${payUrl}/?token=${token}`
    expect(await cli.run(['open'])).toMatchObject({ out: `${authUrl}/console/\n`, opened: [] })
    expect(await cli.run(['open', token], { terminal })).toMatchObject({ opened: [page] })
    expect(await cli.run(['open', 'nothing'])).toMatchObject({ code: 2 })
  })

  it('doctor names each problem with its next step', async () => {
    const findings = async (surroundings = {}) => {
      const { code, out } = await cli.run(['doctor', '--json'], surroundings)
      return { code, ...JSON.parse(out) }
    }
    const late = { now: () => new Date(test.clock.now().getTime() + 120_000) }
    // The suite's host has no nodes.
    expect(await findings(late)).toMatchObject({
      code: 1,
      findings: expect.arrayContaining([
        expect.objectContaining({ check: 'host', level: 'fail' }),
        expect.objectContaining({ check: 'key', level: 'ok' }),
        expect.objectContaining({ check: 'clock', message: 'is 120 s ahead of the host’s.' }),
        expect.objectContaining({
          check: expect.stringContaining('webhook'),
          level: expect.any(String),
        }),
      ]),
    })
    const wrong = await findings({ env: { SECURE_PAYMENT_API_KEY: 'sk_wrong' } })
    expect(wrong.findings).toContainEqual({
      check: 'key',
      level: 'fail',
      message: 'Unauthorized: The API key is not valid.',
      hint: 'Sign in with a valid API key: secure-payment login.',
    })
    const absent = await findings({ env: { SECURE_PAYMENT_URL: 'http://127.0.0.1:1' } })
    expect(absent.findings).toMatchObject([{ check: 'url', level: 'fail' }])
  })
})
