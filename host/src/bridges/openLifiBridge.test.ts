import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { type LifiConfig, loadConfig } from '../config.ts'
import { FAILURES_TO_OPEN, OPEN_MS } from '../outgoing/createCircuit.ts'
import type { BridgeQuery, TransferQuery } from './bridge.ts'
import { REUSE_MS } from './createQuoteMemory.ts'
import { type BridgeTimes, openLifiBridge } from './openLifiBridge.ts'

/** Recorded responses of LI.FI; the file's `source` member states their origin. */
const recording = JSON.parse(readFileSync(new URL('./lifiRecording.json', import.meta.url), 'utf8'))

const query: BridgeQuery = {
  fromChainId: 10,
  fromToken: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  fromAddress: '0x1111111111111111111111111111111111111111',
  toChainId: 8453,
  toToken: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  toUnits: 10_000_000n,
  fallbackAddress: '0x2222222222222222222222222222222222222222',
  call: {
    to: '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814',
    data: '0xc219a14d',
    gasLimit: 150_000n,
  },
}
const transfer: TransferQuery = {
  txHash: `0x${'a'.repeat(64)}`,
  tool: 'across',
  fromChainId: 10,
  toChainId: 8453,
}
const START_MS = Date.parse('2026-01-01T00:00:00Z')

let stack = new AsyncDisposableStack()
afterEach(async () => {
  await stack.disposeAsync()
  stack = new AsyncDisposableStack()
})

type Received = { method: string; url: string; headers: object; body: string }
type Answer = (response: ServerResponse) => void

