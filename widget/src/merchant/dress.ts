import { html, nothing, type TemplateResult } from 'lit'
import type { PaymentMetadata } from '../model.ts'
import { brandSheet, LEGAL_RULES } from './brandSheet.ts'
import { legalWords } from './legalWords.ts'
import { type Branding, readBranding } from './readBranding.ts'
import { warnOfContrast } from './warnOfContrast.ts'

/** The style sheet of each element that wears a merchant's colours. */
const sheets = new WeakMap<ShadowRoot, CSSStyleSheet>()

/** What an element that wears a merchant's branding shows beside its colours. */
export type Dress = {
  /** Links to the merchant's terms and privacy notice. */
  renderLegal(): TemplateResult | typeof nothing
}

/** Puts the branding of a payment on an element, in place of the one that it wore; and warns when the page's own colours cannot be read. */
export function dress(host: HTMLElement, payment: PaymentMetadata): Dress {
  const branding = readBranding(payment)
  wear(host.shadowRoot, branding === null ? '' : LEGAL_RULES + brandSheet(branding.colours))
  warnOfContrast(host)
  return {
    renderLegal: () => renderLegal(branding, host.closest<HTMLElement>('[lang]')?.lang ?? ''),
  }
}

function wear(root: ShadowRoot | null, rules: string): void {
  if (root === null) return
  const worn = sheets.get(root)
  const sheet = worn ?? new CSSStyleSheet()
  sheet.replaceSync(rules)
  if (worn !== undefined) return
  sheets.set(root, sheet)
  // Behind the element's own sheets, so that it changes their tokens.
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}

/** The merchant's terms and privacy notice, at the end of the card. */
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
