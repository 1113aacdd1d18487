import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../host/src/log.ts'
import { API_KEY, pageHeaders, startTestHost, type TestHost } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

let test: TestHost
let lines: string[]

beforeAll(async () => {
  lines = []
  const log = createLogger('info', { write: (line) => void lines.push(line) })
  test = await startTestHost(
    { PAY_METRICS_PORT: '0', PAY_ACCESS_LOG: '1', PAY_NETWORKS: 'devnet' },
    { log },
  )
})
afterAll(() => test[Symbol.asyncDispose]())

const metricsUrl = () => `http://127.0.0.1:${test.host.metricsPort}`

/** Reads the samples of a scrape, by name and labels. */
async function scrape(): Promise<Map<string, number>> {
  const answer = await fetch(`${metricsUrl()}/metrics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await answer.text()
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const end = line.lastIndexOf(' ')
        return [line.slice(0, end), Number(line.slice(end + 1))]
      }),
  )
}

/** Scrapes until a sample has a value, because a response is counted after it was sent. */
async function waitForSample(name: string, value: number): Promise<void> {
  await expect.poll(async () => (await scrape()).get(`secure_payment_${name}`)).toBe(value)
}

/** Returns the access log’s lines of one operation. */
function logged(operation: string): object[] {
  return lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.msg === 'Sent a response' && line.operation === operation)
}

describe('GET /metrics', () => {
  it('the port of the API does not serve the metrics', async () => {
    const answer = await test.call('GET', '/metrics', { anonymous: true })
    expect(answer.status).toBe(404)
  })

  it('the port of the metrics serves nothing of the API', async () => {
    const answer = await fetch(`${metricsUrl()}/v2/currencies`, {
      headers: { 'x-api-key': API_KEY },
    })
    expect([answer.status, await answer.text()]).toEqual([
      404,
      'This port serves GET /metrics, /livez and /readyz.\n',
    ])
    expect((await fetch(`${metricsUrl()}/metrics`, { method: 'POST' })).status).toBe(404)
  })

  it('the metrics count responses by operation and status, and time each operation', async () => {
    const { token } = await test.createPayment()
    await test.call('POST', '/v2/secure-payments', { body: {} })
    await test.call('GET', `/v2/secure-payments/${token}`)
    await waitForSample('calls_total{operation="createSecurePayment",status="201"}', 1)
    await waitForSample('calls_total{operation="createSecurePayment",status="400"}', 1)
    await waitForSample('calls_total{operation="getSecurePayment",status="200"}', 1)
    const samples = await scrape()
    const count = 'secure_payment_call_duration_seconds_count{operation="createSecurePayment"}'
    expect(samples.get(count)).toBe(2)
    expect([...samples.keys()].filter((name) => name.includes(token))).toEqual([])
  })

  it('the metrics count pages and unknown paths as one operation', async () => {
    const name = 'calls_total{operation="page",status="404"}'
    const before = (await scrape()).get(`secure_payment_${name}`) ?? 0
    await test.call('GET', '/no-such-path', { anonymous: true })
    await waitForSample(name, before + 1)
  })

  it('the metrics rank merchants by their calls without their ids', async () => {
    const other = await test.createTenant()
    const headers = { 'x-api-key': other.apiKey }
    await test.call('GET', '/v2/currencies', { anonymous: true, headers })
    await expect
      .poll(async () => (await scrape()).get('secure_payment_tenant_calls{rank="1"}') ?? 0)
      .toBeGreaterThan(1)
    const samples = await scrape()
    expect([...samples.keys()].filter((name) => name.includes(other.tenantId))).toEqual([])
  })

  it('the metrics show the findings of GET /readyz and the state of the queue', async () => {
    const samples = await scrape()
    expect(samples.get('secure_payment_ready')).toBe(0)
    const finding =
      'secure_payment_finding{check="all_networks_down",level="failure",network="none"}'
    expect(samples.get(finding)).toBe(1)
    expect(samples.get('secure_payment_webhook_deliveries_pending')).toBe(0)
    expect(samples.get('secure_payment_webhook_overdue_seconds')).toBe(0)
    expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  })

  it('the health checks on the port of the metrics return the same status as those of the API', async () => {
    expect((await fetch(`${metricsUrl()}/livez`)).status).toBe(200)
    const ready = await fetch(`${metricsUrl()}/readyz`)
    expect([ready.status, (await ready.json()).status]).toEqual([503, 'not_ready'])
  })
})

describe('the access log', () => {
  it('a line has the request id, the operation, the status and the merchant, but no path', async () => {
    const { token } = await test.createPayment()
    const answer = await test.call('GET', `/v2/secure-payments/${token}/pay`, {
      anonymous: true,
      headers: pageHeaders('cli_unknown'),
    })
    await waitUntil(() => logged('getSecurePaymentCalldata').length > 0)
    expect(logged('getSecurePaymentCalldata')).toEqual([
      {
        level: 30,
        time: expect.any(String),
        requestId: answer.headers['x-request-id'],
        method: 'GET',
        operation: 'getSecurePaymentCalldata',
        status: 401,
        tenantId: null,
        durationMs: expect.any(Number),
        msg: 'Sent a response',
      },
    ])
    const [created] = logged('createSecurePayment')
    expect(created).toMatchObject({ status: 201, tenantId: expect.stringMatching(/\w/) })
    expect(lines.join('')).not.toContain(token)
  })

  it('a caller that disconnects before its response is logged and counted with the status 499', async () => {
    const before = logged('createSecurePayment').length
    const { hostname, port } = new URL(test.host.url)
    const socket = connect(Number(port), hostname)
    // The body never arrives, so the host has sent no response when the caller disconnects.
    const head = ['POST /v2/secure-payments HTTP/1.1', `host: ${hostname}`, `x-api-key: ${API_KEY}`]
    const body = ['content-type: application/json', 'content-length: 100', '', '{']
    socket.write([...head, ...body].join('\r\n'), () => socket.destroySoon())
    await waitForSample('calls_total{operation="createSecurePayment",status="499"}', 1)
    expect(logged('createSecurePayment').slice(before)).toMatchObject([{ status: 499 }])
  })

  it('a host that samples no responses logs none', async () => {
    const quiet: string[] = []
    const log = createLogger('info', { write: (line) => void quiet.push(line) })
    await using host = await startTestHost({ PAY_METRICS_PORT: '0' }, { log })
    await host.call('GET', '/livez', { anonymous: true })
    expect(quiet.join('')).not.toContain('Sent a response')
  })
})
