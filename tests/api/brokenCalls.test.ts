import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectionRejecter } from '../../host/src/http/createConnectionRejecter.ts'
import { listen } from '../../host/src/http/listen.ts'
import { createLogger } from '../../host/src/log.ts'
import { API_KEY, startTestHost, type TestHost } from '../support/testHost.ts'

/** The first bytes of a TLS 1.3 handshake (RFC 8446, section 5.1): record type 22, version 3.1, and a length. */
const TLS_HELLO = Buffer.from([0x16, 0x03, 0x01, 0x00, 0xf8, 0x01, 0x00, 0x00, 0xf4, 0x03, 0x03])

const CREATE = `POST /v2/secure-payments HTTP/1.1\r\nhost: x\r\nx-api-key: ${API_KEY}\r\ncontent-type: application/json\r\n`

let test: TestHost
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  const log = createLogger('debug', { write: (line) => void lines.push(JSON.parse(line)) })
  test = await startTestHost({ PAY_AUTH_URL: 'https://auth.example.test' }, { log })
})
afterAll(() => test?.[Symbol.asyncDispose]())

/** Sends bytes, and returns everything that the service sends before it closes the connection. */
function exchange(bytes: string | Buffer, { port = test.host.port, ends = false } = {}) {
  const socket = connect(port, '127.0.0.1', () => {
    if (ends) socket.end(bytes)
    else socket.write(bytes)
  })
  return received(socket)
}

function received(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    // The service may close the connection while the rest is being sent.
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}

