import { formatAmount, parseAmount, percentOf } from '@secure-payment/core'
import { PRICE_SCALE, quoteAmounts, quoteUnits } from '@secure-payment/core/conversion'
import { getNetwork } from '@secure-payment/core/networks'
import { ways } from '@secure-payment/core/ways'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentItem, PaymentMetadata } from './paymentMetadata.ts'
import { aConvertedItem, anItem, aPayment, FEE_ADDRESS, PAYER } from './testing/examples.ts'
import { type FakeProvider, fakeProvider } from './testing/fakes.ts'
import { openPage } from './testing/openPage.ts'

/** Read methods, none of which needs the payer's approval. */
const READS = ['eth_requestAccounts', 'eth_accounts', 'eth_chainId', 'eth_call']
const SENT = '2026-01-01T00:00:01.000Z'
const LIFETIME_S = 600

let wallet: FakeProvider
let page: ReturnType<typeof openPage>

beforeEach(() => {
  localStorage.clear()
  wallet = fakeProvider({
    eth_chainId: '0x7a69',
    eth_accounts: [PAYER],
    eth_requestAccounts: [PAYER],
    eth_call: `0x${'00'.repeat(32)}`,
  })
})
afterEach(() => page.close())

/** 80 euros with a fee of 1 %, paid in the devnet's ETH. */
const ITEM = anItem({
  amount: '80',
  remainingAmount: '80',
  invoiceCurrency: 'EUR',
  symbol: 'EUR',
  decimals: 8,
  paymentCurrency: 'ETH-devnet',
  tokenAddress: null,
  isNativeCurrency: true,
  fee: { percentage: '1', amount: '0.8', address: FEE_ADDRESS },
  quoted: { pricing: 'market', symbol: 'ETH', decimals: 18 },
})

type Money = { readonly amountUnits: bigint; readonly feeUnits: bigint }

function amountsAt(price: string): Money {
  const amountUnits = parseAmount('80', 8)
  const due = { amountUnits, feeUnits: percentOf(amountUnits, '1', 'up') }
  const rate = { price: parseAmount(price, 18), invoiceDecimals: 8, paymentDecimals: 18 }
  return quoteAmounts(due, { ...rate, isStablecoin: false })
}

/** Returns the amounts as hosts rounded them before, up to the unit. */
function exactAt(price: string): Money {
  const due = parseAmount('80', 8)
  const rate = { price: parseAmount(price, 18), invoiceDecimals: 8, paymentDecimals: 18 }
  return {
    amountUnits: quoteUnits(due, rate),
    feeUnits: quoteUnits(percentOf(due, '1', 'up'), rate),
  }
}

function quoteAt(price: string, id = 'A', leftS = LIFETIME_S) {
  const { amountUnits, feeUnits } = amountsAt(price)
  const sentMs = Date.parse(SENT)
  return {
    quoteId: `01KB4Z8Q6V3M2N5P7R9T0W1X2${id}`,
    invoiceAmount: '80',
    invoiceCurrency: 'EUR',
    paymentAmount: formatAmount(amountUnits, 18),
    feeAmount: formatAmount(feeUnits, 18),
    paymentCurrency: 'ETH-devnet',
    price,
    sources: [
      { source: 'coinbase', at: SENT },
      { source: 'kraken', at: SENT },
    ],
    createdAt: SENT,
    expiresAt: new Date(sentMs + leftS * 1_000).toISOString(),
  }
}

function transactionsOf(item: PaymentItem, money: Money) {
  const network = getNetwork('devnet')
  const terms = {
    network: 'devnet',
    token: item.tokenAddress,
    payee: item.payee,
    ...money,
    paymentReference: `0x${item.paymentReference.slice(2)}` as const,
    feeAddress: item.fee?.address ?? null,
  }
  const steps = ways.direct.steps(network, terms, { address: null, allowanceUnits: null })
  return steps.map(({ transaction: { to, data, value } }) => ({
    to,
    data,
    value: `0x${value.toString(16)}`,
  }))
}

