import { createServer } from 'node:https'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  ForbiddenTargetError,
  type Lookup,
  openSafeFetch,
  type SafeFetchOptions,
} from '../../host/src/outgoing/safeFetch.ts'
import {
  type Certificate,
  type Certificates,
  createCertificates,
} from './support/createCertificates.ts'

const HOST = 'hooks.example.test'
/** Resolves every name to this machine, which the policy of these tests allows. */
const toLoopback: Lookup = (_hostname, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }])

/** Returns a public address to the first reader, which checks it, and this machine to later readers, which connect. */
const toLoopbackUnseen: Lookup = (_hostname, _options, callback) => {
  let reads = 0
  const address = {
    family: 4,
    get address() {
      reads += 1
      return reads === 1 ? '93.184.215.14' : '127.0.0.1'
    },
  }
  callback(null, [address])
}

let certificates: Certificates
let stack: AsyncDisposableStack
let hits: number

beforeAll(() => {
  certificates = createCertificates(HOST)
})

beforeEach(() => {
  stack = new AsyncDisposableStack()
  hits = 0
})

afterEach(() => stack.disposeAsync())

/** Starts a server with a certificate; returns the port. */
async function serve(certificate: Certificate): Promise<number> {
  const server = createServer(certificate, (request, response) => {
    hits += 1
    request.resume()
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function post(url: string, options: SafeFetchOptions, policy = { allowLoopback: true }) {
  const safeFetch = stack.use(openSafeFetch(policy, options))
  return safeFetch.post({ url, headers: {}, body: 'secret', deadlineMs: 5_000 })
}

describe('A TLS receiver', () => {
  test('a TLS receiver receives nothing on loopback if every check before the connection read a public address', async () => {
    const port = await serve(certificates.valid)
    const trusting = { lookup: toLoopbackUnseen, authorities: certificates.authority }
    const url = `https://${HOST}:${port}/`
    await expect(post(url, trusting, { allowLoopback: false })).rejects.toThrow(
      ForbiddenTargetError,
    )
    expect(hits).toBe(0)
    // With loopback allowed, the same lookup reaches the server.
    expect(await post(url, trusting)).toMatchObject({ status: 200 })
  })

  test('a TLS receiver is reached with a certificate from a trusted authority for its name', async () => {
    const port = await serve(certificates.valid)
    const trusting = { lookup: toLoopback, authorities: certificates.authority }
    const answer = await post(`https://${HOST}:${port}/`, trusting)
    expect(answer).toMatchObject({ status: 200, body: 'ok' })
    expect(hits).toBe(1)
  })

  test.each([
    ['expired', 'expired', 'CERT_HAS_EXPIRED'],
    ['for another host', 'otherHost', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['self-signed', 'selfSigned', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ] as const)(
    'a TLS receiver is rejected before the body is sent if its certificate is %s',
    async (_, name, code) => {
      const port = await serve(certificates[name])
      const trusting = { lookup: toLoopback, authorities: certificates.authority }
      await expect(post(`https://${HOST}:${port}/`, trusting)).rejects.toMatchObject({ code })
      expect(hits).toBe(0)
    },
  )

  test('a TLS receiver is rejected with a certificate from an unknown authority, including on loopback', async () => {
    const port = await serve(certificates.valid)
    await expect(post(`https://${HOST}:${port}/`, { lookup: toLoopback })).rejects.toMatchObject({
      code: expect.stringMatching(
        /UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY/,
      ),
    })
    for (const host of ['127.0.0.1', 'localhost']) {
      const answer = post(`https://${host}:${port}/`, {})
      await expect(answer).rejects.toMatchObject({ code: expect.any(String) })
    }
    expect(hits).toBe(0)
  })
})
