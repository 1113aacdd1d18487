import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Request } from '@playwright/test'
import { startDevnet } from '@secure-payment/devnet'
import { findChromium } from '../../../scripts/lib/findChromium.ts'
import { median } from '../measure.ts'
import { openShop } from '../openShop.ts'
import { watchScreen } from '../payableScreen.ts'
import { SLOW_4G, throttle } from '../throttle.ts'
import { buildPeer, PEERS, type PeerName, readPeerVersion } from './buildPeer.ts'
import { serveFolder } from './serveFolder.ts'

const ROUNDS = 5
const READY_TIMEOUT_MS = 60_000
const NETWORK = 'devnet'

/** A page to load, or the reason for its absence. */
type Candidate = { name: string; until: string; url: string } | { name: string; failure: string }

/** One load: milliseconds since the navigation, and the network traffic until then, without the document. */
type Load = { ms: number; bytes: number; requests: number }

/**
 * Loads this element and its peers in turn, each with a cold cache, and prints a table of network traffic and time. The time for this
 * element ends when it shows the amount and wallets. The time for a peer ends when its code has run, because its services are not reachable
 * here. The table lists a reason for each peer that does not install, bundle or run.
 */
export async function benchPeers(): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'secure-payment-peers-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const devnet = stack.use(await startDevnet({ networks: [NETWORK] }))
  const peers = await Promise.all(Object.keys(PEERS).filter(isPeer).map(prepare))
  const site = stack.use(await serveFolder({ folders: { '/': folder }, pages: {} }))
  const ours = stack.use(await openShop(devnet))
  const executablePath = await findChromium()
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    // No outside host is reachable, so that the results do not depend on the machine's network.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ]
  const browser = await chromium.launch({ executablePath, args })
  stack.defer(() => browser.close())
  const candidates: Candidate[] = [
    { name: '<secure-payment>', until: 'payable', url: ours.url },
    ...peers.map((peer) =>
      'failure' in peer
        ? peer
        : { name: peer.name, until: 'evaluated', url: `${site.url}/${peer.path}/index.html` },
    ),
  ]
  const rows: string[] = []
  for (const candidate of candidates) rows.push(await measureCandidate(browser, candidate))
  console.log(
    [
      '| library | until | KiB, gzip | requests | 4× CPU, Slow 4G | unthrottled |',
      '|---|---|---:|---:|---:|---:|',
      ...rows,
    ].join('\n'),
  )

  async function prepare(
    name: PeerName,
  ): Promise<{ name: string; path: string } | { name: string; failure: string }> {
    const version = await readPeerVersion(name)
    if (version === null) return { name: PEERS[name], failure: 'is not installed' }
    try {
      await buildPeer(name, folder)
      return { name: version, path: name }
    } catch (error) {
      return { name: version, failure: `does not bundle: ${firstLine(error)}` }
    }
  }
}

/** Measures one line in the table. */
async function measureCandidate(browser: Browser, candidate: Candidate): Promise<string> {
  if ('failure' in candidate) return `| ${candidate.name} | ${candidate.failure} | | | | |`
  const plain: Load[] = []
  const throttled: Load[] = []
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const fast = await load(browser, candidate.url, false)
      const slow = await load(browser, candidate.url, true)
      // The first round warms up the servers.
      if (round === 0) continue
      plain.push(fast)
      throttled.push(slow)
    }
  } catch (error) {
    return `| ${candidate.name} | does not run: ${firstLine(error)} | | | | |`
  }
  const kib = median(throttled.map(({ bytes }) => bytes)) / 1_024
  const requests = median(throttled.map((one) => one.requests))
  const ms = (loads: readonly Load[]): string =>
    `${median(loads.map((one) => one.ms)).toFixed(0)} ms`
  console.error(`Measured ${candidate.name}`)
  return `| ${candidate.name} | ${candidate.until} | ${kib.toFixed(1)} | ${requests} | ${ms(throttled)} | ${ms(plain)} |`
}

async function load(browser: Browser, url: string, isThrottled: boolean): Promise<Load> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(watchScreen)
    await page.addInitScript(markEvaluated)
    if (isThrottled) await throttle(page, SLOW_4G)
    const finished: Request[] = []
    page.on('requestfinished', (request) => finished.push(request))
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(url, { timeout: READY_TIMEOUT_MS })
    const ready = await page
      .waitForFunction(
        () => Reflect.get(window, 'shownScreen') ?? Reflect.get(window, 'evaluated'),
        null,
        { timeout: READY_TIMEOUT_MS },
      )
      .catch((cause: unknown) => {
        throw new Error(errors[0] ?? 'it is not ready within a minute', { cause })
      })
    const { shownMs } = await ready.evaluate((screen: { shownMs: number }) => screen)
    // Excludes later traffic, such as chunks that load in idle time, because it does not delay the payer.
    const urls = await page.evaluate(
      (until) =>
        performance
          .getEntriesByType('resource')
          .filter(({ startTime, duration }) => startTime + duration <= until)
          .map(({ name }) => name),
      shownMs,
    )
    const counted = finished.filter((request) => urls.includes(request.url()))
    const sizes = await Promise.all(counted.map((request) => request.sizes()))
    return {
      ms: shownMs,
      bytes: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0),
      requests: counted.length,
    }
  } finally {
    await context.close()
  }
}

/** Runs in the page, and records the time when a peer's code has run and the next frame is drawn. */
function markEvaluated(): void {
  Reflect.set(window, 'markEvaluated', () => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => Reflect.set(window, 'evaluated', { shownMs: performance.now() })),
    )
  })
}

function isPeer(name: string): name is PeerName {
  return name in PEERS
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bundlers write in colours.
  const plain = text.replace(/\u001b\[[0-9;]*m/g, '')
  const line = plain.split('\n').find((one) => one.trim() !== '' && !/^Build failed/.test(one))
  return (line ?? plain).trim().replaceAll('|', '\\|').slice(0, 160)
}