/** Marks a conversion for which the service also quotes prices. */
const QUOTABLE = { isQuotable: true }

function converting(patch: object): Pick<PaymentItem, 'conversion'> {
  const conversion = { symbol: 'USDC', decimals: 6, rate: '1.0002', maxRateAgeS: null, ...QUOTABLE }
  return { conversion: { ...conversion, ...patch } }
}

type Host = {
  readonly item?: Partial<PaymentItem>
  /** The quotes that the service creates, in order; the last one repeats. */
  readonly quotes?: readonly object[]
  /** The quote and the amounts of the transactions. */
  readonly paid?: object | null
  readonly money?: Money
  readonly refusal?: { readonly status: number; readonly code: string }
  /** The quote that another page creates once this one has read the transactions. */
  readonly next?: ReturnType<typeof quoteAt>
  /** Whether the first quote ends once this page has read its transactions, for example after a partial payment. */
  readonly isEnded?: boolean
  /** The service's current time; the HTTP cache has a response of the time `SENT`. */
  readonly now?: string
  /** The price from which the wallet's balance is too low. */
  readonly shortAt?: string
  /** The number of quotes after which the service has no price. */
  readonly pricelessAfter?: number
  /** The balances that the service reads. */
  readonly balances?: PaymentMetadata['paymentOptions']
  /** Whether the transactions convert although the call names a quote. */
  readonly isConverting?: boolean
}

let created: number

function open(host: Host = {}): void {
  const {
    item = {},
    quotes = [quoteAt('2273')],
    paid,
    money,
    refusal,
    next,
    isEnded,
    now,
    shortAt,
    pricelessAfter,
    balances,
    isConverting,
  } = host
  created = 0
  let read = 0
  const described = { ...ITEM, ...item }
  const payment = { ...aPayment({ items: [described] }), expiresAt: '2999-01-01T00:00:00.000Z' }
  const quoteNow = () => (next && read > 0 ? next : newest(quotes))
  const newest = (all: readonly object[]) => all[Math.min(created, all.length) - 1] ?? all[0]
  page = openPage(payment, wallet, (call, url, cache) => {
    if (now && call === 'payment' && cache === 'no-store')
      return Response.json({ ...payment, serverTime: now })
    if (call === 'quote') {
      if (created === pricelessAfter) return problem(503, 'price_unavailable')
      if (refusal) return problem(refusal.status, refusal.code)
      created += 1
      return Response.json(quoteNow(), { status: 201 })
    }
    if (call === 'options' && balances) {
      return Response.json({ ...payment, paymentOptions: balances })
    }
    const isShort = Reflect.get(Object(quoteNow()), 'price') === shortAt
    if (call === 'options' && isShort) {
      const poor = { balance: '0.03', neededAmount: '0.0404', hasEnoughBalance: false }
      return Response.json({ ...payment, paymentOptions: { devnet: { ETH: poor } } })
    }
    if (call !== 'calldata') return null
    // Without a quote, contracts convert the payment.
    if (isConverting || (described.conversion && !url.searchParams.has('quote'))) return null
    if (isEnded && read > 0 && created < 3) return problem(409, 'quote_required')
    const quote = paid === undefined ? quoteNow() : paid
    const price = String(Reflect.get(Object(quoteNow()), 'price'))
    const transactions = transactionsOf(described, money ?? amountsAt(price))
    read += 1
    const metadata = { hasEnoughBalance: !isShort, hasEnoughGas: true, ...(quote && { quote }) }
    return Response.json({ transactions, metadata })
  })
}

function problem(status: number, code: string): Response {
  const headers = { 'retry-after': '1' }
  return Response.json({ code, status, message: code }, { status, headers })
}

const asked = () => wallet.methods().filter((method) => !READS.includes(method))

