import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../host/src/log.ts'
import { API_KEY, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const PATH = '/v2/secure-payments'
const VALID = JSON.stringify({ requests: [usdcItem] })

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

const post = (raw: string | Buffer, headers: Record<string, string>) =>
  test.call('POST', PATH, { raw, headers })
const json = { 'content-type': 'application/json' }

describe('An internal error', () => {
  it('an internal error returns 500 internal, with the request id of its log line but no details', async () => {
    const lines: Record<string, unknown>[] = []
    const log = createLogger('error', { write: (line) => void lines.push(JSON.parse(line)) })
    await using faulty = await startTestHost({}, { log })
    await sql`alter table client_ids rename to lost`.execute(faulty.host.context.db.kysely)
    const { status, json: problem, text } = await faulty.call('GET', '/v2/client-ids')
    expect(status).toBe(500)
    expect(problem).toEqual({
      type: `${faulty.host.context.config.baseUrl}/errors/internal`,
      title: 'Internal Server Error',
      status: 500,
      detail: expect.any(String),
      statusCode: 500,
      error: 'Internal Server Error',
      message: problem.detail,
      code: 'internal',
      requestId: expect.stringMatching(/./),
    })
    expect(text).not.toContain('client_ids')
    const line = lines.find(({ requestId }) => requestId === problem.requestId)
    expect(JSON.stringify(line)).toContain('client_ids')
  })
})

describe('A request body', () => {
  it.each([
    ['application/json; charset=utf-8'],
    ['application/json;charset="UTF-8"'],
    ['APPLICATION/JSON'],
    ['application/vnd.api+json'],
  ])('a request body is accepted as %s', async (type) => {
    expect((await post(VALID, { 'content-type': type })).status).toBe(201)
  })

  it.each([
    ['text/plain', VALID, { 'content-type': 'text/plain' }],
    ['a form', 'requests=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['multipart', VALID, { 'content-type': 'multipart/form-data; boundary=x' }],
    ['another charset', VALID, { 'content-type': 'application/json; charset=utf-16' }],
    ['compressed', VALID, { ...json, 'content-encoding': 'gzip' }],
    ['without a type', VALID, {}],
  ])('a request body is rejected with 415 as %s', async (_, raw, headers) => {
    const before = await test.countRows()
    const { status, json: problem } = await post(raw, headers)
    expect({ status, code: problem.code }).toEqual({ status: 415, code: 'unsupported_media_type' })
    expect(await test.countRows()).toEqual(before)
  })

  const deep = (levels: number) => `{"requests":${'['.repeat(levels)}${']'.repeat(levels)}}`
  it.each<[string, string | Buffer]>([
    ['empty', ''],
    ['cut off', VALID.slice(0, -2)],
    ['followed by more', `${VALID}{}`],
    ['with a comment', `/* x */${VALID}`],
    ['with single quotes', "{'requests':[]}"],
    ['NaN', '{"requests":NaN}'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['50,000 levels deep', deep(50_000)],
    ['17 levels deep', deep(17)],
    ['with __proto__', `{"__proto__":{"x":1},${VALID.slice(1)}`],
    ['with an escaped __proto__', `{"\\u005f_proto__":{"x":1},${VALID.slice(1)}`],
    ['with a constructor', `{"constructor":{"prototype":{"x":1}},${VALID.slice(1)}`],
    ['with a key twice', VALID.replace('{', '{"requests":[],')],
    ['with a key twice in an item', VALID.replace('{"payee"', '{"amount":"1","payee"')],
    ['with a key twice, once escaped', VALID.replace('{', '{"request\\u0073":[],')],
    ['with __proto__ in an item', VALID.replace('{"payee"', '{"__proto__":{},"payee"')],
  ])('a request body is rejected with 400 when it is %s', async (_, raw) => {
    const before = await test.countRows()
    const { status, json: problem } = await post(raw, json)
    expect({ status, code: problem.code }).toEqual({ status: 400, code: 'malformed_body' })
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
    expect(await test.countRows()).toEqual(before)
  })

  it('a request body may contain the names of prototype members as values', async () => {
    const body = { requests: [usdcItem], reference: '__proto__ and constructor' }
    expect((await test.call('POST', PATH, { body })).status).toBe(201)
  })

  it('a request body is rejected with 413 above 256 kB, with or without content-length', async () => {
    const large = JSON.stringify({ requests: [usdcItem], filler: 'x'.repeat(262_144) })
    const { status, json: problem, headers } = await post(large, json)
    expect({ status, code: problem.code }).toEqual({ status: 413, code: 'payload_too_large' })
    expect(headers['connection']).toBe('close')
    expect(await sendChunked(large)).toContain('413 Payload Too Large')
  })

  /** Sends a body without Content-Length, so the host detects the size only while it reads the body. */
  function sendChunked(body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(test.host.port, '127.0.0.1')
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('close', () => resolve(answer))
      // The host may close the connection while the body is still being sent.
      socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)))
      const head = `POST ${PATH} HTTP/1.1\r\nhost: x\r\nx-api-key: ${API_KEY}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`
      socket.write(`${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
    })
  }
})

describe('Every response', () => {
  it.each([
    ['GET', '/livez'],
    ['GET', '/nothing'],
    ['GET', '/openapi.json'],
    ['GET', '/'],
    ['POST', PATH],
    ['OPTIONS', PATH],
    ['DELETE', PATH],
    ['GET', '/%'],
  ])('a response has a request id: %s %s', async (method, path) => {
    const { headers, json: body } = await test.call(method, path, {
      anonymous: true,
      headers: { 'x-request-id': 'mine' },
    })
    expect(headers['x-request-id']).toMatch(/^req_[0-9A-Z]{26}$/)
    if (headers['content-type']?.startsWith('application/problem+json')) {
      expect(body.requestId).toBe(headers['x-request-id'])
    }
  })

  it('no response reveals the server software', async () => {
    const { headers } = await test.call('GET', '/livez')
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['server']).toBeUndefined()
  })

  it('every response forbids sniffing, framing and caching', async () => {
    const { headers } = await test.call('GET', '/v2/currencies?id=USDC-devnet')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers['referrer-policy']).toBe('no-referrer')
    const created = await test.call('POST', PATH, { body: { requests: [usdcItem] } })
    expect(created.headers['cache-control']).toBe('no-store')
  })
})

describe('A path', () => {
  it.each(['/nothing', '/v2', '/v2/secure-payments/', '/V2/secure-payments/x', '/v2/payouts/x/y'])(
    'a path without a route returns 404: %s',
    async (path) => {
      const { status, json: problem } = await test.call('GET', path)
      expect({ status, code: problem.code }).toEqual({ status: 404, code: 'route_not_found' })
    },
  )

  it('a path returns 405 and the accepted methods for any other method', async () => {
    const { status, headers, json: problem } = await test.call('DELETE', PATH)
    expect({ status, code: problem.code }).toEqual({ status: 405, code: 'method_not_allowed' })
    expect(headers['allow']).toBe('POST, GET')
  })

  it('a path returns 400 when it cannot be decoded', async () => {
    const { status, json: problem } = await test.call('GET', `${PATH}/%E0%A4%A`)
    expect({ status, code: problem.code }).toEqual({ status: 400, code: 'malformed_path' })
  })
})

describe('A problem document', () => {
  it('a problem document has the members of RFC 9457 and the members that existing clients read', async () => {
    const { json: problem, headers } = await test.call('POST', PATH, { body: {} })
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(problem).toMatchObject({
      type: `${test.host.url}/errors/validation_failed`,
      title: 'Bad Request',
      status: 400,
      statusCode: 400,
      error: 'Bad Request',
      code: 'validation_failed',
      detail: problem.message,
      errors: [{ field: 'requests', code: 'required', message: 'is required' }],
    })
  })

  it('a problem document contains the caller’s text only in escaped form', async () => {
    const { text } = await test.call('POST', PATH, {
      body: {
        requests: [{ ...usdcItem, invoiceCurrency: 'A-b', paymentCurrency: 'A-b', amount: '1' }],
        reference: '\u202e<script>',
      },
    })
    expect(text).not.toContain('\u202e')
  })
})
