import { type CDPSession, chromium, type Page } from '@playwright/test'
import { type Devnet, startDevnet } from '@secure-payment/devnet'
import { findChromium } from '../../scripts/lib/findChromium.ts'
import { createCheckout } from '../e2e/support/checkout.ts'
import { installWallet } from '../e2e/support/installWallet.ts'
import { createPayer } from '../e2e/support/payer.ts'
import { payThrough } from '../e2e/support/payThrough.ts'
import { createBenchPayment } from './createBenchPayment.ts'
import { median } from './measure.ts'
import { openShop } from './openShop.ts'
import { atMost, type Row } from './report.ts'

const ROUNDS = Number(process.env['BENCH_MEMORY_ROUNDS'] ?? 5)
/** The number of payments after which all chunks are loaded and the browser has compiled the repeated code. */
const WARM_UPS = 5
const MIB = 1_048_576
/**
 * The number of garbage collections: the second frees the objects that the first released, and the third frees those that the
 * second released.
 */
const COLLECTIONS = 3
/**
 * The maximum ratio to the baseline. An element in the page may keep its payment. After its removal, no more memory may remain
 * than the browser and the page's test wallet keep for a payment.
 */
const REACH = { paid: 1.1, removed: 1.05 }

/**
 * Measures the heap of a shop's page after garbage collection: after a payment has succeeded and shows its receipt, and after the element
 * is removed. The baseline is the heap before the payment. Earlier payments have loaded all chunks, so that both sides include the code.
 */
export async function benchMemory(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const devnet = stack.use(await startDevnet({ blockTimeMs: 0 }))
  const shop = stack.use(await openShop(devnet))
  const executablePath = await findChromium()
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
  const browser = await chromium.launch({ executablePath, args })
  stack.defer(() => browser.close())
  const context = await browser.newContext()
  await installWallet(context, { devnet }, await createPayer({ devnet }))
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(shop.url)
  await pay(page, devnet)
  await removeElement(page)
  const rounds: Heaps[] = []
  for (let round = 1 - WARM_UPS; round < ROUNDS; round += 1) {
    const heaps = await measureRound(page, devnet, session)
    if (round >= 0) rounds.push(heaps)
  }
  const middle = (key: keyof Heaps) => median(rounds.map((one) => one[key])) / MIB
  const before = { value: middle('before'), name: 'before' }
  return [
    atMost('heap after success', { value: middle('paid'), unit: 'MiB' }, before, REACH.paid),
    atMost(
      'heap after the paid element is removed',
      { value: middle('removed'), unit: 'MiB' },
      before,
      REACH.removed,
    ),
  ]
}

/** Bytes in use. */
type Heaps = { before: number; paid: number; removed: number }

async function measureRound(page: Page, devnet: Devnet, session: CDPSession): Promise<Heaps> {
  const before = await readHeap(session)
  const token = new URL(await createBenchPayment(devnet)).searchParams.get('token') ?? ''
  await page.evaluate(
    (attributes) => {
      const element = document.createElement('secure-payment')
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
      document.querySelector('main')?.append(element)
    },
    { token, 'api-base': devnet.json.host.baseUrl, 'client-id': await readClientId(page) },
  )
  await pay(page, devnet)
  const paid = await readHeap(session)
  await removeElement(page)
  return { before, paid, removed: await readHeap(session) }
}

async function pay(page: Page, devnet: Devnet): Promise<void> {
  const checkout = createCheckout(page)
  await payThrough({ devnet }, checkout)
  await checkout.expectState('succeeded', 'Payment complete')
}

async function readHeap(session: CDPSession): Promise<number> {
  for (let run = 0; run < COLLECTIONS; run += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

/** Removes the page's element; the page keeps its client ID for the next element. */
async function removeElement(page: Page): Promise<void> {
  await page.evaluate(() => {
    const [element] = document.getElementsByTagName('secure-payment')
    document.body.dataset['clientId'] ??= element?.getAttribute('client-id') ?? ''
    element?.remove()
  })
}

function readClientId(page: Page): Promise<string> {
  return page.evaluate(() => document.body.dataset['clientId'] ?? '')
}
