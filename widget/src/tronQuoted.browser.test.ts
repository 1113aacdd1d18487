import { formatAmount, parseAmount, percentOf } from '@secure-payment/core'
import { quoteAmounts } from '@secure-payment/core/conversion'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentItem } from './paymentMetadata.ts'
import { anItem } from './testing/examples.ts'
import { fakeProvider } from './testing/fakes.ts'
import { openPage } from './testing/openPage.ts'
import {
  aTronPayment,
  honestTronCalldata,
  TRON_PAYEE,
  TRON_PAYER,
  TRON_STRANGER,
  TRON_USDT,
} from './testing/tronExamples.ts'
import { installTestTronWallet } from './testkit/installTestTronWallet.ts'

const SENT = '2026-01-01T00:00:01.000Z'
const LIFETIME_S = 600
/** The resources that a fee of 13.74 TRX covers. */
const READINESS = {
  trxBalance: '100000000',
  trxRequired: '13740000',
  energyRequired: '130000',
  energyAvailable: '0',
  bandwidthRequired: '700',
  bandwidthAvailable: '0',
}

const wallet = installTestTronWallet({ address: TRON_PAYER, name: 'Test wallet' })
let page: ReturnType<typeof openPage>

beforeEach(() => {
  localStorage.clear()
  wallet.log.length = 0
})
afterEach(() => page.close())

/** 80 francs with a fee of 1 %, paid in USDT on Tron. */
const ITEM = anItem({
  payee: TRON_PAYEE,
  amount: '80',
  remainingAmount: '80',
  invoiceCurrency: 'CHF',
  symbol: 'CHF',
  decimals: 8,
  paymentCurrency: 'USDT-tron',
  tokenAddress: TRON_USDT,
  fee: { percentage: '1', amount: '0.8', address: TRON_STRANGER },
  quoted: { pricing: 'market', symbol: 'USDT', decimals: 6 },
})

type Money = { readonly amountUnits: bigint; readonly feeUnits: bigint }

function amountsAt(price: string): Money {
  const amountUnits = parseAmount('80', 8)
  const due = { amountUnits, feeUnits: percentOf(amountUnits, '1', 'up') }
  const rate = { price: parseAmount(price, 18), invoiceDecimals: 8, paymentDecimals: 6 }
  return quoteAmounts(due, { ...rate, isStablecoin: true })
}

function quoteAt(price: string, id = 'A', leftS = LIFETIME_S) {
  const { amountUnits, feeUnits } = amountsAt(price)
  return {
    quoteId: `01KB4Z8Q6V3M2N5P7R9T0W1X2${id}`,
    invoiceAmount: '80',
    invoiceCurrency: 'CHF',
    paymentAmount: formatAmount(amountUnits, 6),
    feeAmount: formatAmount(feeUnits, 6),
    paymentCurrency: 'USDT-tron',
    price,
    sources: [
      { source: 'coinbase', at: SENT },
      { source: 'kraken', at: SENT },
    ],
    createdAt: SENT,
    expiresAt: new Date(Date.parse(SENT) + leftS * 1_000).toISOString(),
  }
}

type Host = {
  readonly item?: Partial<PaymentItem>
  /** The quotes that the service creates, in order; the last one repeats. */
  readonly quotes?: readonly object[]
  /** The quote and the amounts of the transactions. */
  readonly paid?: object | null
  readonly money?: Partial<Money>
  readonly feeAddress?: string
  readonly readiness?: object
}

let created: number

function open(host: Host = {}): void {
  const { item = {}, quotes = [quoteAt('0.8')], paid, money = {}, readiness = READINESS } = host
  const { feeAddress = TRON_STRANGER } = host
  created = 0
  const payment = aTronPayment({
    items: [{ ...ITEM, ...item }],
    expiresAt: '2999-01-01T00:00:00.000Z',
  })
  const quoteNow = () => quotes[Math.min(created, quotes.length) - 1] ?? quotes[0]
  page = openPage(payment, fakeProvider(), (call) => {
    if (call === 'quote') {
      created += 1
      return Response.json(quoteNow(), { status: 201 })
    }
    if (call !== 'calldata') return null
    const quote = paid === undefined ? quoteNow() : paid
    const amounts = amountsAt(String(Reflect.get(Object(quoteNow()), 'price')))
    const { transactions, metadata } = honestTronCalldata(null, {
      ...amounts,
      feeAddress,
      ...money,
    })
    return Response.json({
      transactions,
      metadata: { ...metadata, tron: readiness, ...(quote && { quote }) },
    })
  })
}

/** Returns the transactions that the page requested the wallet to sign. */
const signs = () => wallet.log.filter(({ method }) => method.startsWith('sign'))

