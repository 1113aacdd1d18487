import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { formatTronAddress } from '@secure-payment/core'
import { type Devnet, startDevnet, type TronNode, testTokenAbi } from '@secure-payment/devnet'
import {
  type TestTronWalletMode,
  type TestTronWalletOptions,
  testTronWalletScript,
} from '@secure-payment/widget/testkit'
import { hexToBytes, parseUnits } from 'viem'
import { type MerchantSite, startMerchantSite } from './merchantSite.ts'
import { createStranger, type Payer } from './payer.ts'
import { signMessageWithTronWeb, signWithTronWeb } from './signWithTronWeb.ts'
import { watchedTest } from './watchedTest.ts'

const BUNDLE = join(import.meta.dirname, '../../../widget/dist/scripts/testWallet.js')
const WIDGET = join(import.meta.dirname, '../../../widget/dist/cdn')
const ANY_PORT = ['http://127.0.0.1:*', 'http://localhost:*']
const WORLD_TIMEOUT_MS = 240_000
const BLOCK_TIME_MS = 500
const SUN_PER_TRX = 1_000_000
/** The devnet account that distributes tokens. */
const FUNDER_INDEX = 2
const PAYER_TRX = 500

/**
 * A worker's world with Tron: its node, the host, the webhook sink and a merchant's site. The chain mines two blocks per second, and a
 * block is solidified after two more.
 */
export type TronWorld = { devnet: Devnet; node: TronNode; site: MerchantSite }

/** A Tron payer whom no other story uses, with 500 TRX and 1,000 USDT. */
export type TronPayer = Payer & { tronAddress: string }

/** The Tron test wallet of all pages in a context, as seen by the story. */
export type TronWallet = {
  /** Methods that pages called, including `sign`, across reloads and tabs, oldest first. */
  calls: readonly string[]
  count(method: string): number
  /** Sets the wallet's behaviour from now on, in open and future pages. */
  setMode(mode: TestTronWalletMode): Promise<void>
  /** Waits for a request that the mode `hold` keeps open, and completes the request. */
  release(page: Page): Promise<void>
}

/** The fixtures of every story on Tron, created fresh. */
type Fixtures = {
  walletOptions: Partial<TestTronWalletOptions>
  payer: TronPayer
  wallet: TronWallet
}

/** A payer's story on Tron. All of a worker's stories share the node's switches, so each story begins with a node in normal mode. */
export const test = watchedTest.extend<Fixtures, { world: TronWorld }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the required fixtures from this pattern.
    async ({}, use) => {
      await using site = await startMerchantSite({ widgetFolder: WIDGET, connect: ANY_PORT })
      await using devnet = await startDevnet({
        networks: ['devnet', 'tron'],
        blockTimeMs: BLOCK_TIME_MS,
        origins: [site.url],
        prices: true,
      })
      await use({ devnet, node: devnet.chains.tronNode('tron'), site })
    },
    { scope: 'worker', timeout: WORLD_TIMEOUT_MS },
  ],
  walletOptions: [{}, { option: true }],
  payer: async ({ world }, use) => {
    world.node.setSwitches({ fail: 'none', solidLag: 2, solidity: 'up', api: 'up', energy: 0 })
    await use(await createTronPayer(world))
  },
  wallet: [
    async ({ context, payer, walletOptions }, use) => {
      await use(await installTronWallet(context, payer, walletOptions))
    },
    { auto: true },
  ],
})

/** Creates a payer with TRX and USDT. */
export async function createTronPayer(
  { devnet, node }: TronWorld,
  { trx = PAYER_TRX, usdt = '1000' } = {},
): Promise<TronPayer> {
  const payer = createStranger()
  const tronAddress = formatTronAddress(hexToBytes(payer.address))
  node.setSwitches({ balancesSun: { [tronAddress]: Math.round(trx * SUN_PER_TRX) } })
  const { address, decimals } = devnet.chains.token('tron', 'USDT')
  await devnet.chains.wallet('tron', FUNDER_INDEX).writeContractSync({
    address,
    abi: testTokenAbi,
    functionName: 'mint',
    args: [payer.address, parseUnits(usdt, decimals)],
  })
  return { ...payer, tronAddress }
}

/** Installs a Tron wallet in every page in the context; tronweb signs for the wallet in this process, with the payer's key. */
export async function installTronWallet(
  context: BrowserContext,
  payer: TronPayer,
  options: Partial<TestTronWalletOptions>,
): Promise<TronWallet> {
  const calls: string[] = []
  await context.exposeFunction('__reportTronCall', (method: string) => calls.push(method))
  await context.exposeFunction(
    '__signTronTransaction',
    (transaction: string, _address: string, mode: TestTronWalletMode) =>
      signWithTronWeb(transaction, payer.privateKey, mode),
  )
  await context.exposeFunction('__signTronMessage', (message: string) =>
    signMessageWithTronWeb(message, payer.privateKey),
  )
  const content = testTronWalletScript(await readFile(BUNDLE, 'utf8'), {
    name: 'Test wallet',
    address: payer.tronAddress,
    ...options,
  })
  await context.addInitScript({ content })
  await context.addInitScript(reportCalls)
  return {
    calls,
    count: (method) => calls.filter((call) => call === method).length,
    async setMode(mode) {
      await context.addInitScript(applyMode, mode)
      await Promise.all(context.pages().map((page) => page.evaluate(applyMode, mode)))
    },
    async release(page) {
      await page.waitForFunction(() => window.__testTronWallet?.held)
      await page.evaluate(() => window.__testTronWallet?.release())
    },
  }
}

declare global {
  interface Window {
    __reportTronCall?: (method: string) => void
  }
}

/** Runs in the page: reports every call to the story, including those that a reload aborts. */
function reportCalls(): void {
  const log = window.__testTronWallet?.log
  if (log === undefined) return
  const push = log.push.bind(log)
  log.push = (...calls) => {
    for (const { method } of calls) window.__reportTronCall?.(method)
    return push(...calls)
  }
}

/** Runs in the page. */
function applyMode(mode: TestTronWalletMode): void {
  if (window.__testTronWallet !== undefined) window.__testTronWallet.mode = mode
}

export { expect } from './story.ts'
