import type { PaymentItem } from '../paymentMetadata.ts'
import { aPayment, PAYER } from './examples.ts'
import { fakeProvider } from './fakes.ts'
import { openPage } from './openPage.ts'

/** The responses of a service about a payment that accepts two currencies, of which the payer chooses the first. */
export type Said = {
  /** `GET /v2/secure-payments/{token}` before the choice, and after it. */
  readonly payment: unknown
  readonly chosen: unknown
  /** `GET …/options` and `GET …/pay`. */
  readonly rows: unknown
  readonly calldata: unknown
  /** `POST …/quotes`: the quote of the first currency, and those of the others by their ids. */
  readonly quote: unknown
  readonly otherQuotes?: Readonly<Record<string, unknown>>
  /** Whether the payer pays from another chain: the description after the choice is then the one that bypasses the HTTP cache. */
  readonly isBridged?: boolean
}

/** The expiry of the payments that `payAsTold` opens. */
export const FAR = '2999-01-01T00:00:00.000Z'

/** Read methods, none of which needs the payer's approval. */
const READS = [
  'eth_requestAccounts',
  'eth_accounts',
  'eth_chainId',
  'eth_call',
  'eth_blockNumber',
  'eth_getTransactionCount',
  'wallet_getCapabilities',
]
/** The states in which the page waits for the payer, or has ended. */
const AT_REST = ['connect', 'options', 'review', 'blocked', 'unavailable', 'failed']
/** The number of frames without a change after which the page waits for the payer. */
const FRAMES_AT_REST = 12
const MAX_FRAMES = 3_600
const MAX_PRESSES = 2
/** The button that leads on: a wallet, the first currency, or Pay. */
const NEXT = ['[part~="pay-button"]', '[part="option"]', '[part~="wallet"]']
  .map((part) => `${part}:not([disabled])`)
  .join()
const BUSY = '[aria-busy="true"], [part="spinner"]'

/**
 * Opens the page, presses everything that leads to the payment, and returns the wallet's requests that ask the payer. Throws if the page does
 * not come to rest, because a page that still loads proves nothing.
 */
export async function payAsTold(item: PaymentItem, said: Said): Promise<string[]> {
  localStorage.clear()
  const wallet = fakeProvider({
    eth_chainId: '0x7a69',
    eth_accounts: [PAYER],
    eth_requestAccounts: [PAYER],
    eth_call: `0x${'00'.repeat(32)}`,
    eth_blockNumber: '0x10',
    eth_getTransactionCount: '0x1',
  })
  const page = openPage(
    aPayment({ items: [item], expiresAt: FAR }),
    wallet,
    (call, url, cache, body = '{}') => {
      if (call === 'lease') return null
      if (call === 'wallet_options') return Response.json(said.rows)
      if (call === 'calldata') return Response.json(said.calldata)
      if (call === 'quote') {
        const other = said.otherQuotes?.[JSON.parse(body).option]
        return Response.json(other ?? said.quote, { status: 201 })
      }
      const isChosen = said.isBridged ? cache === 'no-store' : url.searchParams.has('option')
      return Response.json(isChosen ? said.chosen : said.payment)
    },
  )
  const asked = () => wallet.methods().filter((method) => !READS.includes(method))
  try {
    await pressOn(page, () => asked().length > 0)
    return asked()
  } finally {
    page.close()
  }
}

async function pressOn(
  { element, find, transcript }: ReturnType<typeof openPage>,
  isDone: () => boolean,
): Promise<void> {
  const presses = new Map<string, number>()
  let frames = 0
  let before = ''
  for (let frame = 0; frame < MAX_FRAMES; frame += 1) {
    await new Promise(requestAnimationFrame)
    if (isDone() || element.state === 'failed') return
    const now = `${transcript()} ${element.shadowRoot?.textContent}`
    const isWaiting = AT_REST.includes(element.state) && find(BUSY) === null
    frames = isWaiting && now === before ? frames + 1 : 0
    before = now
    if (frames === FRAMES_AT_REST) return
    press(find(NEXT), presses)
  }
  throw new Error(`The page is still in the state ${element.state}: ${transcript()}`)
}

function press(button: Element | null, presses: Map<string, number>): void {
  if (!(button instanceof HTMLElement)) return
  const name = String(button.getAttribute('part'))
  const count = presses.get(name) ?? 0
  if (count === MAX_PRESSES) return
  presses.set(name, count + 1)
  button.click()
}