describe('A payment at a quote', () => {
  test('the payer reviews the rate, its sources, the exact amount and the time left', async () => {
    open()
    await page.connect()
    await page.expectState('review', '1\u00a0ETH = €2,273.00')
    await page.expectState('review', 'Coinbase, Kraken')
    await page.expectState('review', 'This price is valid for another')
    expect(page.find('[part~="pay-button"]')?.textContent).toContain('Pay 0.03554')
    expect(page.find('[part~="new-price-button"]')).toBeNull()
  })

  test('the payer can pay a quote that an earlier host rounded up to the unit', async () => {
    const exact = exactAt('2273')
    const paymentAmount = formatAmount(exact.amountUnits, 18)
    const feeAmount = formatAmount(exact.feeUnits, 18)
    open({ quotes: [{ ...quoteAt('2273'), paymentAmount, feeAmount }], money: exact })
    await page.connect()
    await page.expectState('review', 'This price is valid for another')
    expect(page.find('[part~="pay-button"]')?.textContent).toContain('Pay 0.03554')
  })

  test('the time left counts from the service’s current time, not from that of a cached response', async () => {
    open({ now: '2026-01-01T00:05:01.000Z' })
    await page.connect()
    await page.expectState('review', 'This price is valid for another')
    expect(page.find('[part="price-time"]')?.textContent).toMatch(/ (5:00|4:5\d)\./)
  })

  test('once the price has expired, one press creates the next quote, which then waits for Pay', async () => {
    open({ quotes: [quoteAt('2273', 'A', 2), quoteAt('2273', 'A', 2), quoteAt('2000', 'B')] })
    await page.connect()
    await page.expectState('review', 'Get a new price')
    expect(page.find('[part~="pay-button"]')).toBeNull()
    const button = page.find('[part~="new-price-button"]')
    if (!(button instanceof HTMLButtonElement)) throw new Error('no button')
    button.click()
    await page.expectState('review', '1\u00a0ETH = €2,000.00')
    expect(page.find('[part~="pay-button"]')?.textContent).toContain('Pay 0.0404')
    expect(asked()).toEqual([])
  })

  test('a new price that the wallet cannot pay leads to the ways to pay', async () => {
    open({
      quotes: [quoteAt('2273', 'A', 2), quoteAt('2273', 'A', 2), quoteAt('2000', 'B')],
      shortAt: '2000',
    })
    await page.connect()
    await page.expectState('review', 'Get a new price')
    await page.press('[part~="new-price-button"]')
    await page.expectState('options', 'You do not have enough ETH. Nothing was charged.')
    await page.expectState('options', '0.03\u00a0ETH')
    expect(page.find('[part="option"]')?.hasAttribute('disabled')).toBe(true)
    expect(page.find('[part~="pay-button"]')).toBeNull()
    expect(asked()).toEqual([])
  })

  test('after Pay, a newer quote that the wallet cannot pay is named as such', async () => {
    open({ next: quoteAt('2000', 'B'), shortAt: '2000' })
    await page.connect()
    await page.expectState('review', '1\u00a0ETH = €2,273.00')
    await page.pay()
    await page.expectState('review', 'You do not have enough ETH. Nothing was charged.')
    expect(asked()).toEqual([])
  })

  test('after Pay, a newer quote of another page is shown and waits for another press', async () => {
    open({ next: quoteAt('2000', 'B') })
    await page.connect()
    await page.expectState('review', '1\u00a0ETH = €2,273.00')
    await page.pay()
    await page.expectState('review', '1\u00a0ETH = €2,000.00')
    await page.expectState('review', 'The payment has changed')
    expect(asked()).toEqual([])
  })

  test('a quote that another page replaces before its transactions are read is replaced here too', async () => {
    const first = quoteAt('2273')
    open({
      quotes: [first, first, quoteAt('2000', 'B')],
      paid: quoteAt('2000', 'B'),
      money: amountsAt('2000'),
    })
    await page.connect()
    await page.expectState('review', '1\u00a0ETH = €2,000.00')
    expect(asked()).toEqual([])
  })

  test('after Pay, a quote that the service no longer holds is replaced by the next one, which waits for another press', async () => {
    const first = quoteAt('2273')
    open({ isEnded: true, quotes: [first, first, quoteAt('2000', 'B')] })
    await page.connect()
    await page.expectState('review', '1\u00a0ETH = €2,273.00')
    await page.pay()
    await page.expectState('review', '1\u00a0ETH = €2,000.00')
    await page.expectState('review', 'The payment has changed')
    expect(asked()).toEqual([])
  })

  test.each([
    [503, 'price_unavailable', 'There is no current exchange rate'],
    [409, 'quote_required', 'There is no current exchange rate'],
    [429, 'too_many_quotes', 'Too many requests'],
  ])(
    'without a quote (%s %s) nothing is charged, and the wallets remain',
    async (status, code, said) => {
      open({ refusal: { status, code } })
      await page.connect()
      await page.expectState('connect', said)
      expect(page.find('[part~="wallet"]')).not.toBeNull()
      expect(asked()).toEqual([])
    },
  )
})

