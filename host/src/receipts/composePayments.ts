import { divide, formatAmount, parseAmount } from '@secure-payment/core'
import type { BridgeTransfer, ObservedTransaction, SecurePayment } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { FIAT_DECIMALS } from '@secure-payment/core/conversion'
import { getNetwork } from '@secure-payment/core/networks'
import { parseFiatWorths } from '../db/fiatWorths.ts'
import type { Row } from '../db/schema.ts'
import { ensureDefined } from '../ensureDefined.ts'
import type { PageLanguage } from '../http/pageWords.ts'
import { formatMoney, formatWorth } from './formatMoney.ts'
import type { Receipt } from './readReceipt.ts'
import { type ReceiptRow, rowOf } from './receiptDocument.ts'
import { receiptWords } from './words/receiptWords.ts'
import { writeRate } from './writeRate.ts'
import { writeTime } from './writeTime.ts'

type Page = { language: PageLanguage; timeZone: string }

/** Returns the facts of each transaction that paid; transactions over a bridge that do not count yet come last. */
export function composePayments(receipt: Receipt, page: Page): readonly (readonly ReceiptRow[])[] {
  const { payment, stored } = receipt
  const transfers = (payment.transfers ?? []).filter(({ status }) => status !== 'foreign')
  const open = transfers.filter(({ isCounted }) => !isCounted)
  const arriving = new Set(open.map(({ settledTxHash }) => settledTxHash))
  return [
    ...payment.transactions.flatMap((seen, index) => {
      const counted = stored.payments[index]
      if (counted !== undefined) {
        const transfer = transfers.find((one) => one.isCounted && isOf(one, counted))
        return [composeCounted(receipt, page, { seen, counted, transfer })]
      }
      return arriving.has(seen.txHash) ? [] : [composeYoung(receipt, page, seen)]
    }),
    ...open.map((transfer) => composeTransfer(receipt, page, transfer)),
  ]
}

/** Returns the facts of each refund. */
export function composeRefunds(
  { payment }: Receipt,
  page: Page,
): readonly (readonly ReceiptRow[])[] {
  const words = receiptWords[page.language]
  return (payment.refunds ?? []).map((refund) => {
    return [
      writeDate(refund, page),
      rowOf(words.amount, formatMoney(refund.amount, refund.symbol, page.language)),
      hashRow(words.transaction, refund.txHash, refund.explorerUrl),
    ]
  })
}

/** Returns the item that a transaction paid; every transaction of a payment belongs to one of its items. */
function itemOf({ items }: SecurePayment, id: string): SecurePayment['items'][number] {
  return ensureDefined(
    items.find(({ requestId }) => requestId === id),
    'The item of a transaction',
  )
}

function isOf(transfer: BridgeTransfer, { tx_hash, source_tx_hash }: Row<'payments'>): boolean {
  return transfer.settledTxHash === tx_hash || transfer.txHash === source_tx_hash
}

type Counted = {
  seen: ObservedTransaction
  counted: Row<'payments'>
  transfer: BridgeTransfer | undefined
}

function composeCounted(
  receipt: Receipt,
  page: Page,
  { seen, counted, transfer }: Counted,
): readonly ReceiptRow[] {
  const { language } = page
  const words = receiptWords[language]
  const worth = writeWorth(receipt, counted, language)
  return [
    writeDate(seen, page),
    rowOf(words.amount, writeAmount(receipt, seen, language)),
    rowOf(words.paidWith, writeSpent({ counted, transfer }, language)),
    ...writeRate(counted, language),
    ...(worth === null ? [] : [rowOf(words.worth, worth)]),
    ...(transfer === undefined ? writeGas(counted, language) : []),
    ...(transfer === undefined
      ? [hashRow(words.transaction, seen.txHash, seen.explorerUrl)]
      : [
          ...writeBridgeFee(transfer, language),
          sourceRow(transfer, language),
          hashRow(
            `${words.arrival} · ${getNetwork(counted.network).name}`,
            seen.txHash,
            seen.explorerUrl,
          ),
        ]),
  ]
}

/** Returns the facts of a payment on the payee's network that is too young to count. */
function composeYoung(
  receipt: Receipt,
  page: Page,
  seen: ObservedTransaction,
): readonly ReceiptRow[] {
  const words = receiptWords[page.language]
  return [
    writeDate(seen, page),
    rowOf(words.amount, writeAmount(receipt, seen, page.language)),
    hashRow(words.transaction, seen.txHash, seen.explorerUrl),
  ]
}

/** Returns the facts of a payment that a bridge carries, even before it arrives. */
function composeTransfer(
  { payment }: Receipt,
  { language }: Page,
  transfer: BridgeTransfer,
): readonly ReceiptRow[] {
  const words = receiptWords[language]
  const { status, sourceAmount, token, sourceNetwork, settledTxHash } = transfer
  const texts: Readonly<Record<string, string>> = words.transfer
  const seen = payment.transactions.find(({ txHash }) => txHash === settledTxHash)
  const spent = sourceAmount === null ? token : formatMoney(sourceAmount, token, language)
  return [
    rowOf(words.arrival, texts[status] ?? words.states.confirming),
    rowOf(words.paidWith, `${spent} · ${sourceNetwork.name}`),
    sourceRow(transfer, language),
    ...(settledTxHash === null
      ? []
      : [
          hashRow(
            `${words.arrival} · ${payment.chain.name}`,
            settledTxHash,
            seen?.explorerUrl ?? null,
          ),
        ]),
  ]
}

