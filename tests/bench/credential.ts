import { join } from 'node:path'
import { createClient } from '@secure-payment/core/client'
import type { CredentialCalls } from './children/credentialServer.ts'
import type { LoadCalls, LoadRequest } from './children/loadGenerator.ts'
import { measureRates, median } from './measure.ts'
import { atMost, type Row } from './report.ts'
import { API_KEY, hostSettings } from './support/hostSettings.ts'
import { jobFor, loadCase } from './support/load.ts'
import { PAYEE } from './support/requestRows.ts'
import { type Child, startChild } from './support/startChild.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

/** The number of rounds of calls without a network. The compared costs differ by only a few microseconds, so many rounds are needed. */
const ROUNDS = 25
const WARM_UP_ROUNDS = 5
const COUNT = 1_000
const HTTP_ROUNDS = 5
const HTTP_COUNT = 3_000
const CONNECTIONS = 32
const PAYMENTS = 200
const ORIGIN = 'https://shop.example.test'
const MAX_SHARE = 0.05

type Headers = Readonly<Record<string, string>>

/**
 * Measures the processor time that checking the caller and counting the call add to a request over HTTP. This overhead is the difference
 * between two apps that are otherwise equal. The two apps run in turn and without a network, because a network's cost varies by more than
 * the overhead.
 */
export async function benchCredential(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(createTemporaryFolder())
  const env = hostSettings(`sqlite:${join(folder.path, 'host.db')}`)
  const load = stack.use(await startChild<LoadCalls>('loadGenerator'))
  const server = stack.use(await startChild<CredentialCalls>('credentialServer', env))
  const client = createClient({
    baseUrl: `http://127.0.0.1:${await server.call('port')}`,
    apiKey: API_KEY,
  })
  const { clientId } = await client.clientIds.create({
    body: { label: 'Bench', allowedDomains: [ORIGIN] },
  })
  const credentials: [string, Headers][] = [
    ['API key', { 'x-api-key': API_KEY }],
    ['client ID', { 'x-client-id': clientId, origin: ORIGIN }],
  ]
  const rows: Row[] = []
  for (const [operation, calls] of [
    ['GET /v2/secure-payments/{token}', readCalls(await createTokens(client))],
    ['POST /v2/secure-payments', createCalls()],
  ] as const) {
    for (const [name, headers] of credentials) {
      const requests = calls.map((call) => ({ ...call, headers }))
      const added = await measureAddition(server, requests)
      const whole = await measureRequest(load, server, requests)
      rows.push(
        atMost(
          `credential: ${operation} by ${name}`,
          { value: added, unit: 'µs CPU' },
          { value: whole, name: 'the whole request' },
          MAX_SHARE,
        ),
      )
    }
  }
  return rows
}

type Client = ReturnType<typeof createClient>

const item = { payee: PAYEE, invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base' }

async function createTokens(client: Client): Promise<string[]> {
  const created = await Promise.all(
    Array.from({ length: PAYMENTS }, () =>
      client.securePayments.create({ body: { requests: [{ ...item, amount: '12.5' }] } }),
    ),
  )
  return created.map(({ token }) => token)
}

function readCalls(tokens: readonly string[]): LoadRequest[] {
  return tokens.map((token) => ({ method: 'GET', path: `/v2/secure-payments/${token}` }))
}

function createCalls(): LoadRequest[] {
  const body = JSON.stringify({ requests: [{ ...item, amount: '12.5' }] })
  return [{ method: 'POST', path: '/v2/secure-payments', body }]
}

/** Returns the median extra cost per round of the guarded app over the open app, in microseconds. */
async function measureAddition(
  server: Child<CredentialCalls>,
  requests: readonly LoadRequest[],
): Promise<number> {
  const additions: number[] = []
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const open = await server.call('serve', 'open', requests, COUNT)
    const guarded = await server.call('serve', 'guarded', requests, COUNT)
    if (round >= WARM_UP_ROUNDS) additions.push(guarded - open)
  }
  return median(additions)
}

/** Returns the host's processor time per call over HTTP, in microseconds. */
async function measureRequest(
  load: Child<LoadCalls>,
  server: Child<CredentialCalls>,
  requests: readonly LoadRequest[],
): Promise<number> {
  const job = await jobFor([server], { connections: CONNECTIONS, count: HTTP_COUNT, requests })
  const [rate] = await measureRates([loadCase('host', load, [server], job)], HTTP_ROUNDS)
  return rate?.cpuUs ?? Number.NaN
}
