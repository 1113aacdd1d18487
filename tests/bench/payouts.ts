import { join } from 'node:path'
import type { HostCalls } from './children/hostServer.ts'
import type { LoadCalls, LoadRequest } from './children/loadGenerator.ts'
import { measureRates, type RateCase } from './measure.ts'
import { atLeast, type Row } from './report.ts'
import { API_KEY, hostSettings } from './support/hostSettings.ts'
import { jobFor, loadCase } from './support/load.ts'
import { startChild } from './support/startChild.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

const ITEMS = 200
const BODIES = 32
/**
 * The number of concurrent callers, and of batches per round; a batch equals 200 single calls. A single caller needs one commit
 * per call. Concurrent calls share their commits, so that HTTP is the only remaining difference from a batch.
 */
const LOADS = [
  { callers: 1, batches: 4, reach: 5 },
  { callers: 16, batches: 32, reach: 3 },
] as const

/**
 * Compares creating 200 payouts in one batch with 200 single calls, by one caller and by several callers. The responses contain
 * calldata, but no chain is read.
 */
export async function benchPayouts(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(createTemporaryFolder())
  const load = stack.use(await startChild<LoadCalls>('loadGenerator'))
  const env = hostSettings(`sqlite:${join(folder.path, 'host.db')}`)
  const host = stack.use(await startChild<HostCalls>('hostServer', env))
  const rows: Row[] = []
  for (const { callers, batches, reach } of LOADS) {
    const common = { connections: callers }
    const single = await jobFor([host], {
      ...common,
      requests: singleCalls(),
      count: batches * ITEMS,
    })
    const batch = await jobFor([host], { ...common, requests: batchCalls(), count: batches })
    const [batched, singles] = await measureRates([
      perItem(loadCase('batches', load, [host], batch)),
      loadCase(`${ITEMS} single calls`, load, [host], single),
    ])
    if (!batched || !singles) throw new Error('Not measured.')
    const who = callers === 1 ? 'one caller' : `${callers} callers`
    rows.push(atLeast(`payouts: items of batches of ${ITEMS}, ${who}`, batched, singles, reach))
  }
  return rows
}

/** Converts a case that counts batches into a case that counts items. */
function perItem({ name, run }: RateCase): RateCase {
  return {
    name,
    async run() {
      const { perSecond, cpuUs } = await run()
      const perSecondItems = perSecond * ITEMS
      return { perSecond: perSecondItems, ...(cpuUs !== undefined && { cpuUs: cpuUs / ITEMS }) }
    },
  }
}

const FEE = { feePercentage: '1.5', feeAddress: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' }

function singleCalls(): LoadRequest[] {
  return Array.from({ length: BODIES }, (_, index) =>
    post('/v2/payouts', { ...itemOf(index), ...FEE }),
  )
}

function batchCalls(): LoadRequest[] {
  return Array.from({ length: BODIES }, (_, index) =>
    post('/v2/payouts/batch', {
      requests: Array.from({ length: ITEMS }, (_item, at) => itemOf(index * ITEMS + at)),
      ...FEE,
    }),
  )
}

function post(path: string, body: object): LoadRequest {
  return { method: 'POST', path, headers: { 'x-api-key': API_KEY }, body: JSON.stringify(body) }
}

/** Returns an item that pays a separate wallet, as a payroll does. */
function itemOf(index: number) {
  const payee = `0x${(index + 1).toString(16).padStart(4, '0').repeat(10)}`
  return {
    payee,
    invoiceCurrency: 'USDC-base',
    paymentCurrency: 'USDC-base',
    amount: `${1 + index}.25`,
  }
}
