import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import {
  type TestWalletMode,
  type TestWalletOptions,
  testWalletScript,
} from '@secure-payment/widget/testkit'
import type { Payer } from './payer.ts'
import type { World } from './world.ts'

const BUNDLE = join(import.meta.dirname, '../../../widget/dist/scripts/testWallet.js')
/** The wallet's initial network. */
const DEVNET = '31337'

/** The test wallet of all pages in a browser context, as seen by the story. */
export type Wallet = {
  /** The pages' calls across reloads and tabs, oldest first. */
  calls: readonly { method: string; params: readonly unknown[] }[]
  count(method: string): number
  /** Sets the wallet's behaviour from now on, in open and future pages. */
  setMode(mode: TestWalletMode): Promise<void>
}

declare global {
  interface Window {
    __reportWalletCall?: (method: string, params: string) => void
  }
}

/** Installs a test wallet that signs as `payer` in every page in the context. The pages must be opened after the installation. */
export async function installWallet(
  context: BrowserContext,
  { devnet }: Pick<World, 'devnet'>,
  payer: Payer,
  options: Partial<TestWalletOptions> = {},
): Promise<Wallet> {
  const calls: { method: string; params: readonly unknown[] }[] = []
  await context.exposeFunction('__reportWalletCall', (method: string, params: string) => {
    calls.push({ method, params: JSON.parse(params) })
  })
  const rpcUrls = Object.fromEntries(
    devnet.json.chains.map(({ chainId, rpcUrl }) => [chainId, rpcUrl]),
  )
  const content = testWalletScript(await readFile(BUNDLE, 'utf8'), {
    name: 'Test wallet',
    rdns: 'test.wallet',
    chainId: Number(DEVNET),
    rpcUrls,
    privateKey: payer.privateKey,
    ...options,
  })
  await context.addInitScript({ content })
  await context.addInitScript(reportCalls)
  return {
    calls,
    count: (method) => calls.filter((call) => call.method === method).length,
    async setMode(mode) {
      // A context's scripts run in the order in which they were added.
      await context.addInitScript(applyMode, mode)
      await Promise.all(context.pages().map((page) => page.evaluate(applyMode, mode)))
    },
  }
}

/** Runs in the page: reports every call to the story, including those that a reload aborts. */
function reportCalls(): void {
  const log = window.__testWallet?.log
  if (log === undefined) return
  const push = log.push.bind(log)
  log.push = (...calls) => {
    for (const { method, params } of calls)
      window.__reportWalletCall?.(method, JSON.stringify(params))
    return push(...calls)
  }
}

/** Runs in the page. */
function applyMode(mode: TestWalletMode): void {
  if (window.__testWallet !== undefined) window.__testWallet.mode = mode
}
