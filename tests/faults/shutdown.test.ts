import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { API_KEY, startTestHost } from '../support/testHost.ts'

/** The maximum time in which a host stops, on a slow machine. */
const STOP_MS = 5_000
const HEAD = `POST /v2/secure-payments HTTP/1.1\r\nhost: x\r\nx-api-key: ${API_KEY}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n`

it.each([
  ['a half-sent body', `${HEAD}\r\n{"requests":`],
  ['half-sent headers', HEAD],
  ['nothing sent at all', ''],
])('A host stops at once despite a connection that has %s', async (_, sent) => {
  const test = await startTestHost()
  const socket: Socket = connect(test.host.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(sent)
  // The host has read the earlier bytes, because one event loop serves both connections.
  await test.call('GET', '/livez', { anonymous: true })
  const closed = once(socket, 'close')
  const startMs = performance.now()
  await test[Symbol.asyncDispose]()
  await closed
  const stoppedMs = performance.now() - startMs
  if (process.env['SHOW_FIGURES'] !== undefined) console.log({ stoppedMs })
  expect(stoppedMs).toBeLessThan(STOP_MS)
})