function writeDate({ timestamp }: ObservedTransaction, page: Page): ReceiptRow {
  const words = receiptWords[page.language]
  if (timestamp === null) return rowOf(words.date, words.states.confirming)
  return rowOf(words.date, writeTime(timestamp, page), { time: timestamp })
}

/** Writes the part of the payment's amount that a transaction paid. */
function writeAmount(
  { payment }: Receipt,
  { requestId, amount }: ObservedTransaction,
  language: PageLanguage,
): string {
  return formatMoney(amount, itemOf(payment, requestId).symbol, language)
}

/** Writes the amount that left the payer's wallet: on the source network if a bridge carried the payment, otherwise with the fee. */
function writeSpent(
  { counted, transfer }: Pick<Counted, 'counted' | 'transfer'>,
  language: PageLanguage,
): string {
  if (transfer !== undefined) {
    const { sourceAmount, token, sourceNetwork } = transfer
    const sent = sourceAmount === null ? token : formatMoney(sourceAmount, token, language)
    return `${sent} · ${sourceNetwork.name}`
  }
  const { currency, symbol } = getCurrency(counted.payment_currency)
  const fee = counted.fee_address === null ? 0n : BigInt(counted.fee_units)
  const spent = formatAmount(BigInt(counted.credited_units) + fee, currency.decimals)
  return `${formatMoney(spent, symbol, language)} · ${getNetwork(counted.network).name}`
}

/**
 * Writes the stored worth at the payment's block, in the merchant's reporting currency, otherwise in US dollars. Null if neither is known, or
 * if the price is in that currency.
 */
function writeWorth(
  { currency }: Receipt,
  { amount_in_usd, fiat_worths, invoice_currency }: Row<'payments'>,
  language: PageLanguage,
): string | null {
  const own = currency === 'USD' ? amount_in_usd : (parseFiatWorths(fiat_worths)[currency] ?? null)
  const [worth, unit] = own === null ? [amount_in_usd, 'USD'] : [own, currency]
  if (worth === null || getCurrency(invoice_currency).symbol === unit) return null
  return formatWorth(worth, unit, language)
}

/**
 * Returns the row of the network's fee, to six digits; none if a service sent the transaction, because the payer then paid no such fee. The
 * fee of a payment in the native coin has its worth in US dollars, at the price of the payment.
 */
function writeGas(payment: Row<'payments'>, language: PageLanguage): readonly ReceiptRow[] {
  const { gas_units, type, network } = payment
  if (gas_units === null || (type !== 'direct' && type !== 'conversion')) return []
  const { symbol, decimals } = getNetwork(network).nativeCurrency
  const units = BigInt(gas_units)
  const step = 10n ** BigInt(Math.max(gas_units.length - FEE_DIGITS, 0))
  const shown = formatAmount(divide(units, step, 'half_even') * step, decimals)
  const fee = formatMoney(shown, symbol, language)
  const worth = worthOfGas(payment, units)
  return [
    rowOf(
      receiptWords[language].networkFee,
      worth === null ? fee : `${fee} · ${formatWorth(worth, 'USD', language)}`,
    ),
  ]
}

const FEE_DIGITS = 6

/** Returns the worth of a network fee in US dollars; null unless the payment is in the same coin, with a known worth of at least a cent. */
function worthOfGas(
  { token_address, amount_in_usd, credited_units }: Row<'payments'>,
  gasUnits: bigint,
): string | null {
  const paidUnits = BigInt(credited_units)
  if (token_address !== null || amount_in_usd === null || paidUnits === 0n) return null
  const usd = parseAmount(amount_in_usd, FIAT_DECIMALS, { allowZero: true })
  const worth = divide(usd * gasUnits, paidUnits, 'half_even')
  return worth < CENT ? null : formatAmount(worth, FIAT_DECIMALS)
}

const CENT = 10n ** BigInt(FIAT_DECIMALS - 2)

function writeBridgeFee(
  { bridgeFee, token }: BridgeTransfer,
  language: PageLanguage,
): readonly ReceiptRow[] {
  if (bridgeFee === null) return []
  return [rowOf(receiptWords[language].bridgeKept, formatMoney(bridgeFee, token, language))]
}

function sourceRow(
  { txHash, transactionUrl, explorerUrl, sourceNetwork }: BridgeTransfer,
  language: PageLanguage,
): ReceiptRow {
  const label = `${receiptWords[language].transaction} · ${sourceNetwork.name}`
  return hashRow(label, txHash, transactionUrl ?? explorerUrl)
}

function hashRow(label: string, hash: string, href: string | null): ReceiptRow {
  return rowOf(label, hash, { href, isCode: true })
}
