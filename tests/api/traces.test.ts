import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../host/src/log.ts'
import { broadcastStored } from '../../host/src/relayer/broadcastStored.ts'
import { startRpcServer } from '../flows/support/startRpcServer.ts'
import { type Collector, type ReceivedSpan, startCollector } from '../support/startCollector.ts'
import { PAYER, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

/** The example of W3C Trace Context, section 3.2.2.5. */
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT_ID = '00f067aa0ba902b7'

let stack: AsyncDisposableStack
let collector: Collector
let test: TestHost

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  collector = stack.use(await startCollector())
  const node = stack.use(
    await startRpcServer((method) =>
      method === 'eth_chainId'
        ? { result: '0x7a69' }
        : { error: { code: -32601, message: 'the method does not exist' } },
    ),
  )
  test = stack.use(
    await startTestHost({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector,x-other=1',
      PAY_NETWORKS: 'devnet',
      PAY_RPC_URL_DEVNET: node.url,
      PAY_ROLE: 'api,worker',
      PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
    }),
  )
})
afterAll(() => stack.disposeAsync())

/** Waits for the last span of a name that the collector received, and returns it with the other spans of its trace. */
async function waitForTrace(name: string): Promise<{ root: ReceivedSpan; inner: ReceivedSpan[] }> {
  const find = () => collector.spans.findLast((span) => span.name === name)
  await waitUntil(() => find() !== undefined)
  const root = find()
  if (root === undefined) throw new Error(`No span is named ${name}.`)
  const inner = collector.spans.filter(
    ({ traceId, spanId }) => traceId === root.traceId && spanId !== root.spanId,
  )
  return { root, inner }
}

