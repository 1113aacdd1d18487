import { formatAmount, parseAmount, percentOf } from '@secure-payment/core'
import { quoteAmounts } from '@secure-payment/core/conversion'
import { formatDestinationId } from '@secure-payment/core/destinations'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentItem } from './paymentMetadata.ts'
import {
  HERE,
  hex,
  type Money,
  type Order,
  THERE,
  transactionsOf,
} from './testing/bridgedExamples.ts'
import { aConvertedItem, anItem, aPayment, FEE_ADDRESS, PAYER, USDC } from './testing/examples.ts'
import { type FakeProvider, fakeProvider } from './testing/fakes.ts'
import { openPage } from './testing/openPage.ts'

const DAI = hex(HERE.tokens.find(({ symbol }) => symbol === 'DAI')?.address)
const STRANGER = '0x1000000000000000000000000000000000000b0b'

/** Methods that read; none of them asks the payer. */
const READS = [
  'eth_requestAccounts',
  'eth_accounts',
  'eth_chainId',
  'eth_call',
  'wallet_getCapabilities',
]
const SENT = '2026-01-01T00:00:01.000Z'
const LIFETIME_S = 600
/** The bridge keeps 0.025 USDC. */
const FEE_UNITS = 25_000n

let wallet: FakeProvider
let page: ReturnType<typeof openPage>
let created: number
let isChosen: boolean
/** The number of reads of the transactions. */
let reads: number

beforeEach(() => {
  localStorage.clear()
  created = 0
  isChosen = false
  wallet = fakeProvider({
    eth_chainId: '0x7a69',
    eth_accounts: [PAYER],
    eth_requestAccounts: [PAYER],
    eth_call: `0x${'00'.repeat(32)}`,
  })
})
afterEach(() => page.close())

/** 80 francs with a fee of 1 %, for which no contract has a rate. */
const FRANCS = anItem({
  amount: '80',
  remainingAmount: '80',
  invoiceCurrency: 'CHF',
  symbol: 'CHF',
  decimals: 8,
  fee: { percentage: '1', amount: '0.8', address: FEE_ADDRESS },
  quoted: { pricing: 'market', symbol: 'USDC', decimals: 6 },
})
/** Marks a conversion for which the service also quotes prices. */
const QUOTABLE = { isQuotable: true }
/** 80 dollars, which contracts could convert, and which the service quotes. */
const DOLLARS = aConvertedItem({
  conversion: { symbol: 'USDC', decimals: 6, rate: '1.0002', maxRateAgeS: null, ...QUOTABLE },
})
/** 80 USDC of another network. */
const AT_PAR = anItem({
  amount: '80',
  remainingAmount: '80',
  invoiceCurrency: 'USDC-devnet-b',
  fee: null,
  quoted: { pricing: 'par', symbol: 'USDC', decimals: 6 },
})

function amountsAt(price: string): Money {
  const amountUnits = parseAmount('80', 8)
  const due = { amountUnits, feeUnits: percentOf(amountUnits, '1', 'up') }
  const rate = { price: parseAmount(price, 18), invoiceDecimals: 8, paymentDecimals: 6 }
  return quoteAmounts(due, { ...rate, isStablecoin: true })
}

function quoteAt(price: string, currency = 'CHF', id = 'A', leftS = LIFETIME_S) {
  const { amountUnits, feeUnits } = amountsAt(price)
  return {
    quoteId: `01KB4Z8Q6V3M2N5P7R9T0W1X2${id}`,
    invoiceAmount: '80',
    invoiceCurrency: currency,
    paymentAmount: formatAmount(amountUnits, 6),
    feeAmount: formatAmount(feeUnits, 6),
    paymentCurrency: 'USDC-devnet',
    price,
    sources: [
      { source: 'coinbase', at: SENT },
      { source: 'kraken', at: SENT },
    ],
    createdAt: SENT,
    expiresAt: new Date(Date.parse(SENT) + leftS * 1_000).toISOString(),
  }
}

type Quoted = ReturnType<typeof quoteAt>

type Host = {
  readonly item?: PaymentItem
  /** The quotes that the service creates, in order; the last one repeats. Null: none. */
  readonly quotes?: readonly Quoted[] | null
  /** The quote and the amounts of the transactions. */
  readonly paid?: Quoted | null
  readonly money?: Money
  readonly order?: Order
  readonly sourceAmount?: string
  /** The amount that the bridge keeps. */
  readonly bridgeFee?: bigint
  /** The items after the payer's choice. */
  readonly later?: readonly PaymentItem[]
  /** The payee that the page pins. */
  readonly pin?: string
  readonly refusal?: { readonly status: number; readonly code: string }
  /** The seconds until the bridge's price ends. */
  readonly bridgeS?: number
  /** The number of reads of the transactions after which the service fails, or the bridge keeps twice as much. */
  readonly isSilentAfter?: number
  readonly dearerAfter?: number
  /** The number of reads of the transactions after which the service has no current quote, until it creates the third. */
  readonly endsAfter?: number
}

