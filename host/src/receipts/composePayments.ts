import { divide, formatAmount, parseAmount } from '@secure-payment/core'
import type { BridgeTransfer, ObservedTransaction, SecurePayment } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { FIAT_DECIMALS } from '@secure-payment/core/conversion'
import { getNetwork } from '@secure-payment/core/networks'
import { parseFiatWorths } from '../db/fiatWorths.ts'
import type { Row } from '../db/schema.ts'
import { ensureDefined } from '../ensureDefined.ts'
import type { PageLanguage } from '../http/pageWords.ts'
import { deliveredUnits } from '../settlement/deliveredUnits.ts'
import { readGasWorth } from '../settlement/worthOfGas.ts'
import { formatMoney, formatWorth } from './formatMoney.ts'
import type { Receipt } from './readReceipt.ts'
import { type ReceiptRow, rowOf } from './receiptDocument.ts'
import { receiptWords } from './words/receiptWords.ts'
import { writeFee } from './writeFee.ts'
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
    ...(transfer === undefined
      ? []
      : [
          ...writeBridgeFee(transfer, language),
          rowOf(words.delivered, writeArrived(counted, language)),
        ]),
    ...writeRate(counted, language),
    ...(worth === null ? [] : [rowOf(words.worth, worth)]),
    ...(isRelayed(receipt, counted) ? [] : writeGas(counted, language)),
    ...(transfer === undefined
      ? [hashRow(words.transaction, seen.txHash, seen.explorerUrl)]
      : [
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
  receipt: Receipt,
  { language }: Page,
  transfer: BridgeTransfer,
): readonly ReceiptRow[] {
  const { payment } = receipt
  const words = receiptWords[language]
  const { status, sourceAmount, token, sourceNetwork, settledTxHash } = transfer
  const texts: Readonly<Record<string, string>> = words.transfer
  const seen = payment.transactions.find(({ txHash }) => txHash === settledTxHash)
  const spent = sourceAmount === null ? token : formatMoney(sourceAmount, token, language)
  return [
    rowOf(words.arrival, texts[status] ?? words.states.confirming),
    rowOf(words.paidWith, `${spent} · ${sourceNetwork.name}`),
    ...writeSourceGas(receipt, transfer, language),
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
  return writeArrived(counted, language)
}

/** Writes the amount that arrived on the payee's network, with the fee. */
function writeArrived(payment: Row<'payments'>, language: PageLanguage): string {
  const { currency, symbol } = getCurrency(payment.payment_currency)
  const units = formatAmount(deliveredUnits(payment), currency.decimals)
  return `${formatMoney(units, symbol, language)} · ${getNetwork(payment.network).name}`
}

/**
 * Writes the worth of what the payer paid at the payment's block, in the merchant's reporting currency, otherwise in US dollars: the stored
 * worth of the payee's part, and the fee at the same rate, rounded down. Null if no worth is known, or if the price is in that currency.
 */
function writeWorth(
  { currency }: Receipt,
  payment: Row<'payments'>,
  language: PageLanguage,
): string | null {
  const { amount_in_usd, fiat_worths, invoice_currency } = payment
  const own = currency === 'USD' ? amount_in_usd : (parseFiatWorths(fiat_worths)[currency] ?? null)
  const [worth, unit] = own === null ? [amount_in_usd, 'USD'] : [own, currency]
  if (worth === null || getCurrency(invoice_currency).symbol === unit) return null
  return formatWorth(withFee(worth, payment), unit, language)
}

/** Adds the fee's worth to the worth of a payment's payee's part, in fiat as decimal text. */
function withFee(worth: string, payment: Row<'payments'>): string {
  const creditedUnits = BigInt(payment.credited_units)
  if (creditedUnits === 0n) return worth
  const units = parseAmount(worth, FIAT_DECIMALS, { allowZero: true })
  return formatAmount(divide(units * deliveredUnits(payment), creditedUnits, 'down'), FIAT_DECIMALS)
}

/**
 * Returns the row of the gas that the payer spent, with its worth in the currency of the price when it was paid. None if a relayer paid the
 * gas.
 */
function writeGas(payment: Row<'payments'>, language: PageLanguage): readonly ReceiptRow[] {
  const { gas_units, type, network, source_network, invoice_currency } = payment
  if (gas_units === null || type === 'recurring') return []
  const spent = { network: source_network ?? network, units: gas_units }
  const isCoin = getNetwork(spent.network).nativeCurrency.currencyId === invoice_currency
  const worth = isCoin
    ? { worth: dollarsOfGas(payment, gas_units), currency: 'USD' }
    : { worth: readGasWorth(payment), currency: invoice_currency }
  return [rowOf(receiptWords[language].networkFee, writeFee({ ...spent, ...worth }, language))]
}

/** Returns whether a relayer sent the payment that the payer signed. The rows of earlier releases contain the relayer's gas. */
function isRelayed({ stored: { signedPayment } }: Receipt, { tx_hash }: Row<'payments'>): boolean {
  return signedPayment?.status === 'confirmed' && signedPayment.tx_hash === tx_hash
}

/** Returns the dollars of the gas of a payment whose price is in the coin itself; null if the payment's own worth is unknown. */
function dollarsOfGas(
  { token_address, amount_in_usd, credited_units }: Row<'payments'>,
  gas: string,
): string | null {
  if (token_address !== null || amount_in_usd === null || credited_units === '0') return null
  const usd = parseAmount(amount_in_usd, FIAT_DECIMALS, { allowZero: true })
  return formatAmount(divide(usd * BigInt(gas), BigInt(credited_units), 'down'), FIAT_DECIMALS)
}

/** Returns the row of the gas of a transaction that a bridge still carries. */
function writeSourceGas(
  { stored }: Receipt,
  { txHash, sourceNetwork }: BridgeTransfer,
  language: PageLanguage,
): readonly ReceiptRow[] {
  const sent = stored.transfers.find(({ tx_hash }) => tx_hash === txHash)
  const request = stored.requests.find(({ id }) => id === sent?.request_id)
  if (sent === undefined || request === undefined || sent.source_gas_units === null) return []
  const { source_gas_units: units, source_gas_worth: worth } = sent
  const spent = { network: sourceNetwork.id, units, worth, currency: request.invoice_currency }
  const fee = writeFee(spent, language)
  return [rowOf(receiptWords[language].networkFee, fee)]
}

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
