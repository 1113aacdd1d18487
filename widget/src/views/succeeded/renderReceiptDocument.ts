import { orderLineTotal } from '@secure-payment/core'
import { html, nothing, render } from 'lit'
import { nonEmpty } from '../../nonEmpty.ts'
import { plainText } from '../../text/format.ts'
import { formatDateTime } from '../../text/formatDateTime.ts'
import type { FlowContext } from '../viewContext.ts'
import { isCarried, type Receipt } from './createReceipt.ts'
import { describeSource } from './describeSource.ts'
import { formatSpent } from './formatSpent.ts'

/** The inputs of a rendered receipt. */
export type ReceiptWords = Pick<FlowContext, 'text' | 'format'>

/** Writes the receipt as a plain page into `container`, for paper and for `receipt('html')`. */
function renderReceiptDocument(
  receipt: Receipt,
  { text, format }: ReceiptWords,
  container: HTMLElement,
): void {
  const row = (term: string, value: unknown): unknown =>
    value ? html`<tr><th scope="row">${term}</th><td>${value}</td></tr>` : nothing
  const [{ symbol }] = nonEmpty(receipt.items)
  const isOver = isCarried(receipt.sources, receipt.transactions)
  render(
    html`<h1>${text.receiptTitle}${receipt.merchant ? ` · ${plainText(receipt.merchant)}` : ''}</h1>
      ${receipt.order?.title ? html`<p>${receipt.order.title}</p>` : nothing}
      <table>
        <tbody>
          ${receipt.order?.lines?.map((line) => row(`${format.amount(line.quantity)} × ${line.name}`, format.money(orderLineTotal(line), symbol)))}
          ${receipt.items.map((item) => [
            row(text.paidTo, item.payee),
            row(text.amount, format.money(item.amount, item.symbol)),
            row(
              item.feeBearer === 'payee' ? `${text.fee} · ${text.feeBorne}` : text.fee,
              item.fee && format.money(item.fee, item.symbol),
            ),
            row(
              text.paidWith,
              isConverted(item) && !isOver && item.spent && formatSpent(format, item.spent),
            ),
          ])}
          ${row(text.network, plainText(receipt.network.name))}
          ${row(text.paidAt, receipt.paidAt && formatDateTime(format, receipt.paidAt))}
          ${row(text.reference, receipt.reference && plainText(receipt.reference))}
          ${receipt.sources.map((source) => [
            row(text.paidWith, describeSource(format, source)),
            row(text.bridgeKept, source.bridgeFee && formatSpent(format, source.bridgeFee)),
            row(onNetwork(text.transaction, source.network.name), source.hash),
          ])}
          ${receipt.transactions.map(({ hash }) => row(receipt.sources.length > 0 ? onNetwork(text.transaction, receipt.network.name) : text.transaction, hash))}
          ${receipt.refunds.map(({ amount, symbol, hash }) => [row(text.refunded, format.money(amount, symbol)), row(text.transaction, hash)])}
          ${row(text.paymentId, receipt.token)}
        </tbody>
      </table>`,
    container,
  )
}

/** Adds the network to a term, to distinguish the transactions of two networks. */
function onNetwork(term: string, network: string): string {
  return `${term} · ${plainText(network)}`
}

function isConverted({ currency, paymentCurrency }: Receipt['items'][number]): boolean {
  return currency !== paymentCurrency
}

/** Returns the receipt as one HTML document in a string. */
export function serializeReceipt(receipt: Receipt, words: ReceiptWords): string {
  const page = document.implementation.createHTMLDocument(words.text.receiptTitle)
  page.documentElement.lang = words.format.language
  page.documentElement.dir = words.text.dir
  const body = document.createElement('body')
  renderReceiptDocument(receipt, words, body)
  for (const node of [...body.childNodes]) page.body.append(page.importNode(node, true))
  // Inserts the style sheet as text: the page's content security policy, which the new document inherits, would reject a style
  // element.
  const markup = page.documentElement.outerHTML
    .replace(/<!--.*?-->/g, '')
    .replace('</head>', `<style>${RECEIPT_CSS}</style></head>`)
  return `<!doctype html>${markup}`
}

/**
 * Prints the receipt only, not the page around the element. It uses an empty frame with a constructed style sheet, which a strict
 * content security policy allows.
 */
export function printReceipt(receipt: Receipt, words: ReceiptWords): void {
  const frame = document.createElement('iframe')
  frame.title = words.text.receiptTitle
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.width = frame.height = '0'
  frame.style.cssText = 'position:fixed;inset:auto 0 0 auto;inline-size:0;block-size:0;border:0'
  document.body.append(frame)
  const view = frame.contentWindow
  if (!view) {
    frame.remove()
    return
  }
  view.document.title = words.text.receiptTitle
  view.document.documentElement.lang = words.format.language
  view.document.documentElement.dir = words.text.dir
  const sheet = createSheet(view)
  if (sheet) view.document.adoptedStyleSheets = [sheet]
  const body = document.createElement('body')
  renderReceiptDocument(receipt, words, body)
  view.document.body.append(...body.childNodes)
  view.addEventListener('afterprint', () => frame.remove(), { once: true })
  view.focus()
  view.print()
}

/**
 * Creates a style sheet in the receipt's window, because a document adopts only the sheets of its own window. Returns null if that window
 * cannot create one.
 */
function createSheet(view: Window): CSSStyleSheet | null {
  const Sheet = Reflect.get(view, 'CSSStyleSheet')
  if (typeof Sheet !== 'function') return null
  const sheet: CSSStyleSheet = Reflect.construct(Sheet, [])
  sheet.replaceSync(RECEIPT_CSS)
  return sheet
}

/** Paper of any size, colours that a printer preserves, and no row split across pages. */
const RECEIPT_CSS = `
@page{margin:18mm}
:root{color-scheme:only light}
body{font:14px/1.5 system-ui,sans-serif;color:#14171f;background:#fff;margin:2.5rem auto;padding:0 1.5rem;max-width:42rem}
h1{font-size:1.375rem;line-height:1.3;margin:0 0 1.5rem;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;table-layout:fixed}
tr{break-inside:avoid}
th,td{padding:.5rem 0;border-top:1px solid #c6cbd6;text-align:start;vertical-align:top;overflow-wrap:anywhere}
th{width:11rem;padding-inline-end:1rem;font-weight:400;color:#4b5364}
td{font-variant-numeric:tabular-nums}
@media print{body{margin:0;padding:0;max-width:none;font-size:10.5pt}}
@media (max-width:30rem){body{margin:1.5rem auto}th,td{display:block;width:auto}td{border:0;padding-top:0}th{padding-bottom:0}}
`