/** Starts the stand-in for LI.FI, which records its requests and sends the given responses. */
async function startStandIn(...answers: Answer[]) {
  const received: Received[] = []
  const standIn = { url: '', received, answers }
  const server = createServer((request, response) => {
    void receive(request).then((asked) => {
      received.push(asked)
      // The last response repeats.
      const answer = standIn.answers.length > 1 ? standIn.answers.shift() : standIn.answers[0]
      answer?.(response)
    })
  })
  stack.defer(() => close(server))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  standIn.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`
  return standIn
}

async function receive(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const named = Object.entries(request.headers).filter(
    ([name]) => name === 'content-type' || name.startsWith('x-'),
  )
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: Object.fromEntries(named),
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const silence: Answer = () => {}
const failure = json({ message: 'Internal error', code: 1006 }, 500)
const noQuote = json({ message: 'No available quotes for the requested transfer', code: 1002 }, 404)

function open(url: string, options: { times?: BridgeTimes; settings?: Partial<LifiConfig> } = {}) {
  const clock = { nowMs: START_MS }
  const log: { msg: string; facts: object }[] = []
  const write = (facts: object, msg = '') => log.push({ msg, facts })
  const bridge = openLifiBridge(
    {
      config: loadConfig({ PAY_NETWORKS: 'optimism,base,xdai' }),
      now: () => new Date(clock.nowMs),
      log: { info: write, warn: write },
    },
    {
      url,
      apiKey: 'test-key',
      integrator: 'my-service',
      bridges: ['across'],
      quoteLifetimeS: 30,
      ...options.settings,
    },
    { retryAfterMs: 1, ...options.times },
  )
  stack.use(bridge)
  return { bridge, clock, log }
}

describe('A request to LI.FI', () => {
  it('a request to LI.FI for a quote equals the request of LI.FI’s own client, field by field', async () => {
    const standIn = await startStandIn(json(recording.quote))
    await open(standIn.url).bridge.quote(query)
    const [asked] = standIn.received
    expect({ ...asked, body: JSON.parse(asked?.body ?? '') }).toEqual(recording.requests.quote)
    // The fields are also in the same order.
    expect(asked?.body).toBe(JSON.stringify(recording.requests.quote.body))
  })

  it('a request to LI.FI for a status equals the request of LI.FI’s own client, in the same order', async () => {
    const standIn = await startStandIn(json(recording.done))
    await open(standIn.url).bridge.status(transfer)
    expect(standIn.received).toEqual([{ ...recording.requests.status, body: '' }])
  })

  it('a request to LI.FI has no key header without a key', async () => {
    const standIn = await startStandIn(json(recording.done))
    await open(standIn.url, { settings: { apiKey: null } }).bridge.status(transfer)
    expect(standIn.received[0]?.headers).toEqual({ 'x-lifi-integrator': 'my-service' })
  })
})

describe('A quote', () => {
  it('a quote is validated and stamped with the host’s expiry', async () => {
    const standIn = await startStandIn(json(recording.quote))
    const { bridge } = open(standIn.url)
    expect(await bridge.quote(query)).toMatchObject({
      fromUnits: 10_020_000n,
      toMinUnits: 10_000_000n,
      expiresAt: new Date(START_MS + 30_000),
    })
  })

  it('a quote is null if LI.FI has no quote, or the chain is not served by LI.FI or this host', async () => {
    const standIn = await startStandIn(noQuote)
    const { bridge } = open(standIn.url)
    expect(await bridge.quote(query)).toBeNull()
    expect(await bridge.quote({ ...query, fromChainId: 100 })).toBeNull()
    expect(await bridge.quote({ ...query, fromChainId: 1 })).toBeNull()
    expect(standIn.received).toHaveLength(1)
  })

  it('a quote is requested only once for concurrent calls and for calls within a few seconds', async () => {
    const standIn = await startStandIn(json(recording.quote))
    const { bridge, clock } = open(standIn.url)
    await Promise.all([bridge.quote(query), bridge.quote({ ...query })])
    clock.nowMs += REUSE_MS - 1
    await bridge.quote(query)
    expect(standIn.received).toHaveLength(1)
    clock.nowMs += 1
    await bridge.quote(query)
    expect(standIn.received).toHaveLength(2)
  })

  it.each<[string, Partial<BridgeQuery>]>([
    ['amount', { toUnits: 9_999_999n }],
    ['payer', { fromAddress: '0x3333333333333333333333333333333333333333' }],
    ['payee', { fallbackAddress: '0x3333333333333333333333333333333333333333' }],
    ['call', { call: { ...query.call, data: '0xc219a14e' } }],
  ])('a quote is separate for another %s', async (_what, more) => {
    const standIn = await startStandIn(json(recording.quote))
    const { bridge } = open(standIn.url)
    await bridge.quote(query)
    // The recorded response contains only the first payer, so one query is rejected; all queries are sent.
    await Promise.allSettled([bridge.quote({ ...query, ...more })])
    expect(standIn.received).toHaveLength(2)
  })

  it('a quote that fails a check is rejected and logged, and does not open the circuit', async () => {
    const { estimate } = recording.quote
    const less = { ...recording.quote, estimate: { ...estimate, toAmountMin: '9999999' } }
    const standIn = await startStandIn(json(less))
    const { bridge, log } = open(standIn.url)
    for (let count = 0; count <= FAILURES_TO_OPEN; count++) {
      await expect(bridge.quote(query)).rejects.toMatchObject({ problem: 'unsafe' })
    }
    expect(log[0]).toEqual({
      msg: 'Rejected a quote from LI.FI',
      facts: {
        fromChainId: 10,
        toChainId: 8453,
        reason: 'the amount that arrives may be below the amount due',
      },
    })
    expect(new Set(log.map(({ msg }) => msg)).size).toBe(1)
  })
})

describe('A status', () => {
  it('a status is unknown when LI.FI has no such transfer', async () => {
    const standIn = await startStandIn(json({ message: 'Not found', code: 1003 }, 404))
    expect(await open(standIn.url).bridge.status(transfer)).toMatchObject({ state: 'unknown' })
  })

  it('a status with an unknown value counts as pending, and is logged once', async () => {
    const standIn = await startStandIn(json({ ...recording.done, substatus: 'MOSTLY' }))
    const { bridge, log } = open(standIn.url)
    expect((await bridge.status(transfer)).state).toBe('pending')
    expect((await bridge.status(transfer)).state).toBe('pending')
    expect(log).toEqual([
      { msg: 'Received an unknown status from LI.FI', facts: { status: 'DONE/MOSTLY' } },
    ])
  })

  it('a status that cannot be parsed for one transfer does not block others', async () => {
    const standIn = await startStandIn(json({ ...recording.done, sending: { txHash: '5QK' } }))
    const { bridge } = open(standIn.url)
    for (let count = 0; count <= FAILURES_TO_OPEN; count++) {
      await expect(bridge.status(transfer)).rejects.toMatchObject({ problem: 'malformed' })
    }
    standIn.answers = [json(recording.done)]
    expect((await bridge.status(transfer)).state).toBe('completed')
  })

  it('a status is never cached', async () => {
    const standIn = await startStandIn(json({ status: 'PENDING' }), json(recording.done))
    const { bridge } = open(standIn.url)
    expect((await bridge.status(transfer)).state).toBe('pending')
    expect((await bridge.status(transfer)).state).toBe('completed')
  })
})

describe('A failing service', () => {
  it('a failing service is retried once, half a second after a 500', async () => {
    const standIn = await startStandIn(failure, json(recording.done))
    const { bridge } = open(standIn.url, { times: { retryAfterMs: 500 } })
    const startedAtMs = performance.now()
    expect((await bridge.status(transfer)).state).toBe('completed')
    expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(499)
    expect(standIn.received).toHaveLength(2)
  })

  it.each([
    [500, 'server_error', 2],
    [502, 'server_error', 1],
    [503, 'server_error', 1],
    [429, 'rate_limited', 1],
    [401, 'not_authorized', 1],
    [403, 'not_authorized', 1],
    [400, 'rejected', 1],
    [422, 'rejected', 1],
    [204, 'malformed', 1],
  ])(
    'a failing service with %d is reported as %s after %d calls',
    async (status, problem, calls) => {
      const standIn = await startStandIn(json({ message: 'Too \u202e bad' }, status))
      const { bridge } = open(standIn.url)
      await expect(bridge.quote(query)).rejects.toMatchObject({
        code: 'bridge_unavailable',
        problem,
        detail: status === 204 ? 'HTTP 204' : `HTTP ${status}, "Too \\u202e bad"`,
      })
      expect(standIn.received).toHaveLength(calls)
    },
  )

  it('a failing service that echoes a rejected key leaks no key into the log', async () => {
    const standIn = await startStandIn(json({ message: 'Key test-key is not known' }, 401))
    await expect(open(standIn.url).bridge.status(transfer)).rejects.toMatchObject({
      detail: 'HTTP 401, "Key [key] is not known"',
    })
  })

  it('a failing service is not reported as "no route" when a 404 comes from another server', async () => {
    const standIn = await startStandIn(
      (response) => response.writeHead(404).end('<h1>Cannot POST</h1>'),
      json({ message: 'Tool not found', code: 1003 }, 404),
    )
    const { bridge } = open(standIn.url)
    await expect(bridge.quote(query)).rejects.toMatchObject({ problem: 'rejected' })
    await expect(bridge.quote(query)).rejects.toMatchObject({
      problem: 'rejected',
      detail: 'HTTP 404, code 1003',
    })
  })

  it('a failing service that redirects is reported, and the redirect is not followed', async () => {
    const elsewhere = await startStandIn(json(recording.done))
    const standIn = await startStandIn((response) =>
      response.writeHead(302, { location: elsewhere.url }).end(),
    )
    await expect(open(standIn.url).bridge.status(transfer)).rejects.toMatchObject({
      problem: 'malformed',
    })
    expect(elsewhere.received).toEqual([])
  })

  it.each<[string, Answer]>([
    ['silence', silence],
    ['a partial response', (response) => response.writeHead(200).write('{"status":')],
  ])('a failing service with %s is aborted at the deadline', async (_what, answer) => {
    const standIn = await startStandIn(answer)
    const { bridge } = open(standIn.url, { times: { deadlineMs: 50 } })
    await expect(bridge.status(transfer)).rejects.toMatchObject({ problem: 'deadline' })
  })

  it('a failing service is not retried past the deadline', async () => {
    const standIn = await startStandIn(failure)
    const { bridge } = open(standIn.url, { times: { deadlineMs: 1_500, retryAfterMs: 60_000 } })
    await expect(bridge.status(transfer)).rejects.toMatchObject({ problem: 'deadline' })
    expect(standIn.received).toHaveLength(1)
  })

  it('a failing service that sends an endless response is cut off', async () => {
    const standIn = await startStandIn((response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 32)));
      }
      response.on('drain', more)
      more()
    })
    await expect(open(standIn.url).bridge.status(transfer)).rejects.toMatchObject({
      problem: 'too_large',
    })
  })

  it('a failing service is reported when it sends invalid JSON or does not listen', async () => {
    const standIn = await startStandIn((response) => response.writeHead(200).end('<html>'))
    await expect(open(standIn.url).bridge.status(transfer)).rejects.toMatchObject({
      problem: 'malformed',
    })
    await expect(open('http://127.0.0.1:1/v1').bridge.status(transfer)).rejects.toMatchObject({
      problem: 'unreachable',
      detail: 'ECONNREFUSED',
    })
  })

  it('a failing service opens the circuit after repeated failures, then recovers after one probe', async () => {
    const standIn = await startStandIn(json({ message: 'busy' }, 503))
    const { bridge, clock, log } = open(standIn.url)
    for (let count = 0; count < FAILURES_TO_OPEN; count++) {
      await expect(bridge.quote(query)).rejects.toMatchObject({ problem: 'server_error' })
    }
    await expect(bridge.quote(query)).rejects.toMatchObject({ problem: 'circuit_open' })
    expect(standIn.received).toHaveLength(FAILURES_TO_OPEN)
    // The host still follows transfers in transit.
    standIn.answers = [json(recording.done)]
    expect((await bridge.status(transfer)).state).toBe('completed')
    standIn.answers = [json(recording.quote)]
    await expect(bridge.quote(query)).rejects.toMatchObject({ problem: 'circuit_open' })
    clock.nowMs += OPEN_MS
    const other = { ...query, toUnits: 9_999_999n }
    const [probe, meanwhile] = await Promise.allSettled([bridge.quote(query), bridge.quote(other)])
    expect([probe.status, meanwhile.status]).toEqual(['fulfilled', 'rejected'])
    expect(await bridge.quote(other)).not.toBeNull()
    expect(log).toEqual([
      {
        msg: 'Opened the circuit to LI.FI',
        facts: { call: 'quote', failures: FAILURES_TO_OPEN, restMs: OPEN_MS },
      },
      { msg: 'Closed the circuit to LI.FI', facts: { call: 'quote' } },
    ])
  })
})
