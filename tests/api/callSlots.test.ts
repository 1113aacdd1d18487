import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { formatDestinationId } from '@secure-payment/core/destinations'
import express from 'express'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { servePayments } from '../../host/src/api/payments/index.ts'
import { createCredentials } from '../../host/src/auth/credentials.ts'
import { createSessions } from '../../host/src/auth/sessions.ts'
import { createCallSlots, type TakeSlot } from '../../host/src/http/createCallSlots.ts'
import { createIdempotency } from '../../host/src/http/idempotency.ts'
import { createRateLimit } from '../../host/src/http/rateLimit.ts'
import { assignRequestId } from '../../host/src/http/requestId.ts'
import { seedPayments } from '../support/seedPayments.ts'
import {
  API_KEY,
  PAYEE,
  pageHeaders,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

/** The number of a host's slots, which all merchants share. */
const SLOTS = 256

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test?.[Symbol.asyncDispose]())

it('A host releases the slot of each call, successful or rejected', async () => {
  for (const [path, status] of [
    ['/v2/client-ids', 200],
    ['/v2/client-ids/01KB4Z3F6V3M2N5P7R9T0W1X2Y', 404],
  ] as const) {
    for (let made = 0; made < SLOTS; made += 32) {
      const calls = Array.from({ length: 32 }, () => test.call('GET', path))
      for (const answer of await Promise.all(calls)) expect(answer.status).toBe(status)
    }
  }
})

/** Serves the host's payments, with another limit on concurrent calls. */
async function serveWith(takeSlot: TakeSlot, responses: ServerResponse[] = []) {
  const { context } = test.host
  const credentials = createCredentials(context)
  const auth = { credentials, sessions: createSessions(context), now: context.now, ownOrigin: '' }
  const app = express()
  app.use((_request, response, next) => {
    responses.push(response)
    next()
  })
  app.use(assignRequestId(context))
  const http = {
    ...{ context, auth, dashboardOrigins: new Set<string>(), takeSlot },
    ...{ idempotency: createIdempotency(context), rateLimit: createRateLimit(context) },
  }
  app.use(servePayments(http, () => () => undefined))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

it('An export that its client does not read leaves a slot for the merchant’s other calls', async () => {
  const { json } = await test.call('POST', '/v2/request', { body: usdcItem })
  const payment = { request_id: String(json.requestId), note: 'n'.repeat(4_000) }
  // The export is about 8 MB, more than a connection's buffers hold.
  await seedPayments(
    test.host.context,
    Array.from({ length: 2_000 }, () => payment),
  )
  const responses: ServerResponse[] = []
  // One merchant gets one of two slots.
  const { server, port } = await serveWith(createCallSlots(2), responses)
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  try {
    const head = [
      'GET /v2/payments?format=csv HTTP/1.1',
      'Host: localhost',
      `x-api-key: ${API_KEY}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    await once(socket, 'readable')
    const headers = { 'x-api-key': API_KEY }
    const other = await fetch(`http://127.0.0.1:${port}/v2/payments?limit=1`, { headers })
    expect(other.status).toBe(200)
    // The export is still being sent.
    expect([responses[0]?.statusCode, responses[0]?.closed]).toEqual([200, false])
  } finally {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  }
}, 60_000)

it('Calls with a backend client ID share the slots for servers, not those for pages', async () => {
  const holders: string[] = []
  const { server, port } = await serveWith(async (holder) => {
    holders.push(holder.replace(/:.*/, ''))
    return () => undefined
  })
  const { destinationId: payeeDestinationId } = formatDestinationId({
    walletAddress: PAYEE,
    chainId: 31_337,
    tokenAddress: '0x5ecc000000000000000000000000000000000101',
  })
  const body = { label: 'Server', isBackend: true, payeeDestinationId }
  const { json } = await test.call('POST', '/v2/client-ids', { body })
  const page = await test.createClientId()
  try {
    for (const headers of [
      { 'x-client-id': String(json.secretClientId) },
      { 'x-api-key': API_KEY },
      pageHeaders(page.clientId),
    ]) {
      const answer = await fetch(`http://127.0.0.1:${port}/v2/payments`, { headers })
      expect(answer.status).toBe(200)
    }
    expect(holders).toEqual(['servers', 'servers', 'pages'])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
