import { elementWords } from '../hostedPage/elementWords.ts'
import { renderMeans, renderTotals, type Summarised } from '../hostedPage/renderSummary.ts'
import { escapeHtml } from '../http/escapeHtml.ts'
import type { PageLanguage, PageWords } from '../http/pageWords.ts'

/** The page around an offer's terms. */
export type OfferPage = {
  words: PageWords
  language: PageLanguage
  /** The address to which the button submits the form. */
  action: string
  /** Identifies the terms that the page shows. */
  etag: string
  /** Whether a rate limit rejected the payer’s last click. */
  isBusy: boolean
  /** Whether the link’s destination accepts no new payments. */
  isInactive: boolean
}

/**
 * Renders the card of a reusable link: its price, and the button that a payer presses to continue. A link that accepts no new payments has
 * no button.
 */
export function renderOffer(offer: Summarised, page: OfferPage): string {
  const { words, language, action, etag, isBusy, isInactive } = page
  const busy = isBusy ? `<p role="alert" class="busy">${words.busy}</p>\n` : ''
  const way = isInactive
    ? `<p class="closed">${words.closed}</p>`
    : `${busy}<form method="post" action="${escapeHtml(action)}"><button class="button">${words.continue}</button></form>`
  return `<section class="panel offer" data-etag="${escapeHtml(etag)}">
<p class="muted">${elementWords[language].toPay}</p>
${renderTotals(offer, language)}
<p class="muted small">${renderMeans(offer, language)}</p>
${way}
</section>
`
}
