import { formatAmount, parseAmount } from '@secure-payment/core'
import { describe, expect, test } from 'vitest'
import type { PaymentItem } from './paymentMetadata.ts'
import { hex, THERE, transactionsOf, withoutBridgeTerms } from './testing/bridgedExamples.ts'
import { aConvertedItem, anItem, aPayment, FEE_ADDRESS, USDC } from './testing/examples.ts'
import { honestCalldata } from './testing/fakes.ts'
import { mutationsOf } from './testing/mutations.ts'
import { FAR, payAsTold, type Said } from './testing/payAsTold.ts'
import { aQuote, aQuotedItem, borneQuote, quotedCalldata } from './testing/quotedExamples.ts'
import { takeShare } from './testing/takeShare.ts'

type Part = Exclude<keyof Said, 'otherQuotes'>

/** Two teas of 80 in the invoice currency. */
const ORDER = {
  title: 'Teas',
  lines: [
    { name: 'Green', quantity: '2', unitPrice: '25', taxAmount: '5' },
    { name: 'Black', quantity: '1', unitPrice: '25' },
  ],
}

/** 80 dollars without a fee, payable in USDC at the rate of the chain. */
const DOLLARS = aConvertedItem({ fee: null })
/** 80 dollars at 1.0002 are 80.016 USDC, and 1 % more is 80.81616. */
const MOST = { maxToSpendUnits: 80_816_160n }

const EUROS = aQuotedItem()

const BORNE = { percentage: '1', amount: '0.8', address: FEE_ADDRESS, bearer: 'payee' } as const
/** 80 dollars in all, of which the payee receives 79.2. */
const BORNE_DOLLARS = aConvertedItem({ fee: BORNE })
/** 80 euros in all, at the price of the service. */
const BORNE_EUROS = aQuotedItem({ fee: BORNE })

/** The correct description of a payment of an item, which also accepts USDC on another network. */
function describePayment(item: PaymentItem, further: object = {}) {
  const { raw: _raw, plan: _plan, ...payment } = aPayment({ items: [item], expiresAt: FAR })
  const { chain } = payment
  const { payee, tokenAddress, paymentReference, paymentCurrency, quoted, conversion } = item
  const own = {
    option: paymentCurrency,
    chain,
    payee,
    tokenAddress,
    paymentReference,
    conversion,
    ...(quoted && { quoted }),
  }
  const other = {
    option: 'USDC-devnet-b',
    chain: { ...chain, id: 'devnet-b', chainId: 31_338 },
    payee,
    tokenAddress: USDC,
    paymentReference: '0x00000000000000b1',
    conversion,
    ...further,
  }
  return { ...payment, order: ORDER, options: [own, other] }
}

/** The correct responses about 80 dollars, payable in USDC on two networks. */
function createConverted(item: PaymentItem = DOLLARS): Said {
  const payment = describePayment(item)
  const row = {
    option: 'USDC-devnet',
    balance: '300',
    balanceWorth: '299.94',
    amount: '80.016',
    neededAmount: '80.81616',
    networkFee: { amount: '0.00012', symbol: 'ETH', worth: '0.3' },
    total: '80.3',
    isPayable: true,
    missing: [],
  }
  return {
    payment,
    chosen: payment,
    rows: { options: [row, { ...row, option: 'USDC-devnet-b' }] },
    calldata: honestCalldata(aPayment({ items: [item] }), null, MOST),
    quote: null,
  }
}

/** The correct responses about 80 euros, payable in ETH at a quote. */
function createQuoted(item: PaymentItem = EUROS, priceOf = aQuote): Said {
  const quote = priceOf('2273')
  const payment = describePayment(item, {
    quoted: { pricing: 'market', symbol: 'USDC', decimals: 6 },
  })
  const needed = formatAmount(
    parseAmount(quote.paymentAmount, 18) + parseAmount(quote.feeAmount, 18),
    18,
  )
  const row = {
    option: 'ETH-devnet',
    balance: '3',
    balanceWorth: '6819',
    amount: needed,
    neededAmount: needed,
    networkFee: { amount: '0.0001', symbol: 'ETH', worth: '0.2273' },
    total: item.fee?.bearer ? '80.2273' : '81.0273',
    isPayable: true,
    missing: [],
  }
  const other = priceOf('0.9', { currency: 'USDC-devnet-b', decimals: 6 })
  const units = parseAmount(other.paymentAmount, 6) + parseAmount(other.feeAmount, 6)
  const amount = formatAmount(units, 6)
  const usdc = { option: 'USDC-devnet-b', balance: '100', amount, neededAmount: amount }
  return {
    payment,
    chosen: payment,
    rows: { options: [row, { ...row, ...usdc }] },
    calldata: quotedCalldata(quote),
    quote,
    otherQuotes: { 'USDC-devnet-b': other },
  }
}