/** The same payment, which contracts could also convert. */
const DOLLARS = aConvertedItem({ quoted: null, ...converting({}) })

function dollarsAt(price: string): Money {
  const amountUnits = parseAmount('80', 8)
  const due = { amountUnits, feeUnits: percentOf(amountUnits, '1', 'up') }
  const rate = { price: parseAmount(price, 18), invoiceDecimals: 8, paymentDecimals: 6 }
  return quoteAmounts(due, { ...rate, isStablecoin: true })
}

function dollarQuote(price = '0.8', id = 'A', leftS = LIFETIME_S) {
  const { amountUnits, feeUnits } = dollarsAt(price)
  return {
    ...quoteAt(price, id, leftS),
    invoiceCurrency: 'USD',
    paymentCurrency: 'USDC-devnet',
    paymentAmount: formatAmount(amountUnits, 6),
    feeAmount: formatAmount(feeUnits, 6),
  }
}

/** A correct service for the payment of dollars. */
const inDollars = (host: Host = {}): Host => ({
  item: DOLLARS,
  quotes: [dollarQuote()],
  money: dollarsAt('0.8'),
  ...host,
})

describe('A payment that contracts could convert', () => {
  test('the payer reviews and pays the exact amount of a quote, with its rate and its time', async () => {
    open(inDollars())
    await page.connect()
    await page.expectState('review', '1\u00a0USDC = $0.80')
    await page.expectState('review', 'Coinbase, Kraken')
    await page.expectState('review', 'This price is valid for another')
    expect(page.find('[part~="pay-button"]')?.textContent).toContain('Pay 101\u00a0USDC')
    expect(page.element.shadowRoot?.textContent).not.toContain('up to')
    await page.pay()
    await expect.poll(asked).not.toEqual([])
  })

  test('a balance between the quoted amount and the maximum of a conversion is enough', async () => {
    const way = {
      balance: '80.5',
      neededAmount: '81.6',
      hasEnoughBalance: false,
      hasEnoughGas: true,
    }
    const exact = { quotes: [dollarQuote('1.01')], money: dollarsAt('1.01') }
    open(inDollars({ ...exact, balances: { devnet: { USDC: way } } }))
    await page.connect()
    await page.expectState('review', 'This price is valid for another')
  })

  test('a balance below the quoted amount shows the missing amount', async () => {
    const way = { balance: '100', neededAmount: '81.6', hasEnoughBalance: true, hasEnoughGas: true }
    open(inDollars({ balances: { devnet: { USDC: way } } }))
    await page.connect()
    await page.expectState('options', '101\u00a0USDC')
    await page.expectState('options', '1\u00a0USDC\u00a0missing')
    expect(page.element.shadowRoot?.textContent).not.toContain('up to')
    expect(page.find('[part="option"]')?.hasAttribute('disabled')).toBe(true)
  })

  test.each([
    [503, 'price_unavailable'],
    [409, 'quote_required'],
    [429, 'too_many_quotes'],
  ])('without a quote (%s %s), the contracts convert', async (status, code) => {
    open(inDollars({ refusal: { status, code } }))
    await page.connect()
    await page.expectState('review', 'Pay up to')
    expect(page.find('[part="price-time"]')).toBeNull()
  })

  test('a host without market prices is asked for no quote: the contracts convert', async () => {
    open(inDollars({ item: aConvertedItem({ quoted: null }) }))
    await page.connect()
    await page.expectState('review', 'Pay up to')
    expect(created).toBe(0)
  })

  test('once the price has expired and the service has no other one, the payer can choose the conversion', async () => {
    open(inDollars({ quotes: [dollarQuote('0.8', 'A', 2)], pricelessAfter: 2 }))
    await page.connect()
    await page.expectState('review', 'Get a new price')
    await page.press('[part~="new-price-button"]')
    await page.expectState('options', 'There is no current exchange rate')
    await page.press('[part="option"]')
    await page.expectState('review', 'Pay up to')
    expect(asked()).toEqual([])
  })
})

