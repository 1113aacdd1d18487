import { type Browser, chromium } from '@playwright/test'
import { startDevnet } from '@secure-payment/devnet'
import { findChromium } from '../../scripts/lib/findChromium.ts'
import { createBenchPayment, NETWORK } from './createBenchPayment.ts'
import { median } from './measure.ts'
import { openShop } from './openShop.ts'
import { type Row, within } from './report.ts'
import { FAST_3G, SLOW_4G, type Throttle, throttle } from './throttle.ts'

const ROUNDS = Number(process.env['BENCH_SCREEN_ROUNDS'] ?? 7)
const LOAD_TIMEOUT_MS = 20_000
const LIMITS_MS = { task: 80, prompt: 50 }
const CONDITIONS: readonly { name: string; limitMs: number; speed: Throttle | null }[] = [
  { name: 'unthrottled', limitMs: 180, speed: null },
  { name: '4× CPU and Slow 4G', limitMs: 1_100, speed: SLOW_4G },
  { name: '6× CPU and Fast 3G', limitMs: 2_600, speed: FAST_3G },
]

/**
 * Measures the time from opening the hosted page, or a shop's page, with an empty cache until the payer sees the amount and
 * a wallet. Also measures the time from the click on the wallet to its prompt. The baseline loads the same bytes in the
 * same round trips, without the element.
 */
export async function benchPayableScreen(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const devnet = stack.use(await startDevnet({ networks: [NETWORK] }))
  const shop = stack.use(await openShop(devnet))
  const hostedUrl = await createBenchPayment(devnet)
  const executablePath = await findChromium()
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
  const browser = await chromium.launch({ executablePath, args })
  stack.defer(() => browser.close())
  const rows: Row[] = []
  for (const { name, limitMs, speed } of CONDITIONS) {
    const [hosted = [], inShop = [], floor = []] = await openInTurn(
      browser,
      [hostedUrl, shop.url, shop.floorUrl],
      speed,
    )
    const floorMs = median(floor.map(({ shownMs }) => shownMs))
    const row = (what: string, screens: Screen[], key: keyof Screen, limit: number): Row =>
      within(what, { value: median(screens.map((one) => one[key])), unit: 'ms' }, limit)
    const beside = (shown: Row): Row => ({
      ...shown,
      baseline: `${floorMs.toFixed(0)} ms (the same bytes alone)`,
    })
    rows.push(
      beside(row(`payable screen, hosted page, ${name}`, hosted, 'shownMs', limitMs)),
      beside(row(`payable screen, shop, ${name}`, inShop, 'shownMs', limitMs)),
    )
    if (speed === SLOW_4G) {
      rows.push(row('longest task until then, 4× CPU', inShop, 'longestTaskMs', LIMITS_MS.task))
    }
    if (speed === null) {
      rows.push(row('click to the wallet’s prompt', inShop, 'promptedMs', LIMITS_MS.prompt))
    }
  }
  return rows
}

/**
 * In milliseconds: the time from the navigation to the screen, the longest task before it, and the time from click to wallet.
 */
type Screen = { shownMs: number; longestTaskMs: number; promptedMs: number }

/** Opens each page in every round, so that a slow moment affects all pages. The first round is a warm-up. */
async function openInTurn(
  browser: Browser,
  urls: readonly string[],
  speed: Throttle | null,
): Promise<Screen[][]> {
  const screens: Screen[][] = urls.map(() => [])
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, url] of urls.entries()) {
      const screen = await openPage(browser, url, speed)
      if (round > 0) screens[index]?.push(screen)
    }
  }
  return screens
}

async function openPage(browser: Browser, url: string, speed: Throttle | null): Promise<Screen> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(watchScreen)
    if (speed !== null) await throttle(page, speed)
    await page.goto(url)
    const options = { timeout: LOAD_TIMEOUT_MS }
    const shown = await page.waitForFunction(
      () => Reflect.get(window, 'shownScreen'),
      null,
      options,
    )
    const screen = await shown.evaluate((one: Omit<Screen, 'promptedMs'>) => one)
    const wallet = page.locator('secure-payment [part="wallet"]')
    if (speed !== null || (await wallet.count()) === 0) return { ...screen, promptedMs: 0 }
    // A payer who reads the amount gives the page enough idle time to load the payment code, so the bench waits for this code.
    const hasEngine = () =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/evm-'))
    await page.waitForFunction(hasEngine, null, options)
    await wallet.first().click()
    const prompted = await page.waitForFunction(
      () => Reflect.get(window, 'promptedMs'),
      null,
      options,
    )
    return { ...screen, promptedMs: await prompted.evaluate((ms: number) => ms) }
  } finally {
    await context.close()
  }
}

/** Runs in the page: announces a wallet (EIP-6963), and records the frame that shows the amount and the wallet. */
export function watchScreen(): void {
  const info = {
    uuid: '00000000-0000-4000-8000-000000000000',
    name: 'Bench',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    rdns: 'example.bench',
  }
  let pressedAt = 0
  window.addEventListener('click', () => (pressedAt = performance.now()), { capture: true })
  const provider = {
    request() {
      Reflect.set(window, 'promptedMs', performance.now() - pressedAt)
      return Promise.reject(Object.assign(new Error('Not in this bench.'), { code: 4001 }))
    },
    on() {},
  }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  let longestTaskMs = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration)
  }).observe({ entryTypes: ['longtask'] })
  const measure = () => {
    const root = document.querySelector('secure-payment')?.shadowRoot
    const isShown = root?.querySelector('[part~=amount]') && root.querySelector('[part~=wallet]')
    if (isShown) {
      const shownMs = performance.now()
      // The browser reports a long task only after its end, so the result waits for the report.
      setTimeout(() => Reflect.set(window, 'shownScreen', { shownMs, longestTaskMs }), 50)
    } else requestAnimationFrame(measure)
  }
  requestAnimationFrame(measure)
}