describe('A payment on Tron at a quote', () => {
  test('the payer reviews the rate, its sources, the time left, the exact amount and the cost in TRX', async () => {
    open()
    await page.connect()
    await page.expectState('review', '1\u00a0USDT = CHF\u00a00.80')
    await page.expectState('review', 'Coinbase, Kraken')
    await page.expectState('review', 'This price is valid for another')
    await page.expectState('review', 'about 13.74\u00a0TRX')
    await page.expectState('review', 'take USDT for payments that you sign')
    expect(page.find('[part~="pay-button"]')?.textContent).toContain('Pay 101\u00a0USDT')
  })

  test('once the price has expired, the only press creates the next one, which waits for Pay', async () => {
    open({ quotes: [quoteAt('0.8', 'A', 2), quoteAt('0.8', 'A', 2), quoteAt('0.5', 'B')] })
    await page.connect()
    await page.expectState('review', 'Get a new price')
    expect(page.find('[part~="pay-button"]')).toBeNull()
    const button = page.find('[part~="new-price-button"]')
    if (!(button instanceof HTMLButtonElement)) throw new Error('no button')
    button.click()
    await page.expectState('review', '1\u00a0USDT = CHF\u00a00.50')
    expect(page.find('[part~="pay-button"]')?.textContent).toContain('Pay 161.60')
    expect(signs()).toEqual([])
  })

  test('without TRX for the network fee, the payer checks again and cannot pay', async () => {
    open({ readiness: { ...READINESS, trxBalance: '1500000' } })
    await page.connect()
    await page.expectState('review', 'this account has 1.50\u00a0TRX')
    await page.expectState('review', 'Check again')
    expect(page.find('[part~="pay-button"]')).toBeNull()
  })

  test('at par, the payer reviews the amount without a quote', async () => {
    open({
      item: {
        invoiceCurrency: 'USDT-mainnet',
        symbol: 'USDT',
        decimals: 6,
        quoted: { pricing: 'par', symbol: 'USDT', decimals: 6 },
      },
      paid: null,
      money: { amountUnits: 80_000_000n, feeUnits: 800_000n },
    })
    await page.connect()
    await page.expectState('review', 'Verified')
    expect(page.find('[part~="pay-button"]')?.textContent).toContain('Pay 80.80\u00a0USDT')
    expect(created).toBe(0)
  })
})

describe('A host that lies about a quote on Tron', () => {
  const honest = quoteAt('0.8')
  const { amountUnits, feeUnits } = amountsAt('0.8')
  const more = formatAmount(amountUnits + 1n, 6)
  const lies: readonly (readonly [string, Host])[] = [
    ['one unit more in the transactions', { money: { amountUnits: amountUnits + 1n } }],
    ['one unit less in the transactions', { money: { amountUnits: amountUnits - 1n } }],
    ['a higher fee in the transactions', { money: { feeUnits: feeUnits + 1n } }],
    ['another payee of the fee', { feeAddress: TRON_PAYER }],
    ['an amount above its rate', { quotes: [{ ...honest, paymentAmount: more }] }],
    [
      'an amount above its rate, also in the transactions',
      {
        quotes: [{ ...honest, paymentAmount: more }],
        money: { amountUnits: amountUnits + 1n },
      },
    ],
    ['a fee above its rate', { quotes: [{ ...honest, feeAmount: more }] }],
    ['another rate than its amounts', { quotes: [{ ...honest, price: '0.79' }] }],
    ['another invoice amount', { quotes: [{ ...honest, invoiceAmount: '79' }] }],
    ['another invoice currency', { quotes: [{ ...honest, invoiceCurrency: 'USD' }] }],
    ['another payment currency', { quotes: [{ ...honest, paymentCurrency: 'USDC-tron' }] }],
    ['no sources', { quotes: [{ ...honest, sources: [] }] }],
    ['an expired quote', { quotes: [quoteAt('0.8', 'A', -1)] }],
    ['an expiry far away', { quotes: [quoteAt('0.8', 'A', 86_400)] }],
    ['another quote in the transactions', { paid: quoteAt('0.8', 'B') }],
    ['no quote in the transactions', { paid: null }],
    [
      'par between two assets',
      { item: { quoted: { pricing: 'par', symbol: 'USDT', decimals: 6 } } },
    ],
    ['other decimals', { item: { quoted: { pricing: 'market', symbol: 'USDT', decimals: 7 } } }],
    ['another symbol', { item: { quoted: { pricing: 'market', symbol: 'USDC', decimals: 6 } } }],
    ['another currency of the item', { item: { paymentCurrency: 'USDC-tron' } }],
    ['a quoted price without its currency', { item: { invoiceCurrency: null } }],
    [
      'another currency of the item and the quote',
      {
        item: { paymentCurrency: 'USDC-tron' },
        quotes: [{ ...honest, paymentCurrency: 'USDC-tron' }],
      },
    ],
    [
      'another invoice currency of the item and the quote',
      { item: { invoiceCurrency: 'EUR' }, quotes: [{ ...honest, invoiceCurrency: 'EUR' }] },
    ],
  ]

  test.each(lies)('the wallet receives no request: %s', async (_, host) => {
    open(host)
    await page.connect()
    await page.expectState('failed', 'Nothing was charged.')
    expect(signs()).toEqual([])
  })
})
