import { explorerTransactionUrl, findNetwork } from '@secure-payment/core/networks'
import { maskAddress, safeUrl } from '@secure-payment/widget/design'
import { html, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'

/** Renders both ends of a transaction's hash, as a link to the network's block explorer if there is one. */
export function renderTransactionLink(
  view: ConsoleView,
  { network: id, txHash }: { network: string; txHash: string },
): TemplateResult {
  const { payments, common } = view.context.text
  const network = findNetwork(id)
  const url = network ? safeUrl(explorerTransactionUrl(network, txHash)) : null
  const hash = maskAddress(txHash)
  if (url === null) return html`<code class="sub hash" title=${txHash}>${hash}</code>`
  return html`<a class="sub hash" href=${url} target="_blank" rel="noopener" title=${txHash}><span class="visually-hidden">${payments.transaction('')}</span><code>${hash}</code><span class="visually-hidden"> (${common.opensNewTab})</span></a>`
}