const PRICE = '0.8'

function open(host: Host = {}): void {
  const { item = FRANCS, money, order = {}, bridgeS = LIFETIME_S, bridgeFee = FEE_UNITS } = host
  const quotes = host.quotes === undefined ? [quoteAt(PRICE)] : host.quotes
  reads = 0
  const latest = () => quotes?.[Math.min(created, quotes.length) - 1] ?? quotes?.[0] ?? null
  const moneyNow = () => {
    const quote = latest()
    const atPar = { amountUnits: 80_000_000n, feeUnits: 0n }
    return money ?? (quote === null ? atPar : amountsAt(quote.price))
  }
  const isDearer = () => host.dearerAfter !== undefined && reads > host.dearerAfter
  const spent = () =>
    moneyNow().amountUnits + moneyNow().feeUnits + bridgeFee * (isDearer() ? 2n : 1n)
  const way = (needed: bigint, balance: string) => ({
    balance,
    neededAmount: formatAmount(needed, 6),
    hasEnoughBalance: balance !== '0',
    hasEnoughGas: true,
    durationS: 4,
  })
  const pin = { walletAddress: host.pin ?? '', chainId: HERE.chainId, tokenAddress: USDC }
  const attributes = host.pin ? { destination: formatDestinationId(pin).destinationId } : {}
  const describe = () => ({
    ...aPayment({ items: (isChosen && host.later) || [item] }),
    expiresAt: '2999-01-01T00:00:00.000Z',
    paymentOptions: {
      devnet: { USDC: way(spent(), '0') },
      ...((created > 0 || quotes === null) && { 'DEVNET-B': { USDC: way(spent(), '1000') } }),
    },
  })
  page = openPage(
    describe(),
    wallet,
    (call) => {
      if (call === 'options' || call === 'payment') return Response.json(describe())
      if (call === 'quote') {
        if (host.refusal) return problem(host.refusal.status, host.refusal.code)
        created += 1
        return Response.json(latest(), { status: 201 })
      }
      if (call !== 'calldata') return null
      reads += 1
      if (host.isSilentAfter !== undefined && reads > host.isSilentAfter) {
        return problem(503, 'bridge_unavailable')
      }
      if (host.endsAfter !== undefined && reads > host.endsAfter && created < 3) {
        return problem(409, 'quote_required')
      }
      const quote = host.paid === undefined ? latest() : host.paid
      const metadata = {
        hasEnoughBalance: true,
        routeType: 'crosschain',
        sourceAmount: host.sourceAmount ?? formatAmount(spent(), 6),
        quoteExpiresAt: Date.parse(SENT) / 1_000 + bridgeS,
        ...(quote && { quote }),
      }
      const transactions = transactionsOf(item, moneyNow(), order, spent())
      return Response.json({ transactions, metadata })
    },
    attributes,
  )
}

function problem(status: number, code: string): Response {
  return Response.json({ code, status, message: code }, { status })
}

function press(label: string): void {
  const buttons = [...(page.element.shadowRoot?.querySelectorAll('button') ?? [])]
  buttons.find(({ textContent }) => textContent.trim() === label)?.click()
}

const label = () => page.find('[part~="pay-button"]')?.textContent.trim() ?? 'no Pay'

const asked = () => wallet.methods().filter((method) => !READS.includes(method))

/** Connects the wallet and chooses the only way that it can pay: from the other chain. */
async function choose(): Promise<void> {
  await page.connect()
  await page.expectState('options', 'Devnet B')
  const row = page.find('[part="option"]:not([disabled])')
  if (!(row instanceof HTMLButtonElement)) throw new Error('no way to pay')
  row.click()
}

