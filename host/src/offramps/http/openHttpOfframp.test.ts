import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { HttpOfframpConfig } from '../../config.ts'
import { createLogger } from '../../log.ts'
import { FAILURES_TO_OPEN, OPEN_MS } from '../../outgoing/createCircuit.ts'
import { createRandomPool } from '../../randomPool.ts'
import { OfframpRefusedError, OfframpUnavailableError } from '../errors.ts'
import { openHttpOfframp } from './openHttpOfframp.ts'

const SECRET = 'ab'.repeat(32)
const PERSON = 'Ana Silva'
const PAYER = {
  id: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
  clientUserId: 'user-1',
  profile: { firstName: PERSON },
} as unknown as Parameters<ReturnType<typeof openHttpOfframp>['submitPayer']>[0]

const opened: AsyncDisposable[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one[Symbol.asyncDispose]()
})

/** Creates a provider that returns the given responses, and its client. */
async function open(answer: RequestListener, times: { deadlineMs?: number } = {}) {
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const settings: HttpOfframpConfig = {
    kind: 'http',
    id: 'stand-in',
    url: `http://127.0.0.1:${port}/v1`,
    secret: SECRET,
    deposits: { devnet: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720' },
    statuses: { kyc: {}, agreement: {}, account: {}, offramp: { initiated: 'initiated' } },
  }
  const clock = { nowMs: 1_793_700_000_000 }
  const log = createLogger('silent')
  const context = { log, now: () => new Date(clock.nowMs), random: createRandomPool() }
  const offramp = openHttpOfframp(context, settings, times)
  opened.push(offramp, {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
  return { offramp, clock, calls: () => calls }
}

function json(status: number, body: unknown): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

async function failureOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Error) return error
  throw new Error('It did not fail.')
}

describe('A response', () => {
  it.each([400, 402, 409, 410, 422, 451])(
    'a response of %i is a rejection, with its code as reason',
    async (status) => {
      const body = { code: 'invalid_iban', message: `The account of ${PERSON} is wrong.` }
      const { offramp } = await open(json(status, body))
      const error = await failureOf(offramp.submitPayer(PAYER))
      expect(error).toBeInstanceOf(OfframpRefusedError)
      expect(error).toMatchObject({ reason: 'invalid iban' })
      expect(error.message).toBe('The offramp provider stand-in rejected the call: invalid iban.')
    },
  )

  it('a 409 response does not reject an offramp, because an earlier call with the same key may still be running', async () => {
    const { offramp } = await open(json(409, { code: 'idempotency_key_in_use' }))
    const error = await failureOf(
      offramp.start({
        id: 'off_1',
        payerProviderId: 'p1',
        accountProviderId: 'a1',
        network: 'devnet',
        currency: 'USDC-devnet',
        units: 10_000_000n,
        decimals: 6,
        txHash: `0x${'ab'.repeat(32)}`,
      }),
    )
    expect(error).toBeInstanceOf(OfframpUnavailableError)
  })

  it.each([
    ['without a code', {}],
    ['with a sentence for a code', { code: `No ${PERSON}` }],
    ['with a number for a code', { code: 7 }],
  ])('a response that rejects %s has the status as reason', async (_, body) => {
    const { offramp } = await open(json(422, body))
    const error = await failureOf(offramp.submitPayer(PAYER))
    expect(error).toMatchObject({ reason: 'HTTP 422' })
  })

  it.each([401, 403, 404, 405, 408, 425, 429, 500, 502, 503, 301, 307])(
    'a response of %i does not decide the call',
    async (status) => {
      const { offramp } = await open((_request, response) => {
        response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(PERSON)
      })
      const error = await failureOf(offramp.submitPayer(PAYER))
      expect(error).toBeInstanceOf(OfframpUnavailableError)
      expect(error.message).toContain(`HTTP ${status}`)
      expect(error.message).not.toContain(PERSON)
    },
  )

  it.each([
    ['is not JSON', (_request, response) => response.end('<!doctype html>'), 'is not JSON'],
    ['has no body', (_request, response) => response.end(), 'no usable JSON'],
    ['has no id', json(200, { kycUrl: null }), 'no usable id'],
    ['has an id that leads elsewhere', json(200, { id: '../x' }), 'no usable id'],
    [
      'has a page without TLS',
      json(200, { id: 'p', kycUrl: 'http://example.test/' }),
      'no usable kycUrl',
    ],
    [
      'has a page of script',
      json(200, { id: 'p', agreementUrl: 'javascript:alert(1)' }),
      'no usable agreementUrl',
    ],
    ['is too long', json(200, { id: 'p', padding: 'x'.repeat(300_000) }), 'more than 262144 bytes'],
    ['is truncated', (request) => request.socket.destroy(), 'cannot be reached'],
  ] satisfies [string, RequestListener, string][])(
    'a response that %s is an error',
    async (_, answer, message) => {
      const { offramp } = await open(answer)
      const error = await failureOf(offramp.submitPayer(PAYER))
      expect(error).toBeInstanceOf(OfframpUnavailableError)
      expect(error.message).toContain(message)
    },
  )

  it('a response that never arrives times out', async () => {
    const { offramp } = await open(() => {}, { deadlineMs: 50 })
    const error = await failureOf(offramp.submitPayer(PAYER))
    expect(error.message).toContain('did not respond within 50 ms')
  })

  it('a response without a page is read with null for that page', async () => {
    const { offramp } = await open(json(201, { id: 'cus_1', kycUrl: 'https://kyc.example.test/1' }))
    expect(await offramp.submitPayer(PAYER)).toEqual({
      providerId: 'cus_1',
      kycUrl: 'https://kyc.example.test/1',
      agreementUrl: null,
    })
  })

  it('reports about another record, or of another kind, are omitted from a response', async () => {
    const facts = { status: 'initiated', occurredAt: '2026-11-03T09:50:00.000Z' }
    const { offramp } = await open(
      json(200, {
        reports: [
          { ...facts, id: 'evt_1', kind: 'offramp', subject: 'po_1' },
          { ...facts, id: 'evt_2', kind: 'offramp', subject: 'po_2' },
          { ...facts, id: 'evt_3', kind: 'kyc', subject: 'po_1' },
        ],
      }),
    )
    const reports = await offramp.read({ kind: 'offramp', providerId: 'po_1' })
    expect(reports.map(({ id }) => id)).toEqual(['evt_1'])
  })
})

describe('A provider with repeated failures', () => {
  it('a failing provider is paused separately for payers and for money', async () => {
    const { offramp, clock, calls } = await open(json(503, {}))
    for (let time = 0; time < FAILURES_TO_OPEN; time += 1) {
      await failureOf(offramp.submitPayer(PAYER))
    }
    expect(calls()).toBe(FAILURES_TO_OPEN)
    const error = await failureOf(offramp.submitPayer(PAYER))
    expect(error).toBeInstanceOf(OfframpUnavailableError)
    expect(error.message).toContain('is not called for 30 s')
    expect(calls()).toBe(FAILURES_TO_OPEN)
    await failureOf(offramp.read({ kind: 'offramp', providerId: 'po_1' }))
    expect(calls()).toBe(FAILURES_TO_OPEN + 1)
    clock.nowMs += OPEN_MS
    await failureOf(offramp.submitPayer(PAYER))
    expect(calls()).toBe(FAILURES_TO_OPEN + 2)
  })

  it('a provider is not paused after rejections', async () => {
    const { offramp, calls } = await open(json(422, { code: 'no' }))
    for (let time = 0; time < 2 * FAILURES_TO_OPEN; time += 1) {
      expect(await failureOf(offramp.submitPayer(PAYER))).toBeInstanceOf(OfframpRefusedError)
    }
    expect(calls()).toBe(2 * FAILURES_TO_OPEN)
  })
})

describe('A provider that fails for one record', () => {
  it.each([
    ['does not have it', json(404, {})],
    ['returns too much of it', json(200, { reports: Array.from({ length: 201 }, () => ({})) })],
  ])(
    'a provider that fails for one record with %s is still queried for others',
    async (_, answer) => {
      const { offramp, calls } = await open(answer)
      for (let time = 0; time < 2 * FAILURES_TO_OPEN; time += 1) {
        const error = await failureOf(offramp.read({ kind: 'offramp', providerId: 'po_1' }))
        expect(error).toBeInstanceOf(OfframpUnavailableError)
      }
      expect(calls()).toBe(2 * FAILURES_TO_OPEN)
    },
  )
})

describe('depositAddress', () => {
  it('the provider covers only the networks in the settings', async () => {
    const { offramp } = await open(json(200, {}))
    expect(offramp.depositAddress('devnet')).toBe('0xa0Ee7A142d267C1f36714E4a8F75612F20a79720')
    expect(offramp.depositAddress('mainnet')).toBeNull()
    expect(offramp.depositAddress('constructor')).toBeNull()
  })
})