describe('the traces of a host', () => {
  it('a call is a span named after its operation, with its statements as inner spans', async () => {
    const { token } = await test.createPayment()
    const answer = await test.call('GET', `/v2/secure-payments/${token}`)
    const { root, inner } = await waitForTrace('getSecurePayment')
    expect(root).toMatchObject({
      parentSpanId: '',
      isFailed: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/v2/secure-payments/{token}',
        'http.response.status_code': 200,
        'secure_payment.request_id': answer.headers['x-request-id'],
      },
    })
    const system = test.host.context.db.dialect === 'sqlite' ? 'sqlite' : 'postgresql'
    const reads = inner.filter(({ name }) => name === 'select requests')
    expect(reads.length).toBeGreaterThan(0)
    expect(reads[0]?.attributes).toEqual({ 'db.system.name': system })
    expect(inner.every(({ parentSpanId }) => parentSpanId === root.spanId)).toBe(true)
    const created = await waitForTrace('createSecurePayment')
    expect(created.inner.map(({ name }) => name)).toContain('commit created rows')
    expect(collector.text).not.toContain(token)
  })

  it('a call continues the trace of its caller', async () => {
    const headers = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` }
    await test.call('GET', '/v2/currencies', { headers })
    await waitUntil(() => collector.spans.some(({ traceId }) => traceId === TRACE_ID))
    const span = collector.spans.find(({ name }) => name === 'listCurrencies')
    expect(span).toMatchObject({ traceId: TRACE_ID, parentSpanId: PARENT_ID })
  })

  it('a call is not traced if its caller does not record its trace', async () => {
    const traceId = 'a'.repeat(32)
    const headers = { traceparent: `00-${traceId}-${PARENT_ID}-00` }
    await test.call('GET', '/v2/currencies', { headers })
    const seen = collector.spans.length
    await test.call('GET', '/v2/currencies')
    await waitUntil(() => collector.spans.length > seen)
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([])
  })

  it.each(['nonsense', `00-${'0'.repeat(32)}-${PARENT_ID}-01`, `ff-${TRACE_ID}-${PARENT_ID}-01`])(
    'a call with the invalid traceparent %s begins a trace',
    async (traceparent) => {
      const before = collector.spans.filter(({ name }) => name === 'listCurrencies').length
      await test.call('GET', '/v2/currencies', { headers: { traceparent } })
      const roots = () => collector.spans.filter(({ name }) => name === 'listCurrencies')
      await waitUntil(() => roots().length > before)
      expect(roots().at(-1)?.parentSpanId).toBe('')
    },
  )

  it('the queries of nodes are inner spans with the network, the node and the method', async () => {
    const inDollars = { ...usdcItem, invoiceCurrency: 'USD' }
    const { token } = await test.createPayment({ requests: [inDollars] })
    const { status } = await test.call('GET', `/v2/secure-payments/${token}/pay?wallet=${PAYER}`)
    expect(status).toBe(503)
    const { root, inner } = await waitForTrace('getSecurePaymentCalldata')
    expect(root.isFailed).toBe(true)
    expect(root.attributes).toMatchObject({ 'http.response.status_code': 503, 'error.type': '503' })
    const asked = inner.filter(({ attributes }) => 'rpc.method' in attributes)
    expect(asked[0]?.attributes).toMatchObject({
      'secure_payment.network': 'devnet',
      'secure_payment.node': 1,
      'rpc.method': expect.stringMatching(/^eth_/),
    })
    expect(collector.text).not.toContain(PAYER.toLowerCase())
  })

  it('a webhook’s attempt is a trace with its outcome', async () => {
    const receiver = stack.use(await startRpcServer(() => 'reset'))
    await test.call('POST', '/v1/webhook', { body: { url: receiver.url } })
    await test.call('POST', '/v1/webhook/test', { body: { eventType: 'payment.confirmed' } })
    const { root } = await waitForTrace('deliver webhook')
    expect(root).toMatchObject({
      parentSpanId: '',
      isFailed: true,
      attributes: {
        'secure_payment.attempt': 1,
        'secure_payment.is_test': true,
        'secure_payment.outcome': 'dead',
        'error.type': 'no_response',
      },
    })
    expect(collector.text).not.toContain(new URL(receiver.url).host)
  })

  it('a relayed transaction is a trace with its network, its kind of work and its outcome', async () => {
    const { tracing } = test.host.context
    const row = {
      hash: `0x${'ab'.repeat(32)}`,
      network: 'devnet',
      relayer: PAYER,
      nonce: 0n,
      recurring_payment_id: 'signed:1',
      payment_index: 0,
      raw: '0x01',
      max_fee_units: '1',
      priority_fee_units: '1',
    }
    const context = { chain: { broadcast: async () => 'accepted' as const }, tracing }
    // The function uses no other member of its context when a node accepts the transaction.
    await broadcastStored(context as never, row as never)
    const { root } = await waitForTrace('relay transaction')
    expect(root).toMatchObject({
      isFailed: false,
      attributes: {
        'secure_payment.network': 'devnet',
        'secure_payment.work': 'signed',
        'secure_payment.outcome': 'accepted',
      },
    })
  })

  it('the collector receives the headers of the setting', () => {
    expect(new Set(collector.headers)).toEqual(new Set(['Bearer collector']))
  })
})

describe('a host without a working collector', () => {
  it('a host logs the first failed export only, and still responds', async () => {
    await using refusing = await startCollector()
    refusing.status = 400
    const lines: string[] = []
    const log = createLogger('warn', { write: (line) => void lines.push(line) })
    await using host = await startTestHost(
      { OTEL_EXPORTER_OTLP_ENDPOINT: refusing.url, PAY_NETWORKS: 'devnet' },
      { log },
    )
    for (let exports = 1; exports <= 3; exports += 1) {
      expect((await host.call('GET', '/v2/currencies')).status).toBe(200)
      await waitUntil(() => refusing.headers.length >= exports)
    }
    await waitUntil(() => lines.join('').includes('Failed to export traces'))
    expect(lines.filter((line) => line.includes('Failed to export traces'))).toHaveLength(1)
  })

  it('a host with a share of 0 sends nothing', async () => {
    await using unused = await startCollector()
    await using host = await startTestHost({
      OTEL_EXPORTER_OTLP_ENDPOINT: unused.url,
      OTEL_TRACES_SAMPLER_ARG: '0',
    })
    await host.call('GET', '/v2/currencies')
    expect(host.host.context.tracing).toBeUndefined()
    expect(unused.headers).toEqual([])
  })
})