describe('A payment from another chain at a quote', () => {
  test.each([
    ['an amount for which no contract has a rate', FRANCS, 'CHF'],
    ['an amount that contracts convert', DOLLARS, 'USD'],
  ])(
    'the payer reviews %s with its rate, its sources and all that leaves the wallet',
    async (_, item, currency) => {
      open({ item, quotes: [quoteAt(PRICE, currency)] })
      await choose()
      await page.expectState('review', '1\u00a0USDC = ')
      await page.expectState('review', 'Coinbase, Kraken')
      await page.expectState('review', 'Pay 101.025\u00a0USDC on Devnet B')
      await page.expectState('review', '0.025\u00a0USDC')
      await page.expectState('review', 'You also sign the recipient and the amount on Devnet.')
      expect(asked()).toEqual([])
      await page.pay()
      await expect.poll(asked).toContain('wallet_switchEthereumChain')
    },
  )

  test('the payer reviews the payee that the page pins, and the highest price of a bridge', async () => {
    open({ pin: FRANCS.payee, bridgeFee: 35_100_000n })
    await choose()
    await page.expectState('review', 'Pay 136.10\u00a0USDC on Devnet B')
  })

  test('the payer reviews an amount at par without a quote or sources', async () => {
    open({ item: AT_PAR, quotes: null })
    await choose()
    await page.expectState('review', 'Pay 80.025\u00a0USDC on Devnet B')
    expect(page.find('[part="rate"]')).toBeNull()
    expect(created).toBe(0)
  })

  test('the bridge’s price ends with the quote, and the next one waits for another press', async () => {
    const quotes = [
      quoteAt(PRICE, 'CHF', 'A', 4),
      quoteAt(PRICE, 'CHF', 'A', 4),
      quoteAt('0.5', 'CHF', 'B'),
    ]
    open({ quotes })
    await choose()
    await page.expectState('review', 'This price is valid for another')
    await page.expectState('review', 'This price has expired. Nothing was charged.')
    expect(page.find('[part~="pay-button"]')).toBeNull()
    press('Get a new price')
    await page.expectState('review', 'Pay 161.625\u00a0USDC on Devnet B')
    expect(asked()).toEqual([])
  })

  test('after Pay, a quote that an edit or a partial payment ended is replaced, and waits for another press', async () => {
    open({ quotes: [quoteAt(PRICE), quoteAt(PRICE), quoteAt('0.5', 'CHF', 'B')], endsAfter: 1 })
    await choose()
    await page.expectState('review', 'Pay 101.025\u00a0USDC on Devnet B')
    await page.pay()
    await page.expectState('review', 'Pay 161.625\u00a0USDC on Devnet B')
    expect(asked()).toEqual([])
  })

  test('the bridge’s price ends by the service’s clock, regardless of the device’s clock', async () => {
    open({ item: AT_PAR, quotes: null, bridgeS: 2, isSilentAfter: 1 })
    expect(Math.abs(Date.now() - Date.parse(SENT))).toBeGreaterThan(3_600_000)
    await choose()
    await page.expectState('review', 'This price is valid for another')
    await page.expectState('review', 'This price has expired. Nothing was charged.')
    expect(page.find('[part~="pay-button"]')).toBeNull()
    press('Get a new price')
    await page.expectState('options', 'The payment service did not an')
    expect(asked()).toEqual([])
  })

  test('a bridge’s price that is unchanged is renewed before it ends, and the payer sees no other review', async () => {
    open({ item: AT_PAR, quotes: null, bridgeS: 5 })
    await choose()
    await page.expectState('review', 'Pay 80.025\u00a0USDC on Devnet B')
    const seen = new Set<string>()
    const look = setInterval(() => seen.add(`${page.element.state} ${label()}`), 20)
    await expect.poll(() => reads).toBeGreaterThan(3)
    clearInterval(look)
    expect([...seen]).toEqual(['review Pay 80.025\u00a0USDC on Devnet B'])
    await page.pay()
    await expect.poll(asked).toContain('wallet_switchEthereumChain')
  })

  test('a bridge’s price that changes before it ends replaces the amount, with a note', async () => {
    open({ item: AT_PAR, quotes: null, bridgeS: 5, dearerAfter: 1 })
    await choose()
    await page.expectState('review', 'Pay 80.025\u00a0USDC on Devnet B')
    await page.expectState('review', 'The payment has changed')
    await page.expectState('review', 'Pay 80.05\u00a0USDC on Devnet B')
    expect(asked()).toEqual([])
  })

  test('a quote remains while only the bridge’s price ends', async () => {
    open({ bridgeS: 5 })
    await choose()
    await expect.poll(() => reads).toBeGreaterThan(1)
    await page.pay()
    await expect.poll(asked).toContain('wallet_switchEthereumChain')
    expect(created).toBe(2)
  })
})

describe('A payment from another chain for an amount that contracts convert', () => {
  test('without a quote, the payer sees only the way that contracts convert', async () => {
    open({ item: DOLLARS, refusal: { status: 400, code: 'quote_not_needed' } })
    await page.connect()
    await page.expectState('options', 'missing')
    expect(page.element.shadowRoot?.querySelectorAll('[part="option"]')).toHaveLength(1)
  })
})

