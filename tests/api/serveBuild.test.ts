import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRouter } from '../../host/src/serving/createRouter.ts'
import { listenerOf } from '../../host/src/serving/listenerOf.ts'
import { sendContent } from '../../host/src/serving/sendContent.ts'
import { serveBuild } from '../../host/src/serving/serveBuild.ts'

let folder: string
let server: Server
let port: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-build-'))
  const build = join(folder, 'build')
  mkdirSync(join(build, 'assets/.hidden'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'a secret')
  writeFileSync(join(build, '.env'), 'a secret')
  writeFileSync(join(build, 'assets/.hidden/file.txt'), 'a secret')
  writeFileSync(join(build, 'assets/app.js'), 'plain')
  writeFileSync(join(build, 'assets/app.js.br'), 'brotli')
  writeFileSync(join(build, 'assets/app.js.gz'), 'gzip')
  writeFileSync(join(build, 'no ending'), 'bytes')
  const app = createRouter()
  app.use(
    '/files',
    serveBuild(build, (response, path) => response.setHeader('x-path', path)),
  )
  app.use((request, response) =>
    sendContent(request, response, { type: 'text/plain', body: 'the next route', status: 404 }),
  )
  server = createServer(listenerOf(app)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Sends a request whose target is not normalised, and returns the response as it arrives. */
async function send(target: string, headers: string[] = [], method = 'GET'): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return text(socket)
}

describe('serveBuild', () => {
  it.each([
    [[], 'plain', null],
    [['Accept-Encoding: gzip'], 'gzip', 'gzip'],
    [['Accept-Encoding: gzip, br'], 'brotli', 'br'],
    [['Accept-Encoding: br;q=0, gzip'], 'gzip', 'gzip'],
  ])('sends a file with %j as %s, with its media type', async (headers, body, coding) => {
    const answer = await send('/files/assets/app.js?x', headers)
    expect(answer).toContain('HTTP/1.1 200')
    expect(answer.toLowerCase()).toContain('content-type: text/javascript; charset=utf-8')
    expect(answer).toContain('Accept-Encoding')
    expect(answer).toContain('x-path: assets/app.js')
    expect(/content-encoding: (\w+)/.exec(answer)?.[1] ?? null).toBe(coding)
    expect(answer).toMatch(new RegExp(`\r\n\r\n${body}$`))
  })

  it('sends 304 to a caller that has the file, and no body to HEAD', async () => {
    const first = await send('/files/assets/app.js', [], 'HEAD')
    const etag = /etag: (\S+)/.exec(first)?.[1]
    expect(first).toMatch(/content-length: 5\r\n/)
    expect(first).toMatch(/\r\n\r\n$/)
    const again = await send('/files/assets/app.js', [`If-None-Match: "other", ${etag}`])
    expect(again).toContain('HTTP/1.1 304')
    expect(again).toMatch(/\r\n\r\n$/)
  })

  it.each([
    '/files/../secret.txt',
    '/files/%2e%2e/secret.txt',
    '/files/..%2fsecret.txt',
    '/files/assets/..%5c..%5csecret.txt',
    '/files/.env',
    '/files/assets/.hidden/file.txt',
    '/files/assets//app.js',
    '/files/assets/app.js%00',
    '/files/assets/app.js/more',
    '/files/assets',
    '/files/assets/',
    '/files/missing.js',
    `/files/${'a'.repeat(5_000)}`,
  ])('passes %s to the next route', async (target) => {
    const answer = await send(target)
    expect(answer).toContain('the next route')
    expect(answer).not.toContain('a secret')
  })

  it('sends a name with a space, as bytes if its ending is unknown', async () => {
    const answer = await send('http://x/files/no%20ending')
    expect(answer).toContain('application/octet-stream')
    expect(answer).toMatch(/\r\n\r\nbytes$/)
  })
})