/** 80 dollars that contracts could convert, and that the service also quotes. */
const QUOTED_DOLLARS = aConvertedItem({ fee: null, conversion: describeConversion() })

function describeConversion() {
  const rate = { rate: '1.0002', maxRateAgeS: null }
  return { symbol: 'USDC', decimals: 6, isQuotable: true, ...rate }
}

/** The correct responses about 80 dollars, paid in USDC at a quote although contracts could convert them. */
function createQuotedDollars(): Said {
  const honest = createConverted(QUOTED_DOLLARS)
  const quote = {
    ...aQuote('0.8', { currency: 'USDC-devnet', decimals: 6 }),
    invoiceCurrency: 'USD',
    feeAmount: '0',
  }
  const amount = quote.paymentAmount
  const plain = anItem({ amount, remainingAmount: amount, fee: null })
  const { transactions } = honestCalldata(aPayment({ items: [plain] }))
  const row = { ...Object(honest.rows).options[0], amount, neededAmount: amount }
  return {
    ...honest,
    rows: { options: [row, { ...row, option: 'USDC-devnet-b' }] },
    calldata: { transactions, metadata: { hasEnoughBalance: true, hasEnoughGas: true, quote } },
    quote,
    otherQuotes: { 'USDC-devnet-b': { ...quote, paymentCurrency: 'USDC-devnet-b' } },
  }
}

/** The wallet's only token, which the payment does not accept: 100.025 of it buy the 100 tokens that must arrive. */
const SPENT = '100.025'
const USDT = hex(THERE.tokens.find(({ symbol }) => symbol === 'USDT')?.address)

/** The correct responses about 80 dollars, payable in USDC on two networks, for a wallet that only holds USDT on another network. */
function createBridged(): Said {
  const price = {
    ...aQuote('0.8'),
    invoiceCurrency: 'USD',
    paymentCurrency: 'USDC-devnet',
    paymentAmount: '100',
    feeAmount: '0',
  }
  const payment = describePayment(DOLLARS)
  const poor = { balance: '0', isPayable: false, missing: [{ symbol: 'USDC', amount: '80.82' }] }
  const row = {
    option: 'USDC-devnet',
    balanceWorth: '0',
    amount: '80.016',
    neededAmount: '80.81616',
    networkFee: { amount: '0.00012', symbol: 'ETH', worth: '0.3' },
    total: '80.3',
    ...poor,
  }
  const way = {
    balance: '900',
    hasEnoughBalance: true,
    neededAmount: SPENT,
    durationS: 4,
    networkFee: { amount: '0.0002', symbol: 'ETH', worth: '0.5' },
  }
  const money = { amountUnits: 100_000_000n, feeUnits: 0n }
  const transactions = transactionsOf(DOLLARS, money, {}, parseAmount(SPENT, 6), USDT)
  const metadata = {
    hasEnoughBalance: true,
    routeType: 'crosschain',
    sourceAmount: SPENT,
    quoteExpiresAt: Date.parse(payment.serverTime) / 1_000 + 600,
    quote: price,
  }
  return {
    payment: { ...payment, paymentOptions: { 'DEVNET-B': { USDT: way } } },
    chosen: payment,
    rows: { options: [row, { ...row, option: 'USDC-devnet-b' }] },
    calldata: { transactions, metadata },
    quote: price,
    isBridged: true,
  }
}

/**
 * Returns the amounts and parties that an element without checks would show, and the transactions that it would sign. Leaves out names:
 * no page can check the names of goods, and the names of networks come from the registry.
 */
function trust({ payment, chosen, rows, calldata, quote }: Said, honest: Said): string {
  return JSON.stringify([
    shownOf(payment, honest),
    shownOf(chosen, honest),
    ['payee', 'fee'].map((key) => pick(chosen, 'items', 0, key)),
    // A payer who pays from another chain chooses no row.
    honest.isBridged ? null : pick(rows, 'options', 0, 'option'),
    pick(rows, 'options', 0, 'amount'),
    pick(rows, 'options', 0, 'total') ?? pick(honest.rows, 'options', 0, 'total'),
    pick(chosen, 'chain', 'chainId'),
    pick(calldata, 'metadata', 'sourceAmount'),
    pricesOf(quote),
    pricesOf(pick(calldata, 'metadata', 'quote')),
    signedOf(pick(calldata, 'transactions'), honest),
  ])
}

/** Returns the amounts that a page shows before the review. */
function shownOf(payment: unknown, honest: Said): unknown {
  const item = pick(payment, 'items', 0)
  // Only the review, which `chosen` describes, shows a fee that the payee bears.
  const fee = pick(item, 'fee', 'bearer') === 'payee' ? null : pick(item, 'fee')
  return [
    ...['remainingAmount', 'symbol'].map((key) => pick(item, key)),
    ...['amount', 'percentage'].map((key) => pick(fee, key)),
    linesOf(pick(payment, 'order', 'lines') ?? pick(honest.chosen, 'order', 'lines')),
  ]
}

