import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aNativeItem, aPayment, PAYER } from './testing/examples.ts'
import { fakeProvider, walletError } from './testing/fakes.ts'
import { openPage } from './testing/openPage.ts'

const HASH = `0x${'77'.repeat(32)}`

/** The parts of a page's transcript, as in the stories. */
const OPENED = 'loading connect +ready'
const REFUSED = '+before-connect connecting connect'
const REVIEWED = '+before-connect connecting +connect review'
const ASKED = '+before-pay preparing signing'
const SENT = 'broadcasting +transaction:pay confirming'

let page: ReturnType<typeof openPage>

beforeEach(() => localStorage.clear())
afterEach(() => page.close())

/** Opens a wallet that rejects with the code until the test makes it accept, and a page with a payment in coins. */
function open(code: number) {
  const mode = { refuses: true }
  const unless = (value: unknown) => () => (mode.refuses ? walletError(code) : value)
  const wallet = fakeProvider({
    eth_chainId: '0x7a69',
    // A locked wallet has no accounts (EIP-1102).
    eth_accounts: () => (mode.refuses && code === 4100 ? [] : [PAYER]),
    eth_requestAccounts: unless([PAYER]),
    eth_sendTransaction: unless(HASH),
    // The chain: the account sent nothing, and no block contains the payment.
    eth_getTransactionCount: '0x0',
    eth_blockNumber: '0x64',
    eth_getLogs: [],
    eth_getTransactionByHash: null,
    eth_getTransactionReceipt: null,
  })
  const items = [aNativeItem()]
  page = openPage(aPayment({ expiresAt: '2999-01-01T00:00:00.000Z', items }), wallet)
  const sends = () => wallet.methods().filter((method) => method === 'eth_sendTransaction').length
  return { mode, sends }
}

describe('A payer who declines', () => {
  test('a payer who declines the connection sees a note, and pays after allowing it', async () => {
    const { mode, sends } = open(4001)
    await page.connect()
    await page.expectState('connect', 'You declined in your wallet. Nothing was charged.')
    expect(sends()).toBe(0)
    mode.refuses = false
    await page.connect()
    await page.expectState('review')
    await page.pay()
    await page.expectState('confirming')
    expect(sends()).toBe(1)
    expect(page.transcript()).toBe([OPENED, REFUSED, REVIEWED, ASKED, SENT].join(' '))
  })
})

describe('A wallet', () => {
  test('a wallet with another pending request causes a note, when connecting and when paying', async () => {
    const { mode, sends } = open(-32_002)
    await page.connect()
    await page.expectState('connect', 'Your wallet has a request open.')
    mode.refuses = false
    await page.connect()
    await page.expectState('review')
    mode.refuses = true
    await page.pay()
    await page.expectState('review', 'Your wallet has a request open.')
    expect(sends()).toBe(1)
    mode.refuses = false
    await page.pay()
    await page.expectState('confirming')
    expect(sends()).toBe(2)
    const parts = [OPENED, REFUSED, REVIEWED, ASKED, 'review', ASKED, SENT]
    expect(page.transcript()).toBe(parts.join(' '))
  })

  test('a wallet that is locked causes a note, when connecting and when paying', async () => {
    const { mode, sends } = open(4100)
    await page.connect()
    await page.expectState('connect', 'Your wallet is locked. Unlock it and try again.')
    mode.refuses = false
    await page.connect()
    await page.expectState('review')
    mode.refuses = true
    await page.pay()
    await page.expectState('review', 'Nothing was charged.')
    expect(sends()).toBe(0)
    mode.refuses = false
    await page.pay()
    await page.expectState('confirming')
    expect(sends()).toBe(1)
    // The element reads the account again before the wallet's request, and so detects the lock.
    const parts = [OPENED, REFUSED, REVIEWED, ASKED, 'review', ASKED, SENT]
    expect(page.transcript()).toBe(parts.join(' '))
  })
})