describe('A host that lies about a payment from another chain at a quote', () => {
  const honest = quoteAt(PRICE)
  const { amountUnits, feeUnits } = amountsAt(PRICE)
  const more = formatAmount(amountUnits + 1n, 6)
  const dearer = { amountUnits: amountUnits + 1n, feeUnits }
  const item = (patch: Partial<PaymentItem>) => ({ item: { ...FRANCS, ...patch } })
  const lies: readonly (readonly [string, Host])[] = [
    ['one unit more on arrival', { money: dearer }],
    ['one unit less on arrival', { money: { amountUnits: amountUnits - 1n, feeUnits } }],
    ['a higher fee on arrival', { money: { amountUnits, feeUnits: feeUnits + 1n } }],
    [
      'a fee at the expense of the payee',
      { money: { amountUnits: amountUnits - 1n, feeUnits: feeUnits + 1n } },
    ],
    ['a lower minimum on arrival', { order: { arriving: amountUnits + feeUnits - 1n } }],
    ['another token on arrival', { order: { token: DAI } }],
    ['another chain', { order: { toChainId: BigInt(THERE.chainId) } }],
    ['another payee', { order: { payee: STRANGER } }],
    ['another address if the call fails', { order: { fallbackAddress: STRANGER } }],
    ['a price beyond all reason', { sourceAmount: '999' }],
    ['a price beyond all reason, also in the transactions', { bridgeFee: 36_000_000n }],
    ['another price than in the transactions', { sourceAmount: '101.026' }],
    ['another payee than the page pins', { pin: STRANGER }],
    ['a second payee after the choice', { later: [FRANCS, { ...FRANCS, payee: STRANGER }] }],
    ['an amount above the rate', { quotes: [{ ...honest, paymentAmount: more }] }],
    [
      'an amount above the rate, also on arrival',
      { quotes: [{ ...honest, paymentAmount: more }], money: dearer },
    ],
    ['a fee above the rate', { quotes: [{ ...honest, feeAmount: '1.000001' }] }],
    [
      'another rate than its amounts',
      { quotes: [{ ...honest, price: '0.81' }], money: { amountUnits, feeUnits } },
    ],
    ['another invoice amount', { quotes: [{ ...honest, invoiceAmount: '79' }] }],
    ['another payment currency', { quotes: [{ ...honest, paymentCurrency: 'USDC-devnet-b' }] }],
    ['no sources', { quotes: [{ ...honest, sources: [] }] }],
    ['an expired quote', { quotes: [quoteAt(PRICE, 'CHF', 'A', -1)] }],
    ['an expiry far away', { quotes: [quoteAt(PRICE, 'CHF', 'A', 86_400)] }],
    ['another quote in the transactions', { paid: quoteAt(PRICE, 'CHF', 'B') }],
    ['a later expiry in the transactions', { paid: quoteAt(PRICE, 'CHF', 'A', 700) }],
    ['no quote in the transactions', { paid: null }],
    ['a quote for an amount at par', { item: AT_PAR, quotes: null, paid: honest }],
    [
      'more than par',
      { item: AT_PAR, quotes: null, money: { amountUnits: 80_000_001n, feeUnits: 0n } },
    ],
    ['par between two assets', item({ quoted: { pricing: 'par', symbol: 'USDC', decimals: 6 } })],
    ['other decimals', item({ quoted: { pricing: 'market', symbol: 'USDC', decimals: 5 } })],
    ['another invoice currency', item({ invoiceCurrency: 'EUR' })],
    [
      'a conversion with other decimals',
      {
        item: {
          ...DOLLARS,
          conversion: { symbol: 'USDC', decimals: 5, rate: '1', maxRateAgeS: null, ...QUOTABLE },
        },
      },
    ],
    [
      'one unit more for dollars',
      { item: DOLLARS, quotes: [quoteAt(PRICE, 'USD')], money: dearer },
    ],
    ['a quote in another currency than dollars', { item: DOLLARS, quotes: [honest] }],
  ]

  test.each(lies)('the wallet receives no request: %s', async (_, host) => {
    open(host)
    await page.connect()
    await expect.poll(() => page.element.state).toMatch(/^(options|failed)$/)
    const row = page.find('[part="option"]:not([disabled])')
    isChosen = true
    if (row instanceof HTMLButtonElement) row.click()
    await page.expectState('failed', 'Nothing was charged.')
    expect(asked()).toEqual([])
  })
})