/** Reads a connection's last response. */
function parse(text: string) {
  const start = [...text.matchAll(/HTTP\/1\.1 \d{3} /g)].at(-1)?.index ?? 0
  const [head = '', body = ''] = text.slice(start).split('\r\n\r\n')
  const [statusLine = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(fields.map((field) => field.split(/: (.*)/s).slice(0, 2)))
  const status = Number(statusLine.split(' ')[1])
  return { status, statusLine, headers, body, json: JSON.parse(body) }
}

const statusLines = (text: string) => text.match(/HTTP\/1\.1 \d{3}/g) ?? []

describe('A message that is not a valid HTTP request', () => {
  it.each([
    ['TLS bytes', TLS_HELLO, 400, 'Bad Request', 'malformed_http'],
    ['words', 'hello there\r\n\r\n', 400, 'Bad Request', 'malformed_http'],
    ['zero bytes', Buffer.alloc(64), 400, 'Bad Request', 'malformed_http'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'Bad Request', 'malformed_http'],
    ['no Host', 'GET /livez HTTP/1.1\r\n\r\n', 400, 'Bad Request', 'malformed_http'],
    [
      'a header with a space',
      'GET / HTTP/1.1\r\nhost: x\r\na b: c\r\n\r\n',
      400,
      'Bad Request',
      'malformed_http',
    ],
    [
      'two lengths',
      `${CREATE}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
      400,
      'Bad Request',
      'malformed_http',
    ],
    [
      'a length and chunks',
      `${CREATE}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'Bad Request',
      'malformed_http',
    ],
    [
      'a wrong chunk',
      `${CREATE}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
      400,
      'Bad Request',
      'malformed_http',
    ],
    [
      'a long path',
      `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      431,
      'Request Header Fields Too Large',
      'headers_too_large',
    ],
    [
      'a path of 1 MB',
      `GET /${'x'.repeat(1_000_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      431,
      'Request Header Fields Too Large',
      'headers_too_large',
    ],
    [
      'a long header',
      `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(17_000)}\r\n\r\n`,
      431,
      'Request Header Fields Too Large',
      'headers_too_large',
    ],
    [
      'many headers',
      `GET / HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(4_000)}\r\n`,
      431,
      'Request Header Fields Too Large',
      'headers_too_large',
    ],
  ])(
    'a message that is not valid HTTP gets a problem document: %s',
    async (_, bytes, status, phrase, code) => {
      const before = await test.countRows()
      const answer = parse(await exchange(bytes, { ends: code === 'malformed_http' }))
      expect(answer.statusLine).toBe(`HTTP/1.1 ${status} ${phrase}`)
      expect(answer.json).toEqual({
        type: `${test.host.context.config.baseUrl}/errors/${code}`,
        title: phrase,
        status,
        detail: expect.stringMatching(/^The .*\.$/),
        statusCode: status,
        error: phrase,
        message: answer.json.detail,
        code,
        requestId: expect.stringMatching(/^req_[0-9A-Z]{26}$/),
      })
      const headers = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]),
      )
      expect(headers).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        'content-length': String(Buffer.byteLength(answer.body)),
        'x-request-id': answer.json.requestId,
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        date: expect.stringMatching(/ GMT$/),
      })
      expect(lines).toContainEqual(
        expect.objectContaining({
          msg: 'Rejected a call',
          requestId: answer.json.requestId,
          reason: code,
          status,
        }),
      )
      expect(await test.countRows()).toEqual(before)
      const page = await test.call('GET', `/errors/${code}`, { unchecked: true })
      expect(page.status).toBe(200)
    },
  )

  it.each([
    'GET /livez HTTP/1.1\r\nho',
    'GET /li',
    `${CREATE}transfer-encoding: chunked\r\n\r\n5\r\n{}`,
  ])(
    'a message that is not valid HTTP gets a problem document if its sender ends it halfway: %j',
    async (half) => {
      const text = await exchange(half, { ends: true })
      expect(parse(text)).toMatchObject({ status: 400, json: { code: 'malformed_http' } })
      expect(statusLines(text)).toHaveLength(1)
    },
  )

  it('a message that is not a valid HTTP request is answered after the calls before it', async () => {
    const call = `GET /v2/client-ids HTTP/1.1\r\nhost: x\r\nx-api-key: ${API_KEY}\r\n\r\n`
    const text = await exchange(`${call}${call}nonsense\r\n\r\n`)
    expect(statusLines(text)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400'])
    expect(parse(text).json.code).toBe('malformed_http')
  })

  it('a request over HTTP/1.0 needs no Host, and the service ignores an unknown expectation', async () => {
    expect(await exchange('GET /livez HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
    const odd = 'GET /livez HTTP/1.1\r\nhost: x\r\nexpect: a-miracle\r\nconnection: close\r\n\r\n'
    expect(await exchange(odd)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('a message that is not a valid HTTP request causes at most 60 log lines per minute, and the next line counts the omitted lines', async () => {
    test.clock.advance(60_000)
    const start = lines.length
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 15 }, () => exchange('nonsense\r\n\r\n')))
    }
    const written = () => lines.slice(start).filter(({ reason }) => reason === 'malformed_http')
    expect(written()).toHaveLength(60)
    test.clock.advance(60_000)
    await exchange('nonsense\r\n\r\n')
    expect(written()).toHaveLength(61)
    expect(written().at(-1)).toMatchObject({ unlogged: 90 })
  })
})

describe('A connection', () => {
  const SHORT = { headersMs: 1_000, requestMs: 1_500, checkMs: 50 }

  async function open(handler: RequestListener, times?: typeof SHORT) {
    const { context } = test.host
    const { port, serve, drain } = await listen({ port: 0, bind: '127.0.0.1' }, context.log, times)
    serve(handler, createConnectionRejecter(context))
    return { port, [Symbol.asyncDispose]: drain }
  }

  const answerOk: RequestListener = (request, response) => {
    request.resume().on('end', () => response.end('ok'))
  }

  it.each([
    ['headers', 'GET / HTTP/1.1\r\nhost: x\r\n'],
    ['a request line', 'GET /'],
    ['a body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nab'],
    ['chunks', 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab'],
  ])(
    'a connection that sends %s too slowly gets 408, and no more of it is read',
    async (_, half) => {
      let ended = 0
      await using server = await open(
        (request) => request.resume().on('end', () => (ended += 1)),
        SHORT,
      )
      const socket = connect(server.port, '127.0.0.1', () => socket.write(half))
      socket.once('data', () => socket.write('cde\r\n0\r\n\r\n'))
      const answer = parse(await received(socket))
      expect(answer).toMatchObject({ status: 408, json: { code: 'request_timeout' } })
      expect(ended).toBe(0)
    },
  )

  it('a connection whose second call is incomplete is closed, even if the first call has no response yet', async () => {
    await using server = await open(() => {}, SHORT)
    const call = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
    const text = await exchange(`${call}GET /late`, { port: server.port })
    expect(text).toBe('')
  })

  it('a connection that sends nothing is closed without a response', async () => {
    await using server = await open(answerOk, SHORT)
    const start = lines.length
    expect(await received(connect(server.port, '127.0.0.1'))).toBe('')
    expect(lines.slice(start)).toEqual([])
  })

  it('a connection that sends one byte at a time too slowly gets 408', async () => {
    await using server = await open(answerOk, SHORT)
    let drip: ReturnType<typeof setInterval> | undefined
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\r\nx: ')
      drip = setInterval(() => socket.write('x'), 5)
    })
    expect(parse(await received(socket)).status).toBe(408)
    clearInterval(drip)
  })

  it('a connection that sends invalid bytes gets no second response to the same call after the first has begun', async () => {
    await using server = await open((_request, response) => response.write('begun'))
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n'),
    )
    socket.once('data', () => socket.write('zz\r\n'))
    expect(statusLines(await received(socket))).toEqual(['HTTP/1.1 200'])
  })

  it('a connection that sends invalid bytes still gets the complete response to the call before them', async () => {
    const begun: (() => void)[] = []
    let read = () => 0
    await using server = await open((request, response) => {
      read = () => request.socket.bytesRead
      response.write('begun')
      begun.push(() => response.end('ended'))
    })
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'),
    )
    const all = received(socket)
    await once(socket, 'data')
    socket.write('nonsense\r\n\r\n', () => socket.write('more nonsense\r\n\r\n'))
    // The service has read the invalid bytes once its socket has received them.
    await expect.poll(() => read()).toBeGreaterThan(40)
    begun[0]?.()
    const text = await all
    expect(statusLines(text)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
    expect(text.indexOf('ended')).toBeLessThan(text.indexOf('HTTP/1.1 400'))
  })

  it('a connection is closed with one log line, although its client keeps it open and keeps sending', async () => {
    await using server = await open(answerOk)
    test.clock.advance(60_000)
    const start = lines.length
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.write('nonsense\r\n\r\n'),
    )
    const flood = setInterval(() => socket.write('more nonsense\r\n\r\n'), 20)
    const text = await received(socket)
    clearInterval(flood)
    expect(statusLines(text)).toEqual(['HTTP/1.1 400'])
    expect(lines.slice(start)).toHaveLength(1)
  })

  it('a connection is not reset while its client is still sending, so that the client can read the response', async () => {
    await using server = await open(answerOk)
    const errors: Error[] = []
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.write('nonsense\r\n\r\n'),
    )
    socket.on('error', (error) => errors.push(error))
    socket.resume()
    await once(socket, 'end')
    const call = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => socket.write('the rest', resolve))
      await exchange(call, { port: server.port })
    }
    socket.end()
    await once(socket, 'close')
    expect(errors).toEqual([])
  })

  it('a connection that its client resets leaves no line in the log, and the service continues', async () => {
    await using server = await open(answerOk)
    const start = lines.length
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nho', () => socket.resetAndDestroy()),
    )
    await received(socket)
    const call = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
    expect(await exchange(call, { port: server.port })).toMatch(/ok$/)
    expect(lines.slice(start)).toEqual([])
  })
})
