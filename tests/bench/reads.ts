import { join } from 'node:path'
import { createClient } from '@secure-payment/core/client'
import type { ExpressCalls } from './children/expressServer.ts'
import type { HostCalls } from './children/hostServer.ts'
import type { LoadCalls, LoadRequest } from './children/loadGenerator.ts'
import { measureRates } from './measure.ts'
import { atLeast, type Row } from './report.ts'
import { API_KEY, hostSettings } from './support/hostSettings.ts'
import { jobFor, loadCase } from './support/load.ts'
import { PAYEE } from './support/requestRows.ts'
import { startChild } from './support/startChild.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

const ROUNDS = 5
const COUNT = 5_000
const EXPRESS_COUNT = 15_000
/** The number of payments that the bench reads in rotation. */
const PAYMENTS = 500

/** Compares the reads of a payer's page and of a merchant on SQLite with one Express route without reads. */
export async function benchReads(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(createTemporaryFolder())
  const env = hostSettings(`sqlite:${join(folder.path, 'host.db')}`)
  const load = stack.use(await startChild<LoadCalls>('loadGenerator'))
  const plain = stack.use(await startChild<ExpressCalls>('expressServer'))
  const host = stack.use(await startChild<HostCalls>('hostServer', env))
  const paths = await createPayments(await host.call('port'))

  const get = (path: string): LoadRequest => ({
    method: 'GET',
    path,
    headers: { 'x-api-key': API_KEY },
  })
  const oursFor = async (wanted: readonly string[]) => {
    const job = { connections: 64, count: COUNT, requests: wanted.map(get) }
    return loadCase('ours', load, [host], await jobFor([host], job))
  }
  const plainJob = await jobFor([plain], {
    connections: 64,
    count: EXPRESS_COUNT,
    requests: [get('/things/1')],
  })
  const [floor, payment, calldata, request] = await measureRates(
    [
      loadCase('Express GET', load, [plain], plainJob),
      await oursFor(paths.map(({ token }) => `/v2/secure-payments/${token}`)),
      await oursFor(paths.map(({ token }) => `/v2/secure-payments/${token}/pay`)),
      await oursFor(paths.map(({ requestId }) => `/v2/request/${requestId}`)),
    ],
    ROUNDS,
  )
  if (!floor || !payment || !calldata || !request) throw new Error('Not measured.')
  return [
    atLeast('GET /v2/secure-payments/{token}', payment, floor, 0.5),
    atLeast('GET /v2/secure-payments/{token}/pay, no wallet', calldata, floor, 0.5),
    atLeast('GET /v2/request/{id}', request, floor, 0.5),
  ]
}

async function createPayments(port: number): Promise<{ token: string; requestId: string }[]> {
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: API_KEY })
  const item = { payee: PAYEE, invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base' }
  return Promise.all(
    Array.from({ length: PAYMENTS }, async (_, index) => {
      const requests = [{ ...item, amount: `${index + 1}.5` }]
      const { token, requestIds } = await client.securePayments.create({ body: { requests } })
      return { token, requestId: requestIds[0] ?? '' }
    }),
  )
}
