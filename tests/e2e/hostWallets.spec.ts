import { COINS, expect, test } from './support/matrix/rowStory.ts'
import { ASKED, inOrder, OPENED, PAID, REVIEWED, SENT } from './support/matrix/transcript.ts'

declare global {
  interface Window {
    __prompts?: { method: string; isActive: boolean }[]
  }
}

for (const kind of ['EIP-1193 provider', 'WalletClient'] as const) {
  test(`The page’s ${kind} receives requests during the payer’s click, so that it can open a window, and pays`, {
    tag: kind === 'WalletClient' ? '@deep' : [],
  }, async ({ page, row }) => {
    const checkout = await row.open(COINS)
    await checkout.expectState('connect')
    await page.evaluate(handOver, kind === 'WalletClient')
    await checkout.button('Connected wallet').click()
    await checkout.expectState('review')
    await row.finish()
    // The element restarts when the page passes another wallet.
    const transcript = inOrder(OPENED, OPENED, REVIEWED, ASKED, SENT, PAID)
    await row.end({ sends: 1, payCalls: 2, transcript })
    const prompts = await page.evaluate(() => window.__prompts)
    expect(prompts).toEqual([
      { method: 'eth_requestAccounts', isActive: true },
      { method: 'eth_sendTransaction', isActive: true },
    ])
  })
}

/** Runs in the page: passes a wallet to the element, and records whether each request could open a window. */
function handOver(isClient: boolean): void {
  const ask = window.__testWallet?.provider['request']
  const element = document.querySelector('secure-payment')
  if (typeof ask !== 'function' || element === null) throw new Error('The page is not ready.')
  const prompts: { method: string; isActive: boolean }[] = []
  window.__prompts = prompts
  const request = (call: { method: string }): Promise<unknown> => {
    if (call.method === 'eth_requestAccounts' || call.method === 'eth_sendTransaction') {
      prompts.push({ method: call.method, isActive: navigator.userActivation.isActive })
    }
    return ask(call)
  }
  element.wallet = isClient ? { request, transport: { type: 'custom' } } : { request }
}
