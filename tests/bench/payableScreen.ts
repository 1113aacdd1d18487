import { type Browser, chromium } from '@playwright/test'
import { type Devnet, startDevnet } from '@secure-payment/devnet'
import { findChromium } from '../../scripts/lib/findChromium.ts'
import { median } from './measure.ts'
import { type Row, within } from './report.ts'
import { throttle } from './throttle.ts'

const ROUNDS = 7
const NETWORK = 'devnet'
const LOAD_TIMEOUT_MS = 20_000
const LIMITS_MS = { throttled: 1_100, plain: 180, task: 80 }

/** From opening the hosted page with nothing cached until the payer sees the amount and a wallet to choose. */
export async function benchPayableScreen(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const devnet = stack.use(await startDevnet({ networks: [NETWORK] }))
  const executablePath = await findChromium()
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
  const browser = await chromium.launch({ executablePath, args })
  stack.defer(() => browser.close())
  const url = await createBenchPayment(devnet)
  const plain: Screen[] = []
  const throttled: Screen[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const fast = await openPage(browser, url, false)
    const slow = await openPage(browser, url, true)
    if (round === 0) continue
    plain.push(fast)
    throttled.push(slow)
  }
  const ms = (screens: Screen[], key: keyof Screen) => ({
    value: median(screens.map((screen) => screen[key])),
    unit: 'ms',
  })
  return [
    within('payable screen, 4× CPU and Slow 4G', ms(throttled, 'shownMs'), LIMITS_MS.throttled),
    within('payable screen, unthrottled', ms(plain, 'shownMs'), LIMITS_MS.plain),
    within('longest task until then, 4× CPU', ms(throttled, 'longestTaskMs'), LIMITS_MS.task),
  ]
}

/** Creates a payment; resolves with the address of its hosted page. */
export async function createBenchPayment({ client, chains }: Devnet): Promise<string> {
  const [payee] = chains.accounts
  const currency = `USDC-${NETWORK}`
  const { securePaymentUrl } = await client.securePayments.create({
    body: {
      requests: [
        {
          payee: payee?.address ?? '',
          amount: '12.5',
          invoiceCurrency: currency,
          paymentCurrency: currency,
        },
      ],
    },
  })
  return securePaymentUrl
}

/** Milliseconds since the navigation began, and of the longest task before. */
type Screen = { shownMs: number; longestTaskMs: number }

async function openPage(browser: Browser, url: string, isThrottled: boolean): Promise<Screen> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(watchScreen)
    if (isThrottled) await throttle(page)
    await page.goto(url)
    const shown = await page.waitForFunction(() => Reflect.get(window, 'shownScreen'), null, {
      timeout: LOAD_TIMEOUT_MS,
    })
    return await shown.evaluate((screen: Screen) => screen)
  } finally {
    await context.close()
  }
}

/** Runs in the page: announces a wallet (EIP-6963) and notes the frame in which the amount and the wallet are there. */
export function watchScreen(): void {
  const info = {
    uuid: '00000000-0000-4000-8000-000000000000',
    name: 'Bench',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    rdns: 'example.bench',
  }
  const provider = { request: () => Promise.reject(new Error('Not in this bench.')), on() {} }
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
  const look = () => {
    const root = document.querySelector('secure-payment')?.shadowRoot
    const isShown = root?.querySelector('[part~=amount]') && root.querySelector('[part~=wallet]')
    if (isShown) {
      const shownMs = performance.now()
      // A task is reported after it has ended.
      setTimeout(() => Reflect.set(window, 'shownScreen', { shownMs, longestTaskMs }), 50)
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
