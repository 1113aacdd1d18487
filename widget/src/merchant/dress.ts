import {
  type CSSResult,
  html,
  nothing,
  type ReactiveElement,
  type TemplateResult,
  unsafeCSS,
} from 'lit'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { added, addSheets, renewSheets } from '../styles/sheets.ts'
import type { Format } from '../text/format.ts'
import { brandSheet, LEGAL_RULES } from './brandSheet.ts'
import { legalWords } from './legalWords.ts'
import { type Branding, readBranding } from './readBranding.ts'
import type { OrderView } from './renderOrder.ts'
import { warnOfContrast } from './warnOfContrast.ts'

/** The style sheet of each element with a merchant's colours. */
const sheets = new WeakMap<ReactiveElement, CSSResult>()

/** The merchant's parts of the card, other than its colours. */
export type Dress = {
  /** Links to the terms and the privacy notice, and the goods once their view has loaded. */
  render(format: Format): { readonly legal: unknown; readonly order: unknown }
}

/**
 * Applies a payment's branding to an element, in place of the previous one; warns if the page's own colours are unreadable. Loads
 * the view of the payment's order, if it has one.
 */
export function dress(host: ReactiveElement, payment: PaymentMetadata): Dress {
  const branding = readBranding(payment)
  wear(host, branding === null ? '' : LEGAL_RULES + brandSheet(branding.colours))
  warnOfContrast(host)
  let order: OrderView | null = null
  if (payment.order) {
    import('./renderOrder.ts').then(({ openOrder }) => {
      order = openOrder(host, payment)
      host.requestUpdate()
    }, reportError)
  }
  return {
    render: (format) => ({
      legal: renderLegal(branding, host.closest<HTMLElement>('[lang]')?.lang ?? ''),
      order: order?.(format),
    }),
  }
}

/** Adds the merchant's sheet after the element's own sheets, so that it overrides their tokens. */
function wear(host: ReactiveElement, rules: string): void {
  const worn = sheets.get(host)
  const sheet = unsafeCSS(rules)
  sheets.set(host, sheet)
  if (worn) added.get(host)?.delete(worn)
  addSheets(host, [sheet])
  if (worn) renewSheets(host)
}

/** Renders the merchant's terms and privacy notice, at the end of the card. */
function renderLegal(branding: Branding | null, language: string): TemplateResult | typeof nothing {
  const { termsUrl = null, privacyUrl = null } = branding ?? {}
  const [terms, privacy] = legalWords(language)
  const links = [
    [termsUrl, terms],
    [privacyUrl, privacy],
  ].flatMap(([url, label]) =>
    url ? [html`<a href=${url} target="_blank" rel="noopener noreferrer">${label}</a>`] : [],
  )
  return links.length === 0 ? nothing : html`<nav part="legal" class="legal">${links}</nav>`
}
