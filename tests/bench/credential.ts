import { join } from 'node:path'
import { createClient } from '@secure-payment/core/client'
import type { CredentialCalls } from './children/credentialServer.ts'
import type { LoadCalls, LoadRequest } from './children/loadGenerator.ts'
import { measureRates, type Rate } from './measure.ts'
import { atMost, type Row } from './report.ts'
import { API_KEY, hostSettings } from './support/hostSettings.ts'
import { loadCase } from './support/load.ts'
import { PAYEE } from './support/requestRows.ts'
import { type Child, startChild } from './support/startChild.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

/** Many short rounds: what is compared differs by a few per cent, less than a slow moment of the machine costs. */
const ROUNDS = 25
const COUNT = 1_500
const CONNECTIONS = 32
const PAYMENTS = 200
const ORIGIN = 'https://shop.example.test'
const MAX_FACTOR = 1.05

type Headers = Readonly<Record<string, string>>

/**
 * What proving the caller, and counting the call, adds to the processor time of a request: the same app with and without it, in one
 * process, in turn. Limits are set, and too high to be met.
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
      const [open, guarded] = await measurePair(load, server, requests)
      rows.push(describePair(`credential: ${operation} by ${name}`, guarded, open))
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

async function measurePair(
  load: Child<LoadCalls>,
  server: Child<CredentialCalls>,
  requests: readonly LoadRequest[],
): Promise<[Rate, Rate]> {
  const caseOf = (name: string, port: number) =>
    loadCase(name, load, [server], {
      ports: [port],
      connections: CONNECTIONS,
      count: COUNT,
      requests,
    })
  const [open, guarded] = await measureRates(
    [caseOf('without', await server.call('open')), caseOf('with', await server.call('guarded'))],
    ROUNDS,
  )
  if (!open || !guarded) throw new Error('Not measured.')
  return [open, guarded]
}

function describePair(bench: string, guarded: Rate, open: Rate): Row {
  return atMost(
    bench,
    { value: guarded.cpuUs ?? Number.NaN, unit: 'µs CPU' },
    { value: open.cpuUs ?? Number.NaN, name: 'the same app without' },
    MAX_FACTOR,
  )
}
