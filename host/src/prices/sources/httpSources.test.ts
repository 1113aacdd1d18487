import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createLogger } from '../../log.ts'
import { FAILURES_TO_OPEN } from '../../outgoing/createCircuit.ts'
import { coinbase } from './coinbase.ts'
import { coinbaseExchange } from './coinbaseExchange.ts'
import { coingecko } from './coingecko.ts'
import { kraken } from './kraken.ts'
import { type HttpApi, openHttpSource } from './openHttpSource.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const NOW_S = NOW.getTime() / 1_000
const PAIR = { asset: 'ETH', currency: 'EUR' }

/** One API with a response of the form in its documentation; all of them report 2,801.25 EUR now. */
type Shape = {
  api: HttpApi
  path: string
  answer: unknown
  malformed: unknown[]
  past?: { path: string; answer: unknown; rate: bigint; at: string }
}

const SHAPES: Shape[] = [
  {
    api: coinbase,
    path: '/v2/exchange-rates?currency=ETH',
    answer: { data: { currency: 'ETH', rates: { AED: '11044.1', EUR: '2801.25', USD: '3007.1' } } },
    malformed: [
      { data: { currency: 'ETH', rates: { USD: '3007.1' } } },
      { data: { rates: { EUR: 'NaN' } } },
    ],
  },
  {
    api: coinbaseExchange,
    path: '/products/ETH-EUR/ticker',
    answer: {
      ask: '2801.26',
      bid: '2801.24',
      price: '2801.25',
      size: '0.01',
      time: '2026-03-01T11:59:58.123456Z',
      trade_id: 1,
      volume: '10',
    },
    malformed: [
      { message: 'NotFound' },
      { price: '2801.25' },
      { price: '0', time: '2026-03-01T11:59:58Z' },
    ],
    past: {
      path: '/products/ETH-EUR/candles?granularity=60&start=2026-03-01T11%3A55%3A00.000Z&end=2026-03-01T12%3A00%3A00.000Z',
      answer: [
        [NOW_S + 60, 1, 9, 1, 9, 1],
        [NOW_S - 120, 2790, 2810, 2795, 2799.5, 12.3],
        [NOW_S - 180, 1, 1, 1, 1, 1],
      ],
      rate: 27_995n * 10n ** 17n,
      at: '2026-03-01T11:59:00.000Z',
    },
  },
  {
    api: kraken,
    path: '/0/public/Ticker?pair=ETHEUR',
    answer: {
      error: [],
      result: { XETHZEUR: { a: ['2801.3', '1', '1.0'], c: ['2801.25000', '0.0067'], t: [1, 2] } },
    },
    malformed: [
      { error: ['EQuery:Unknown asset pair'] },
      { error: [], result: {} },
      { error: [], result: { A: { c: ['1', '1'] }, B: { c: ['2', '1'] } } },
    ],
    past: {
      path: `/0/public/OHLC?pair=ETHEUR&interval=1&since=${NOW_S - 300}`,
      answer: {
        error: [],
        result: {
          XETHZEUR: [
            [NOW_S - 120, '1', '1', '1', '2798.1', '1', '1', 4],
            [NOW_S - 60, '1', '1', '1', '2799.5', '1', '1', 4],
            [NOW_S + 60, '1', '1', '1', '9', '1', '1', 4],
          ],
          last: NOW_S,
        },
      },
      rate: 27_995n * 10n ** 17n,
      at: '2026-03-01T12:00:00.000Z',
    },
  },
  {
    api: coingecko,
    path: '/simple/price?ids=ethereum&vs_currencies=eur&include_last_updated_at=true&precision=full',
    answer: { ethereum: { eur: 2801.25, last_updated_at: NOW_S - 20 } },
    malformed: [
      {},
      { ethereum: { eur: 2801.25 } },
      { ethereum: { usd: 1, last_updated_at: NOW_S } },
    ],
    past: {
      path: `/coins/ethereum/market_chart/range?vs_currency=eur&from=${NOW_S - 900}&to=${NOW_S}&precision=full`,
      answer: {
        prices: [
          [NOW.getTime() - 400_000, 2790.5],
          [NOW.getTime() - 100_000, 2799.5],
          [NOW.getTime() + 1, 9],
        ],
      },
      rate: 27_995n * 10n ** 17n,
      at: '2026-03-01T11:58:20.000Z',
    },
  },
]

/** Serves one response to every call, and records the calls' paths. */
async function serve(respond: () => { status?: number; body: string; delayMs?: number }) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    const { status = 200, body, delayMs } = respond()
    if (delayMs !== undefined) return
    response
      .writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' })
      .end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    paths,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const context = {
  log: createLogger('silent'),
  now: () => NOW,
  chains: {
    ids: [],
    get: () => {
      throw new Error('no network')
    },
  },
}

describe.each(SHAPES)('$api.id', ({ api, path, answer, malformed, past }) => {
  test('the source reads the documented response, from the documented path', async () => {
    await using server = await serve(() => ({ body: JSON.stringify(answer) }))
    await using source = openHttpSource(context, api, { url: server.url })
    const { rate, source: id } = await source.read(PAIR)
    expect({ rate, id }).toEqual({ rate: 280_125n * 10n ** 16n, id: api.id })
    expect(server.paths).toEqual([path])
  })

  test.skipIf(past === undefined)(
    'the source reads a past price: the last one before that time',
    async () => {
      await using server = await serve(() => ({ body: JSON.stringify(past?.answer) }))
      await using source = openHttpSource(context, api, { url: server.url })
      const observed = await source.readAt?.(PAIR, NOW)
      expect(observed).toEqual({ source: api.id, rate: past?.rate, at: new Date(past?.at ?? 0) })
      expect(server.paths).toEqual([past?.path])
    },
  )

  test.each([
    ...malformed.map((body) => ({ body: JSON.stringify(body) })),
    { body: 'null' },
    { body: '<html>' },
    { body: JSON.stringify(answer), status: 404 },
    { body: JSON.stringify(answer), status: 302 },
    { body: 'x'.repeat(300_000) },
    { body: '', delayMs: 1 },
  ])('the source rejects $status $body', async (response) => {
    await using server = await serve(() => response)
    await using source = openHttpSource(context, api, { url: server.url, deadlineMs: 200 })
    await expect(source.read(PAIR)).rejects.toThrow('')
    expect(server.paths).toEqual([path])
  })

  test('the source lists only pairs of its own assets', () => {
    expect(api.lists(PAIR)).toBe(true)
    expect(api.lists({ asset: 'FAU', currency: 'EUR' })).toBe(false)
  })
})

test('a source pauses after repeated failures, but not after unknown pairs', async () => {
  let status = 404
  await using server = await serve(() => ({ status, body: '{}' }))
  await using source = openHttpSource(context, kraken, { url: server.url })
  const read = () => source.read(PAIR).catch((error: Error) => error.message)
  for (let call = 0; call <= FAILURES_TO_OPEN; call += 1) await read()
  expect(server.paths).toHaveLength(FAILURES_TO_OPEN + 1)
  status = 503
  for (let call = 0; call < FAILURES_TO_OPEN; call += 1) await read()
  expect(await read()).toBe('it failed repeatedly and is not called now')
  expect(server.paths).toHaveLength(2 * FAILURES_TO_OPEN + 1)
})
