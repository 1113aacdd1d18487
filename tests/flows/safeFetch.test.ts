import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  ForbiddenTargetError,
  type Lookup,
  MAX_KEPT_BYTES,
  openSafeFetch,
  parseTarget,
  type SafeFetch,
} from '../../host/src/outgoing/safeFetch.ts'
import { waitFor } from './support/waitFor.ts'

const PUBLIC_ONLY = { allowLoopback: false }
const WITH_LOOPBACK = { allowLoopback: true }

/** Forbidden URLs: other schemes, credentials, and non-public addresses in many notations. */
const FORBIDDEN = [
  'http://example.com/',
  'ftp://example.com/',
  'javascript:alert(1)',
  'https://user:pass@example.com/',
  'https://user@example.com/',
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.0.0.1./',
  'https://0/',
  'https://0.0.0.0/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::ffff:169.254.169.254]/',
  'https://100.64.0.1/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::127.0.0.1]/',
  'https://[::a00:1]/',
  'https://[::1:0:0:1]/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[100::1]/',
  'https://[1fff::1]/',
  'https://[4000::1]/',
  'https://[e000::1]/',
  'https://[fec0::1]/',
  'https://example.com:0/',
  'https://example.com:22/',
  'https://example.com:25/',
  'https://example.com:80/',
  'https://example.com:993/',
  'https://240.0.0.1/',
  `https://example.com/${'a'.repeat(2_048)}`,
  'not a url',
  'https://',
]

describe('A target', () => {
  test.each(FORBIDDEN)('%s is rejected before anything is sent', (url) => {
    expect(() => parseTarget(url, PUBLIC_ONLY)).toThrow(ForbiddenTargetError)
  })

  test.each([
    'https://example.com/hook',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]:8443/x',
    'https://[3000::1]/',
  ])('%s is allowed', (url) => {
    expect(parseTarget(url, PUBLIC_ONLY).href).toBe(url)
  })

  test('a target is allowed on loopback if the operator allows it, but never on other private addresses', () => {
    for (const url of ['http://127.0.0.1/', 'http://localhost:9009/', 'http://[::1]:9009/']) {
      expect(parseTarget(url, WITH_LOOPBACK).href).toBe(url)
    }
    for (const url of ['http://10.0.0.1/', 'https://192.168.1.1/', 'https://169.254.169.254/']) {
      expect(() => parseTarget(url, WITH_LOOPBACK)).toThrow(ForbiddenTargetError)
    }
  })
})

