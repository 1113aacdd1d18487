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

const BUNDLE = join(import.meta.dirname, '../../../widget/dist/testkit/testWallet.js')
/** The wallet's network at first. */
const DEVNET = '31337'

/** The test wallet of all pages of a browser context, seen from the story. */
export type Wallet = {
  /** Calls of the pages over reloads and tabs, oldest first. */
  calls: readonly { method: string; params: readonly unknown[] }[]
  count(method: string): number
  /** How the wallet behaves from now on, in open pages and in ones to come. */
  setMode(mode: TestWalletMode): Promise<void>
}

declare global {
  interface Window {
    __reportWalletCall?: (method: string, params: string) => void
  }
}

/** Puts a test wallet that signs as `payer` into every page of the context. Call it before the first page is opened. */
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
      // Scripts of a context run in the order in which they were added.
      await context.addInitScript(applyMode, mode)
      await Promise.all(context.pages().map((page) => page.evaluate(applyMode, mode)))
    },
  }
}

/** In the page: tells the story of every call, also of the ones that a reload cuts short. */
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

/** In the page. */
function applyMode(mode: TestWalletMode): void {
  if (window.__testWallet !== undefined) window.__testWallet.mode = mode
}
