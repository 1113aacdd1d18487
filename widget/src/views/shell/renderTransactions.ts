import { html, nothing, type TemplateResult } from 'lit'
import { maskAddress } from '../../text/address.ts'
import type { FlowContext } from '../viewContext.ts'
import { renderCopyButton, renderExternalLink } from './elements.ts'
import { renderRow } from './rows.ts'

/** Renders the payment's transactions, each with a text: those that the service saw, otherwise those that this page sent. */
export function renderTransactions(
  context: FlowContext,
  describe?: (hash: string) => string,
): TemplateResult | typeof nothing {
  const { model, text } = context
  const seen = model.payment?.transactions.map(({ txHash, explorerUrl }) => ({
    hash: txHash,
    explorerUrl,
  }))
  const sent = model.transactions.filter(({ kind }) => kind === 'pay')
  const all = seen && seen.length > 0 ? seen : sent
  const unique = [...new Map(all.map((transaction) => [transaction.hash, transaction])).values()]
  if (unique.length === 0) return nothing
  const term = unique.length > 1 ? text.transactions : text.transaction
  const list = unique.map(({ hash, explorerUrl }) => {
    const shown = html`<bdi class="mono" dir="ltr" title=${hash}>${maskAddress(hash)}</bdi>`
    const link = renderExternalLink(context, explorerUrl, shown)
    return html`${describe === undefined ? nothing : html`<span>${describe(hash)}</span>`}<span class="transaction">${link === nothing ? shown : link}${renderCopyButton(context, hash, text.transaction)}</span>`
  })
  return renderRow(term, html`<span class="transaction-list">${list}</span>`)
}