describe('An exchange', () => {
  let stack: AsyncDisposableStack
  let hits = 0

  beforeEach(() => {
    stack = new AsyncDisposableStack()
    hits = 0
  })

  afterEach(() => stack.disposeAsync())

  async function serve(listener: RequestListener): Promise<number> {
    const server: Server = createServer((request, response) => {
      hits += 1
      listener(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stack.defer(() => {
      server.closeAllConnections()
      server.close()
    })
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  function open(policy: { allowLoopback: boolean }, lookup?: Lookup): SafeFetch {
    return stack.use(openSafeFetch(policy, lookup === undefined ? {} : { lookup }))
  }

  /** Posts `hello`, by default with a distant deadline. */
  const post = (fetch: SafeFetch, url: string, deadlineMs = 30_000) =>
    fetch.post({ url, headers: { 'content-type': 'text/plain' }, body: 'hello', deadlineMs })

  /** Returns a resolver that returns the given addresses in turn. */
  function resolver(...addresses: string[]): Lookup {
    let turn = 0
    return (_hostname, _options, callback) => {
      const address = addresses[turn % addresses.length] ?? ''
      turn += 1
      callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])
    }
  }

  test('an exchange never connects if the name resolves to a private address', async () => {
    const port = await serve((_request, response) => response.end())
    for (const address of ['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1']) {
      const fetch = open(PUBLIC_ONLY, resolver(address))
      await expect(post(fetch, `https://hooks.example.test:${port}/`)).rejects.toThrow(
        ForbiddenTargetError,
      )
    }
    expect(hits).toBe(0)
  })

  test('an exchange never reaches a private address if the name resolves differently on every lookup', async () => {
    const port = await serve((_request, response) => response.end())
    // 192.0.2.1 represents a public address: it is rejected as well, so that no packet leaves this machine.
    const fetch = open(PUBLIC_ONLY, resolver('192.0.2.1', '127.0.0.1'))
    for (let index = 0; index < 1_000; index += 1) {
      await expect(post(fetch, `https://hooks.example.test:${port}/`)).rejects.toThrow()
    }
    expect(hits).toBe(0)
  })

  test.each([301, 302, 303, 307, 308])(
    'an exchange does not follow a redirect with %i',
    async (status) => {
      const target = await serve((_request, response) => response.end('reached'))
      for (const location of [`http://127.0.0.1:${target}/`, 'http://169.254.169.254/latest/']) {
        hits = 0
        const port = await serve((_request, response) => {
          response.writeHead(status, { location }).end()
        })
        const answer = await post(open(WITH_LOOPBACK), `http://127.0.0.1:${port}/`)
        expect(answer).toMatchObject({ status, headers: { location } })
        expect(hits).toBe(1)
      }
    },
  )

  test('an exchange ends at the deadline with a silent receiver', async () => {
    const port = await serve(() => {})
    await expect(post(open(WITH_LOOPBACK), `http://127.0.0.1:${port}/`, 500)).rejects.toThrow(
      'no complete response within 500 ms',
    )
  })

  test('an exchange ends at the deadline with slow headers', async () => {
    const port = await serve((_request, response) => {
      const { socket } = response
      socket?.write('HTTP/1.1 200 OK\r\nx-slow: ')
      const timer = setInterval(() => socket?.write('a'), 50)
      response.on('close', () => clearInterval(timer))
    })
    await expect(post(open(WITH_LOOPBACK), `http://127.0.0.1:${port}/`, 500)).rejects.toThrow(
      'no complete response within 500 ms',
    )
  })

  test('an exchange ends at the deadline with a slow body', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(timer))
    })
    await expect(post(open(WITH_LOOPBACK), `http://127.0.0.1:${port}/`, 500)).rejects.toThrow(
      'no complete response within 500 ms',
    )
  })

  test('an exchange is cut off if the body is endless, and the first 2 kB of it are kept', async () => {
    let sent = 0
    const port = await serve((_request, response) => {
      const chunk = 'x'.repeat(16_384)
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    const answer = await post(open(WITH_LOOPBACK), `http://127.0.0.1:${port}/`)
    expect(answer.status).toBe(200)
    expect(answer.body).toBe('x'.repeat(MAX_KEPT_BYTES))
    // The receiver could send only the data that fits into socket buffers, not gigabytes.
    expect(sent).toBeLessThan(16 * 1024 * 1024)
  })

  test('an exchange ends when the client is disposed during it', async () => {
    const port = await serve(() => {})
    const fetch = openSafeFetch(WITH_LOOPBACK)
    const pending = post(fetch, `http://127.0.0.1:${port}/`)
    const refused = expect(pending).rejects.toThrow()
    await waitFor('the request to arrive', () => (hits > 0 ? true : null))
    await fetch[Symbol.asyncDispose]()
    await refused
  })

  test('an exchange fails with the reason if the connection is reset', async () => {
    const port = await serve((request) => request.socket.resetAndDestroy())
    await expect(post(open(WITH_LOOPBACK), `http://127.0.0.1:${port}/`)).rejects.toThrow()
  })

  test('an exchange sends exactly the given bytes and headers', async () => {
    let got: { body: string; type: string | undefined; method: string | undefined } | null = null
    const port = await serve(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      got = { body, type: request.headers['content-type'], method: request.method }
      response.writeHead(201).end('done')
    })
    const answer = await post(open(WITH_LOOPBACK), `http://127.0.0.1:${port}/a?b=c`)
    expect(answer).toMatchObject({ status: 201, body: 'done' })
    expect(got).toEqual({ body: 'hello', type: 'text/plain', method: 'POST' })
  })
})