/** Returns the members of a quote that a page shows: both amounts, the fee, the price, its sources and its end. */
function pricesOf(quote: unknown): unknown {
  return [
    ...['invoiceAmount', 'invoiceCurrency', 'paymentAmount', 'paymentCurrency', 'feeAmount'],
    ...['price', 'sources', 'expiresAt'],
  ].map((key) => pick(quote, key))
}

/**
 * Returns the transactions without the terms that only a bridge can check. Without approvals, they are those of a wallet that approved before,
 * which are correct too. A transaction without a network is one on the payment's network.
 */
function signedOf(transactions: unknown, { calldata }: Said): unknown {
  if (!Array.isArray(transactions) || transactions.length === 0) return transactions
  const all = asList(pick(calldata, 'transactions'))
  const approved = all.slice(0, Math.max(all.length - transactions.length, 0))
  return [...approved, ...transactions].map((one: unknown) => {
    if (!(one instanceof Object && 'data' in one)) return one
    const value = pick(one, 'value')
    const isZero = typeof value === 'string' && /^0x0+$/.test(value)
    return {
      chainId: pick(all[0], 'chainId') ?? undefined,
      ...one,
      data: withoutBridgeTerms(one.data),
      ...(isZero && { value: '0x0' }),
    }
  })
}

/** Returns the shown amounts of lines in a fixed order. */
function linesOf(lines: unknown): unknown {
  if (!Array.isArray(lines)) return lines
  return lines
    .map((line) => ['quantity', 'unitPrice', 'taxAmount'].map((key) => pick(line, key)).join())
    .toSorted()
}

function pick(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (at instanceof Object ? Reflect.get(at, key) : null),
    value,
  )
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A correct service, and the minimum number of changes that matter, for each of its responses. */
const SCENES = {
  'a converted price': {
    item: DOLLARS,
    honest: createConverted(),
    least: { payment: 60, chosen: 60, rows: 20, calldata: 10 },
  },
  'a quoted price': {
    item: EUROS,
    honest: createQuoted(),
    least: { payment: 60, chosen: 60, rows: 20, calldata: 60, quote: 50 },
  },
  'a converted price whose payee bears the fee': {
    item: BORNE_DOLLARS,
    honest: createConverted(BORNE_DOLLARS),
    least: { payment: 60, chosen: 60, rows: 20, calldata: 10 },
  },
  'a quoted price whose payee bears the fee': {
    item: BORNE_EUROS,
    honest: createQuoted(BORNE_EUROS, borneQuote),
    least: { payment: 60, chosen: 60, rows: 20, calldata: 60, quote: 50 },
  },
  'a price that contracts could convert, at a quote': {
    item: QUOTED_DOLLARS,
    honest: createQuotedDollars(),
    least: { payment: 60, chosen: 60, rows: 20, calldata: 60, quote: 50 },
  },
  'a token that the payment does not accept': {
    item: DOLLARS,
    honest: createBridged(),
    least: { payment: 60, chosen: 60, rows: 10, calldata: 60, quote: 50 },
  },
} as const
type Scene = {
  readonly item: PaymentItem
  readonly honest: Said
  readonly least: Partial<Record<Part, number>>
}

/** Returns the changes of one response that an element without checks would sign or show. */
function liesOf(part: Part, honest: Said): { name: string; said: Said }[] {
  return mutationsOf(honest[part])
    .map(({ name, changed }) => ({ name, said: { ...honest, [part]: changed } }))
    .filter(({ said }) => trust(said, honest) !== trust(honest, honest))
}

describe.each(Object.entries<Scene>(SCENES))(
  'A host that changes any member of its responses about %s',
  (_, { item, honest, least }) => {
    test('the wallet asks the payer if the host changes nothing', async () => {
      // The first page may rest while it loads parts of the element, which later pages have.
      await expect.poll(() => payAsTold(item, honest)).not.toEqual([])
    })

    const parts = (['payment', 'chosen', 'rows', 'calldata', 'quote'] as const).flatMap((part) =>
      least[part] === undefined ? [] : [[part, least[part]] as const],
    )
    test.each(parts)('the wallet never asks the payer: changes of %s', async (part, least) => {
      const lies = liesOf(part, honest)
      expect(lies.length).toBeGreaterThan(least)
      const believed: string[] = []
      for (const { name, said } of takeShare(lies)) {
        const asked = await payAsTold(item, said)
        if (asked.length > 0) believed.push(`${name}: ${asked.join()}`)
      }
      expect(believed).toEqual([])
    })
  },
)