describe('A payment at par', () => {
  test('the payer reviews the amount without a quote, a rate, a countdown or sources', async () => {
    open({
      item: {
        invoiceCurrency: 'ETH-sepolia',
        symbol: 'ETH',
        decimals: 18,
        amount: '2',
        remainingAmount: '2',
        fee: null,
        quoted: { pricing: 'par', symbol: 'ETH', decimals: 18 },
      },
      paid: null,
      money: { amountUnits: 2n * PRICE_SCALE, feeUnits: 0n },
    })
    await page.connect()
    await page.expectState('review', 'From your wallet')
    expect(page.find('[part="rate"]')).toBeNull()
    expect(page.find('[part="price-time"]')).toBeNull()
    expect(page.element.shadowRoot?.textContent).not.toContain('Price from')
    expect(created).toBe(0)
  })
})

describe('A host that lies about a quote', () => {
  const honest = quoteAt('2273')
  const { amountUnits, feeUnits } = amountsAt('2273')
  const more = formatAmount(amountUnits + 1n, 18)
  const lies: readonly (readonly [string, Host])[] = [
    ['one unit more in the transactions', { money: { amountUnits: amountUnits + 1n, feeUnits } }],
    ['one unit less in the transactions', { money: { amountUnits: amountUnits - 1n, feeUnits } }],
    ['a higher fee in the transactions', { money: { amountUnits, feeUnits: feeUnits + 1n } }],
    ['an amount above its rate', { quotes: [{ ...honest, paymentAmount: more }] }],
    [
      'an amount above its rate, also in the transactions',
      {
        quotes: [{ ...honest, paymentAmount: more }],
        money: { amountUnits: amountUnits + 1n, feeUnits },
      },
    ],
    [
      'an amount between the exact and the rounded one',
      {
        quotes: [{ ...honest, paymentAmount: formatAmount(amountUnits - 1n, 18) }],
        money: { amountUnits: amountUnits - 1n, feeUnits },
      },
    ],
    [
      'a rounded amount with an exact fee',
      {
        quotes: [{ ...honest, feeAmount: formatAmount(exactAt('2273').feeUnits, 18) }],
        money: { amountUnits, feeUnits: exactAt('2273').feeUnits },
      },
    ],
    ['a fee above its rate', { quotes: [{ ...honest, feeAmount: more }] }],
    ['another rate than its amounts', { quotes: [{ ...honest, price: '2272' }] }],
    ['a rate of zero', { quotes: [{ ...honest, price: '0' }] }],
    ['another invoice amount', { quotes: [{ ...honest, invoiceAmount: '79' }] }],
    ['another invoice currency', { quotes: [{ ...honest, invoiceCurrency: 'USD' }] }],
    ['another payment currency', { quotes: [{ ...honest, paymentCurrency: 'ETH-base' }] }],
    ['no sources', { quotes: [{ ...honest, sources: [] }] }],
    ['an expired quote', { quotes: [quoteAt('2273', 'A', -1)] }],
    ['an expiry far away', { quotes: [quoteAt('2273', 'A', 86_400)] }],
    ['an expiry that is no time', { quotes: [{ ...honest, expiresAt: 'soon' }] }],
    ['another quote in the transactions', { paid: quoteAt('2273', 'B') }],
    ['a later expiry in the transactions', { paid: quoteAt('2273', 'A', 700) }],
    ['no quote in the transactions', { paid: null }],
    [
      'par between two assets',
      { item: { quoted: { pricing: 'par', symbol: 'ETH', decimals: 18 } } },
    ],
    ['other decimals', { item: { quoted: { pricing: 'market', symbol: 'ETH', decimals: 17 } } }],
    ['another symbol', { item: { quoted: { pricing: 'market', symbol: 'DAI', decimals: 18 } } }],
    ['another currency of the item', { item: { paymentCurrency: 'USDC-devnet' } }],
    [
      'a token that is no market asset',
      { item: { invoiceCurrency: 'FAU-sepolia', symbol: 'FAU' } },
    ],
  ]

  const dollars = dollarQuote()
  const right = dollarsAt('0.8')
  const dearer = { ...right, amountUnits: right.amountUnits + 1n }
  const moreDollars = formatAmount(dearer.amountUnits, 6)
  const dollarLies: readonly (readonly [string, Host])[] = [
    ['one unit more in the transactions', { money: dearer }],
    ['one unit less', { money: { ...right, amountUnits: right.amountUnits - 1n } }],
    ['a higher fee', { money: { ...right, feeUnits: right.feeUnits + 1n } }],
    [
      'an amount above its rate, also in the transactions',
      { quotes: [{ ...dollars, paymentAmount: moreDollars }], money: dearer },
    ],
    ['another rate than its amounts', { quotes: [{ ...dollars, price: '0.81' }] }],
    ['another invoice amount', { quotes: [{ ...dollars, invoiceAmount: '79' }] }],
    ['another invoice currency', { quotes: [{ ...dollars, invoiceCurrency: 'EUR' }] }],
    ['another payment currency', { quotes: [{ ...dollars, paymentCurrency: 'DAI-devnet' }] }],
    ['no sources', { quotes: [{ ...dollars, sources: [] }] }],
    ['an expired quote', { quotes: [dollarQuote('0.8', 'A', -1)] }],
    ['an expiry far away', { quotes: [dollarQuote('0.8', 'A', 86_400)] }],
    ['another quote in the transactions', { paid: dollarQuote('0.8', 'B') }],
    ['a later expiry in the transactions', { paid: dollarQuote('0.8', 'A', 700) }],
    ['no quote in the transactions', { paid: null }],
    ['a conversion in place of the plain payment', { isConverting: true }],
    ['other decimals', { item: { ...DOLLARS, ...converting({ decimals: 5 }) } }],
    ['another symbol', { item: { ...DOLLARS, ...converting({ symbol: 'DAI' }) } }],
    ['another currency of the item', { item: { ...DOLLARS, paymentCurrency: 'ETH-devnet' } }],
    ['another invoice currency of the item', { item: { ...DOLLARS, invoiceCurrency: 'EUR' } }],
  ]

  test.each([
    ...lies,
    ...dollarLies.map(([name, host]) => [`dollars, ${name}`, inDollars(host)] as const),
  ])('the wallet receives no request: %s', async (_, host) => {
    open(host)
    await page.connect()
    await page.expectState('failed', 'Nothing was charged.')
    expect(asked()).toEqual([])
  })
})
