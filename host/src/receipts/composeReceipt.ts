import { formatAmount, orderLineTotal, orderTotal, parseAmount } from '@secure-payment/core'
import type { Order, SecurePayment } from '@secure-payment/core/api'
import { ensureDefined } from '../ensureDefined.ts'
import { elementWords } from '../hostedPage/elementWords.ts'
import { type PageLanguage, pageWords } from '../http/pageWords.ts'
import { composePayments, composeRefunds } from './composePayments.ts'
import { formatMoney, formatNumber, formatPercentage } from './formatMoney.ts'
import type { Receipt } from './readReceipt.ts'
import { type ReceiptDocument, type ReceiptRow, rowOf } from './receiptDocument.ts'
import { receiptWords } from './words/receiptWords.ts'
import type { ReceiptWords } from './words/words.ts'

type Words = { words: ReceiptWords; language: PageLanguage }

/** Writes a receipt in a language, with times in a time zone. Pure. */
export function composeReceipt(
  receipt: Receipt,
  page: { language: PageLanguage; timeZone: string },
): ReceiptDocument {
  const { payment, state, stored } = receipt
  const { language } = page
  const words = receiptWords[language]
  const notes: Readonly<Record<string, string>> = words.notes
  const isRemoved = stored.requests.some(({ revocations }) => revocations > 0)
  const isTest = payment.chain.isTestnet || payment.chain.isLocal
  return {
    language,
    isRightToLeft: language === 'ar',
    title: words.title,
    state: { code: state, text: words.states[state] },
    note: state === 'withdrawn' && !isRemoved ? null : (notes[state] ?? null),
    merchant: describeMerchant(receipt, language),
    testNetwork: isTest ? elementWords[language].testNetwork : null,
    amount: writeTotal(payment, language),
    order: composeOrder(payment, language),
    sums: composeSums(receipt, { words, language }),
    sections: [
      { heading: words.payments, groups: composePayments(receipt, page) },
      { heading: words.refunds, groups: composeRefunds(receipt, page) },
      { heading: words.details, groups: [composeFacts(receipt, { words, language })] },
    ].filter(({ groups }) => groups.length > 0),
    url: ensureDefined(payment.receiptUrl, 'The address of a receipt'),
  }
}

function describeMerchant(
  { payment, stored }: Receipt,
  language: PageLanguage,
): ReceiptDocument['merchant'] {
  const { name, logoUrl, supportUrl, supportEmail, verifiedDomain } = payment.merchant
  const mailto = supportEmail === null ? null : `mailto:${supportEmail}`
  const logoId = stored.branding?.logo_id ?? null
  return {
    name,
    domain: verifiedDomain,
    logo: logoId === null || logoUrl === null ? null : { id: logoId, url: logoUrl },
    contacts: [
      ...(supportUrl === null ? [] : [{ label: pageWords[language].contact, url: supportUrl }]),
      ...(mailto === null || mailto === supportUrl || supportEmail === null
        ? []
        : [{ label: supportEmail, url: mailto }]),
    ],
  }
}

/** Writes the amount of all items with their fees, as one sum per currency. */
function writeTotal({ items }: SecurePayment, language: PageLanguage): string {
  const sums = new Map<string, { units: bigint; decimals: number }>()
  for (const item of items) {
    const { symbol, decimals, amount } = item
    const fee = feeOnTop(item)
    const units = unitsOf(amount, decimals) + (fee === null ? 0n : unitsOf(fee.amount, decimals))
    sums.set(symbol, { units: (sums.get(symbol)?.units ?? 0n) + units, decimals })
  }
  return [...sums]
    .map(([symbol, { units, decimals }]) =>
      formatMoney(formatAmount(units, decimals), symbol, language),
    )
    .join(' + ')
}

/** Returns the fee that the payer pays on top; null if the payee bears it, because the payer then pays only the amount. */
function feeOnTop({ fee }: SecurePayment['items'][number]): typeof fee {
  return fee?.bearer === 'payee' ? null : fee
}

function unitsOf(amount: string, decimals: number): bigint {
  return parseAmount(amount, decimals, { allowZero: true })
}

function composeOrder(
  { order, items: [item] }: SecurePayment,
  language: PageLanguage,
): ReceiptDocument['order'] {
  if (order === undefined || item === undefined) return { title: null, texts: [], lines: [] }
  const { title = null, description, dueDate, lines = [] } = order
  const due = dueDate === undefined ? [] : [elementWords[language].due(writeDay(dueDate, language))]
  const money = (amount: string) => formatMoney(amount, item.symbol, language)
  return {
    title,
    texts: [...(description === undefined ? [] : [description]), ...due],
    lines: lines.map((line) => {
      const tax = line.taxAmount
      const count = isolate(`${formatNumber(line.quantity, language)} × ${money(line.unitPrice)}`)
      const taxed =
        tax === undefined ? '' : ` · ${elementWords[language].tax} ${isolate(money(tax))}`
      return { name: line.name, detail: `${count}${taxed}`, total: money(orderLineTotal(line)) }
    }),
  }
}

