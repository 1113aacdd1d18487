import { formatAmount, parseAmount, percentOf, splitPayment } from '@secure-payment/core'
import { quoteAmounts } from '@secure-payment/core/conversion'
import { getNetwork } from '@secure-payment/core/networks'
import { ways } from '@secure-payment/core/ways'
import type { PaymentItem } from '../paymentMetadata.ts'
import { anItem, FEE_ADDRESS } from './examples.ts'

const SENT = '2026-01-01T00:00:01.000Z'

/** Creates an item of 80 euros with a fee of 1 %, payable in the devnet's ETH at a quote. */
export function aQuotedItem(patch: Partial<PaymentItem> = {}): PaymentItem {
  return anItem({
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
    ...patch,
  })
}

/** The changes of a quote; `currency` is the payment currency, and `decimals` are its decimals. */
type Quoting = { due?: string; id?: string; leftS?: number; currency?: string; decimals?: number }

/** Returns a correct quote of the remainder of `aQuotedItem`, which the service sent with ten minutes left. */
export function aQuote(price: string, options: Quoting = {}) {
  const { due = '80', id = 'A', leftS = 600, currency = 'ETH-devnet', decimals = 18 } = options
  const amountUnits = parseAmount(due, 8)
  const rate = { price: parseAmount(price, 18), invoiceDecimals: 8, paymentDecimals: decimals }
  const fee = percentOf(amountUnits, '1', 'up')
  const isStablecoin = currency.startsWith('USD')
  const quoted = quoteAmounts({ amountUnits, feeUnits: fee }, { ...rate, isStablecoin })
  return {
    quoteId: `01KB4Z8Q6V3M2N5P7R9T0W1X2${id}`,
    invoiceAmount: due,
    invoiceCurrency: 'EUR',
    paymentAmount: formatAmount(quoted.amountUnits, decimals),
    feeAmount: formatAmount(quoted.feeUnits, decimals),
    paymentCurrency: currency,
    price,
    sources: [
      { source: 'coinbase', at: SENT },
      { source: 'kraken', at: SENT },
    ],
    createdAt: SENT,
    expiresAt: new Date(Date.parse(SENT) + leftS * 1_000).toISOString(),
  }
}

/** Returns a quote whose payee bears the fee: the same amount in all as the quote without a fee. */
export function borneQuote(price: string, options: Quoting = {}) {
  const { decimals = 18, currency = 'ETH-devnet' } = options
  const quote = aQuote(price, options)
  const rate = { price: parseAmount(price, 18), invoiceDecimals: 8, paymentDecimals: decimals }
  const due = { amountUnits: parseAmount(quote.invoiceAmount, 8), feeUnits: 0n }
  const whole = quoteAmounts(due, { ...rate, isStablecoin: currency.startsWith('USD') })
  const parts = splitPayment(whole.amountUnits, '1')
  return {
    ...quote,
    paymentAmount: formatAmount(parts.amountUnits, decimals),
    feeAmount: formatAmount(parts.feeUnits, decimals),
  }
}

/** Returns the correct response to `GET …/pay` at a quote. */
export function quotedCalldata(quote: ReturnType<typeof aQuote>) {
  const { payee, paymentReference } = aQuotedItem()
  const terms = {
    network: 'devnet',
    token: null,
    payee,
    amountUnits: parseAmount(quote.paymentAmount, 18),
    feeUnits: parseAmount(quote.feeAmount, 18),
    paymentReference: `0x${paymentReference.slice(2)}` as const,
    feeAddress: FEE_ADDRESS,
  }
  const steps = ways.direct.steps(getNetwork('devnet'), terms, {
    address: null,
    allowanceUnits: null,
  })
  const transactions = steps.map(({ transaction: { to, data, value } }) => ({
    to,
    data,
    value: `0x${value.toString(16)}`,
  }))
  return { transactions, metadata: { hasEnoughBalance: true, hasEnoughGas: true, quote } }
}
