import { readFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { api } from './api.ts'
import {
  ApiError,
  type CallOptions,
  type ClientOptions,
  createClient,
  createSecurePaymentClient,
  type FetchLike,
} from './client.ts'
import type { EndpointDefinition } from './endpoint.ts'
import { recurringPayoutBodyExample, recurringPayoutExample } from './payoutExamples.ts'
import type { RecurringPayout } from './recurringPayoutSchemas.ts'
import { routes } from './routes.ts'
import { singleExample } from './securePaymentExamples.ts'
import type { SecurePayment } from './securePaymentSchemas.ts'

const TOKEN = '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'
const PROBLEM = {
  type: 'https://api.example.test/errors/rate_limited',
  title: 'Too Many Requests',
  status: 429,
  detail: 'Too many requests.',
  statusCode: 429,
  error: 'Too Many Requests',
  message: 'Too many requests.',
  code: 'rate_limited',
}

type Sent = { url: string; init: Parameters<FetchLike>[1] }

/** Creates a fetch that records requests and returns `body` with `status`. */
function createFetch(status: number, body: unknown, headers: Record<string, string> = {}) {
  const sent: Sent[] = []
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const fetch: FetchLike = async (url, init) => {
    sent.push({ url, init })
    return new Response(text, { status, headers })
  }
  return { fetch, sent }
}

function clientWith(options: Partial<ClientOptions>) {
  return createClient({ baseUrl: 'https://api.example.test', ...options })
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('Expected an ApiError.', { cause: error })
  return error
}

it('a client with only secure payments sends the same requests as the full client', async () => {
  const { fetch, sent } = createFetch(200, singleExample)
  const options = { baseUrl: 'https://api.example.test', clientId: 'cli_1', fetch }
  const part = createSecurePaymentClient(options)
  const serverOnly = [
    'create',
    'list',
    'createPayout',
    'createRefund',
    'open',
    'cancel',
    'get',
    'createUserEvent',
    'sendReceipt',
    'update',
    'previewFees',
    'createBatchPayout',
    'listBatchPayouts',
    'listMulticalls',
    'createMulticall',
    'getMulticall',
    'calldata',
    'refreshStep',
    'createEvent',
    'createSignedPayment',
    'getSignedPayment',
  ]
  expect([...Object.keys(part), ...serverOnly]).toEqual(
    Object.keys(createClient(options).securePayments),
  )
  await part.pay({ params: { token: TOKEN } })
  await createClient(options).securePayments.pay({ params: { token: TOKEN } })
  expect(sent[0]).toEqual(sent[1])
  expect(sent[0]?.url).toBe(`https://api.example.test/v2/secure-payments/${TOKEN}/pay`)
})

describe('routes', () => {
  it('routes have the host, method and path of every operation that returns JSON', () => {
    const expected = Object.fromEntries(
      Object.entries(api).map(([group, operations]) => [
        group,
        Object.fromEntries(
          Object.entries<EndpointDefinition>(operations)
            .filter(
              ([
                ,
                {
                  responses: { 200: ok },
                },
              ]) => ok?.events === undefined && ok?.csv?.isOnly !== true,
            )
            .map(([name, { host, method, path }]) => [name, `${host} ${method} ${path}`]),
        ),
      ]),
    )
    expect(routes).toEqual(expected)
  })

  it('client.ts loads only routes.ts, which loads no module', () => {
    for (const [file, modules] of [
      ['client.ts', ['./routes.ts']],
      ['routes.ts', []],
    ] as const) {
      const source = readFileSync(new URL(file, import.meta.url), 'utf8')
      const loaded = [...source.matchAll(/^(?:import|export) (?!type\b)[^;]*? from '([^']+)'/gm)]
      expect(loaded.map((match) => match[1])).toEqual(modules)
    }
  })
})

describe('createClient', () => {
  it('createClient sends an operation’s input and returns the response’s body', async () => {
    const answer = { requestIds: [], securePaymentUrl: 'https://pay.example.test/', token: TOKEN }
    const { fetch, sent } = createFetch(201, answer)
    const client = clientWith({ fetch, apiKey: 'sk_1' })
    const created = await client.securePayments.create(
      { body: { requests: [{ amount: '1' }] } },
      { idempotencyKey: 'order-7' },
    )
    expect(created).toEqual(answer)
    expect(sent).toEqual([
      {
        url: 'https://api.example.test/v2/secure-payments',
        init: {
          method: 'POST',
          headers: {
            accept: 'application/json',
            'content-type': 'application/json',
            'x-api-key': 'sk_1',
            'idempotency-key': 'order-7',
          },
          body: '{"requests":[{"amount":"1"}]}',
        },
      },
    ])
  })

  it('createClient escapes the values in the path and query, and omits undefined ones', async () => {
    const { fetch, sent } = createFetch(200, {})
    const client = clientWith({ fetch, clientId: 'cli_1', origin: 'https://shop.example.test' })
    await client.securePayments.pay({
      params: { token: TOKEN },
      query: { wallet: '0x1&a=b c', chain: undefined },
    })
    await client.currencies.list()
    await client.requests.get({ params: { requestId: 'a/b?c#d' } })
    expect(sent.map(({ url }) => url)).toEqual([
      `https://api.example.test/v2/secure-payments/${TOKEN}/pay?wallet=0x1%26a%3Db%20c`,
      'https://api.example.test/v2/currencies',
      'https://api.example.test/v2/request/a%2Fb%3Fc%23d',
    ])
    expect(sent[0]?.init).toEqual({
      method: 'GET',
      headers: {
        accept: 'application/json',
        'x-client-id': 'cli_1',
        origin: 'https://shop.example.test',
      },
    })
  })

  it.each(['', '.', '..'])(
    'createClient rejects the id %j, which would reach another path',
    async (token) => {
      const { fetch, sent } = createFetch(200, {})
      const error = await failureOf(clientWith({ fetch }).securePayments.get({ params: { token } }))
      expect(error).toMatchObject({ status: 404, code: 'invalid_path_parameter' })
      expect(sent).toEqual([])
    },
  )

  it('createClient calls authentication operations at authUrl, which is baseUrl by default', async () => {
    const { fetch, sent } = createFetch(200, [])
    await clientWith({ fetch, authUrl: 'https://auth.example.test' }).webhooks.list()
    await clientWith({ fetch }).webhooks.list()
    expect(sent.map(({ url }) => url)).toEqual([
      'https://auth.example.test/v1/webhook',
      'https://api.example.test/v1/webhook',
    ])
  })

  it('createClient passes credentials to fetch only if the caller sets them', async () => {
    const { fetch, sent } = createFetch(200, { success: true })
    await clientWith({ fetch, credentials: 'include' }).auth.logout()
    await clientWith({ fetch }).auth.logout()
    expect(sent.map(({ init }) => init)).toEqual([
      { method: 'POST', headers: { accept: 'application/json' }, credentials: 'include' },
      { method: 'POST', headers: { accept: 'application/json' } },
    ])
  })

  it('createClient sends no body when an optional body is absent', async () => {
    const { fetch, sent } = createFetch(200, {})
    const params = { webhookId: TOKEN }
    await clientWith({ fetch }).webhooks.update({ params })
    await clientWith({ fetch }).webhooks.update({ params, body: { isActive: true } })
    expect(sent.map(({ init }) => [init.body, init.headers['content-type']])).toEqual([
      [undefined, undefined],
      ['{"isActive":true}', 'application/json'],
    ])
  })

  it('createClient passes the signal to fetch, and rejects with the signal’s reason on abort', async () => {
    const controller = new AbortController()
    const options: CallOptions = { signal: controller.signal }
    const fetch: FetchLike = async (_, { signal }) => {
      expect(signal).toBe(controller.signal)
      controller.abort(new Error('too late'))
      throw controller.signal.reason
    }
    await expect(clientWith({ fetch }).health.livez({}, options)).rejects.toThrow('too late')
  })

  it("createClient accepts the type of the platform's fetch", () => {
    expect(() => clientWith({ fetch: globalThis.fetch })).not.toThrow()
  })
})

describe('ApiError', () => {
  it('ApiError has the problem, its code, the request id and the retry time', async () => {
    const headers = { 'retry-after': '7', 'x-request-id': 'req_1' }
    const { fetch } = createFetch(429, PROBLEM, headers)
    const error = await failureOf(clientWith({ fetch }).currencies.list())
    expect(error).toMatchObject({
      name: 'ApiError',
      message: 'Too many requests.',
      status: 429,
      code: 'rate_limited',
      problem: PROBLEM,
      requestId: 'req_1',
      retryAfter: 7,
    })
  })

  it('ApiError has the payment if a secure payment is already completed', async () => {
    const problem = {
      ...PROBLEM,
      status: 409,
      paymentStatus: 'completed',
      statusCode: 409,
      code: 'payment_completed',
      payment: singleExample,
    }
    const { fetch } = createFetch(409, problem)
    const error = await failureOf(
      clientWith({ fetch }).securePayments.get({ params: { token: TOKEN } }),
    )
    expect(error.status).toBe(409)
    expect(error.problem).toMatchObject({ status: 409, paymentStatus: 'completed' })
    expect(error.problem?.payment?.items[0]?.amount).toBe('12.5')
  })

  it('ApiError reads the request id from the body if the response has no x-request-id header', async () => {
    const { fetch } = createFetch(404, { ...PROBLEM, requestId: 'req_2' })
    const error = await failureOf(clientWith({ fetch }).currencies.list())
    expect(error).toMatchObject({ requestId: 'req_2', retryAfter: null })
  })

  it.each([
    ['a page of a proxy', 502, '<html>Bad gateway</html>'],
    ['an empty answer', 500, ''],
    ['JSON that is not a problem', 500, { oops: true }],
    ['a success that is not JSON', 200, '<html>Hello</html>'],
    ['null', 500, 'null'],
  ])('ApiError reports that %s is not an API response', async (_, status, body) => {
    const { fetch } = createFetch(status, body)
    const error = await failureOf(clientWith({ fetch }).currencies.list())
    expect(error).toMatchObject({ status, code: 'unexpected_response', problem: null })
  })

  it('ApiError is not thrown for a success without a body if its content-length is 0', async () => {
    const call = (headers: Record<string, string>) => {
      const { fetch } = createFetch(200, '', headers)
      const params = { paymentReference: '0x7d1e0a92c4b85f36' }
      return clientWith({ fetch }).v1.stopRecurrence({ params })
    }
    expect(await call({ 'content-length': '0' })).toBeUndefined()
    const error = await failureOf(call({}))
    expect(error).toMatchObject({ status: 200, code: 'unexpected_response' })
  })

  it('ApiError has the code network_error if no response arrives', async () => {
    const cause = new TypeError('fetch failed')
    const fetch: FetchLike = async () => {
      throw cause
    }
    const error = await failureOf(clientWith({ fetch }).currencies.list())
    expect(error).toMatchObject({ status: 0, code: 'network_error', cause, problem: null })
    expect(error.message).toMatchInlineSnapshot(
      `"No response from https://api.example.test. The call may or may not have had its effect."`,
    )
  })

  it('ApiError has no retry time if Retry-After is a date', async () => {
    const { fetch } = createFetch(503, PROBLEM, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' })
    expect((await failureOf(clientWith({ fetch }).currencies.list())).retryAfter).toBeNull()
  })
})

describe('the types of the client', () => {
  const client = createClient({ baseUrl: '' })

  it('the types of the client match the definitions', () => {
    expectTypeOf(client.securePayments.get).returns.resolves.toEqualTypeOf<SecurePayment>()
    expectTypeOf(client.securePayments.get).parameter(0).toEqualTypeOf<
      { params: { token: string } } & {
        query?: {
          wallet?: string | undefined
          option?: string | undefined
          clientId?: string | undefined
          completed?: 'show' | undefined
          preview?: 'true' | undefined
        }
      }
    >()
    expectTypeOf(client.currencies.list).parameter(0).exclude<undefined>().toHaveProperty('query')
    expectTypeOf(client.health.livez).returns.resolves.toEqualTypeOf<{ status: 'ok' }>()
    // @ts-expect-error The token is required.
    expectTypeOf(client.securePayments.get).toBeCallableWith()
    const requests = [{ amount: 1 }]
    // @ts-expect-error An amount is a string.
    expectTypeOf(client.securePayments.create).toBeCallableWith({ body: { requests } })
  })
})

describe('payouts', () => {
  it('the client inserts a recurring payout’s id into the path', async () => {
    const { fetch, sent } = createFetch(201, { id: TOKEN, status: 'active', message: 'Activated' })
    const permitSignature = `0x${'5b'.repeat(65)}`
    await clientWith({ fetch, apiKey: 'sk_1' }).payouts.activate({
      params: { id: TOKEN },
      body: { permitSignature },
    })
    expect(sent[0]?.url).toBe(`https://api.example.test/v2/payouts/recurring/${TOKEN}`)
    expect(sent[0]?.init.method).toBe('POST')
    expect(sent[0]?.init.body).toBe(JSON.stringify({ permitSignature }))
  })

  it('the client returns a recurring payout, distinguished from a single one by its permit', async () => {
    const { fetch } = createFetch(201, recurringPayoutExample)
    const body = recurringPayoutBodyExample
    const created = await clientWith({ fetch, apiKey: 'sk_1' }).payouts.create({ body })
    if (!('recurringPaymentPermit' in created)) throw new Error('Expected a permit.')
    expectTypeOf(created).toEqualTypeOf<RecurringPayout>()
    expect(created.recurringPaymentPermit.values.totalPayments).toBe(12)
  })
})