/** Isolates a part of a text, so that it cannot reorder the rest. */
function isolate(text: string): string {
  return `\u2068${text}\u2069`
}

/** Returns the parts of the total and, unless exactly the total was paid, the paid and the remaining amount. */
function composeSums(
  { payment, state }: Receipt,
  { words, language }: Words,
): readonly ReceiptRow[] {
  const { items, order, status } = payment
  const [item] = items
  if (item === undefined || items.length > 1) {
    return [rowOf(words.total, writeTotal(payment, language), { isStrong: true })]
  }
  const { amount, amountPaid, remainingAmount, symbol } = item
  const fee = feeOnTop(item)
  const nameFee = payment.flow === 'pay' ? words.fee : words.merchantFee
  const money = (text: string) => formatMoney(text, symbol, language)
  const parts = splitTax(amount, order)
  const isExact = status === 'completed' && amountPaid === amount
  // Money in transit is neither paid nor due.
  const isMoving = state === 'onWay' || state === 'confirming'
  return [
    ...(parts === null
      ? []
      : [rowOf(words.subtotal, money(parts.subtotal)), rowOf(words.tax, money(parts.tax))]),
    ...(parts !== null || fee === null ? [] : [rowOf(words.amount, money(amount))]),
    ...(fee === null
      ? []
      : [rowOf(nameFee(formatPercentage(fee.percentage, language)), money(fee.amount))]),
    rowOf(words.total, writeTotal(payment, language), { isStrong: true }),
    ...(isExact || isMoving ? [] : [rowOf(words.paidSoFar, money(amountPaid))]),
    ...(status === 'completed' || isMoving ? [] : [rowOf(words.stillDue, money(remainingAmount))]),
  ]
}

/** Divides an amount into the tax of its order's lines and the rest; null if no line states a tax. */
function splitTax(
  amount: string,
  order: Order | undefined,
): { subtotal: string; tax: string } | null {
  const lines = order?.lines ?? []
  if (lines.every(({ taxAmount }) => taxAmount === undefined)) return null
  const taxes = lines.flatMap(({ taxAmount }) => taxAmount ?? [])
  const tax = orderTotal(taxes.map((unitPrice) => ({ quantity: '1', unitPrice })))
  const subtotal = unitsOf(amount, TAX_DECIMALS) - unitsOf(tax, TAX_DECIMALS)
  return { subtotal: formatAmount(subtotal, TAX_DECIMALS), tax }
}

/** The maximum number of decimals of an amount. */
const TAX_DECIMALS = 24

/** Returns the recipients, and the identifiers by which the merchant finds the payment. */
function composeFacts(receipt: Receipt, { words, language }: Words): readonly ReceiptRow[] {
  const { items, reference, token, chain, options } = receipt.payment
  const isOne = items.length === 1
  return [
    ...(reference === null ? [] : [rowOf(words.reference, reference)]),
    ...(options === undefined
      ? [
          rowOf(words.network, chain.name),
          ...items.flatMap(({ payee, amount, symbol, paymentReference }) => [
            ...(isOne ? [] : [rowOf(words.amount, formatMoney(amount, symbol, language))]),
            ...composePlace({ payee, paymentReference }, words),
          ]),
        ]
      : composeOptions(options, receipt, words)),
    rowOf(words.paymentId, token, { isCode: true }),
  ]
}

type Options = NonNullable<SecurePayment['options']>

/** Returns the network, the recipient and the reference of each accepted currency in which money was paid, because each has its own. */
function composeOptions(
  options: Options,
  { payment, stored }: Receipt,
  words: ReceiptWords,
): readonly ReceiptRow[] {
  const paid = new Set(stored.payments.map(({ payment_currency }) => payment_currency))
  // A bridge delivers only the payment's own currency, which is the first option.
  const isCarried = payment.transfers?.some(({ status }) => status !== 'foreign') === true
  const used = options.filter(({ option }, index) => paid.has(option) || (isCarried && index === 0))
  return used.flatMap(({ chain, symbol, payee, paymentReference }) => [
    rowOf(words.network, used.length === 1 ? chain.name : `${chain.name} · ${symbol}`),
    ...composePlace({ payee, paymentReference }, words),
  ])
}

function composePlace(
  { payee, paymentReference }: Pick<Options[number], 'payee' | 'paymentReference'>,
  words: ReceiptWords,
): readonly ReceiptRow[] {
  return [
    rowOf(words.paidTo, payee, { isCode: true }),
    rowOf(words.paymentReference, paymentReference, { isCode: true }),
  ]
}

function writeDay(day: string, language: PageLanguage): string {
  return new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(day))
}
