import type { Page } from '@playwright/test'
import type { Hex } from 'viem'
import type { Safe, SafeCall } from '../../../support/createSafe.ts'
import { type Checkout, createCheckout } from '../checkout.ts'
import type { World } from '../world.ts'

/** A page's request to the Safe around it. */
type SafeRequest = { readonly method: string; readonly params: unknown }

/** The behaviour of the Safe's page from now on. */
export type SafePage = {
  /** Oldest first. */
  readonly requests: readonly SafeRequest[]
  /** Whether the Safe's owner declines the pages' proposals. */
  declines: boolean
}

declare global {
  interface Window {
    __askSafe?: (method: string, params: string) => Promise<string>
  }
}

/**
 * Serves a Safe's page at `/safe` to the context's pages, with the protocol of the Safe Apps SDK, version 9. A context can have only
 * one Safe.
 */
export async function installSafePage(
  page: Page,
  { devnet }: Pick<World, 'devnet'>,
  safe: Safe,
): Promise<SafePage> {
  const [chain] = devnet.json.chains
  const requests: SafeRequest[] = []
  const behaviour: SafePage = { requests, declines: false }
  const context = page.context()
  await context.exposeFunction('__askSafe', async (method: string, text: string) => {
    const params: unknown = JSON.parse(text)
    requests.push({ method, params })
    const said = await answer(method, params).then(
      (data) => ({ success: true, data }),
      ({ message }: Error) => ({ success: false, error: message }),
    )
    return JSON.stringify(said)
  })
  await context.route('**/safe', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Safe</title><link rel="icon" href="data:,">',
    }),
  )
  return behaviour

  /** Throws the Safe's error message. */
  async function answer(method: string, params: unknown): Promise<unknown> {
    const { txs, safeTxHash, call, params: rest } = Object(params)
    switch (method) {
      case 'getSafeInfo':
        return {
          safeAddress: safe.address,
          chainId: 31_337,
          owners: [],
          threshold: 2,
          isReadOnly: false,
        }
      case 'sendTransactions':
        if (behaviour.declines) throw new Error('Transaction was rejected')
        return { safeTxHash: await safe.propose(readCalls(txs)) }
      case 'getTxBySafeTxHash':
        return tell(safeTxHash)
      case 'rpcCall':
        return ask(chain?.rpcUrl ?? '', call, rest)
      default:
        throw new Error(`A Safe does not have ${method}.`)
    }
  }

  function tell(safeTxHash: unknown): unknown {
    const found = safe.proposals.find((one) => one.safeTxHash === safeTxHash)
    if (found === undefined) throw new Error('Transaction not found')
    return { safeTxHash, txStatus: found.status, txHash: found.txHash }
  }
}

function readCalls(txs: unknown): readonly SafeCall[] {
  if (!Array.isArray(txs)) throw new Error('A proposal has calls.')
  return txs.map((tx: { to: Hex; value: string; data: Hex }) => tx)
}

async function ask(url: string, method: unknown, params: unknown): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body })
  const { result }: { result?: unknown } = Object(await answer.json())
  return result
}

/** Opens a checkout inside the Safe's page, whose URL contains the checkout's URL. Call `installSafePage` before. */
export async function openInSafe(page: Page, checkoutUrl: string): Promise<Checkout> {
  await page.goto(new URL('/safe', checkoutUrl).href)
  await page.evaluate((url) => {
    window.addEventListener('message', async ({ data, source }) => {
      const { id, method, params } = Object(data)
      if (typeof method !== 'string' || source === null) return
      const answer = await window.__askSafe?.(method, JSON.stringify(params ?? null))
      source.postMessage(
        { id, version: '9.1.0', ...JSON.parse(answer ?? '{}') },
        { targetOrigin: '*' },
      )
    })
    const frame = document.createElement('iframe')
    frame.src = url
    frame.width = '460'
    frame.height = '900'
    document.body.append(frame)
  }, checkoutUrl)
  return createCheckout(page, page.frameLocator('iframe').locator('secure-payment'))
}
