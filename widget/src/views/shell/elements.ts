import { html, nothing, type SVGTemplateResult, type TemplateResult } from 'lit'
import type { Cost } from '../../payOption.ts'
import { plainText, safeUrl } from '../../text/format.ts'
import type { ViewContext } from '../viewContext.ts'
import { icons, renderIcon } from './icons.ts'

/** Renders a button. At most one `primary` per screen. */
export function renderButton(options: {
  label: string
  onClick: (event: Event) => void
  kind?: 'primary' | 'secondary' | 'quiet'
  part?: string
  icon?: SVGTemplateResult
  isDisabled?: boolean
}): TemplateResult {
  const kind = options.kind ?? 'secondary'
  const part = options.part ?? (kind === 'primary' ? 'button' : 'button button-secondary')
  return html`<button part=${part} class="button ${kind}" type="button" ?disabled=${options.isDisabled ?? false} @click=${options.onClick}>
    ${options.icon ? renderIcon(options.icon) : nothing}${options.label}
  </button>`
}

/** Renders a screen's heading, which receives the focus when the screen changes. */
export function renderHeading(text: string): TemplateResult {
  return html`<h2 part="title" id="heading" tabindex="-1">${text}</h2>`
}

/** Renders an icon, a heading and a sentence, as the header of screens that are only a message. */
export function renderLead(options: {
  icon: SVGTemplateResult
  tone?: 'danger' | 'warning' | 'success'
  heading: string
  text: unknown
}): TemplateResult {
  return html`<div class="lead message">
    <div class="lead-icon ${options.tone ?? ''}">${renderIcon(options.icon)}</div>
    ${renderHeading(options.heading)}
    <p>${options.text}</p>
  </div>`
}

/** Renders a box with one sentence. */
export function renderNote(
  tone: 'info' | 'success' | 'error' | 'warning',
  content: unknown,
): TemplateResult {
  const icon = tone === 'success' ? icons.check : tone === 'info' ? icons.info : icons.alert
  const part = tone === 'info' || tone === 'warning' ? 'note' : `note note-${tone}`
  return html`<div part=${part} class="note ${tone}">${renderIcon(icon)}<p>${content}</p></div>`
}

/** Renders a button that copies `value` and confirms it. */
export function renderCopyButton(
  context: ViewContext,
  value: string,
  what: string,
): TemplateResult {
  const { local, text } = context
  const isCopied = local.copied === value
  return html`<button part="copy-button" class="icon-button" type="button" title=${text.copy(what)} aria-label=${text.copy(what)} @click=${() => local.copy(value, value)}>
    ${renderIcon(isCopied ? icons.check : icons.copy)}
  </button>`
}

/** Renders a link that opens a new tab, or nothing when the address is not a valid link target. */
export function renderExternalLink(
  context: ViewContext,
  url: string | null | undefined,
  label: unknown,
): TemplateResult | typeof nothing {
  const href = safeUrl(url)
  if (!href) return nothing
  return html`<a class="link" href=${href} target="_blank" rel="noopener noreferrer" referrerpolicy="strict-origin">${label}${renderIcon(icons.external, 'small directional')}<span class="visually-hidden"> (${context.text.opensNewTab})</span></a>`
}

/** Formats costs such as `10.02 USDC`, several currencies joined by `+`. */
export function formatCosts(context: ViewContext, costs: readonly Cost[]): string {
  return costs.map(({ amount, symbol }) => context.format.money(amount, symbol)).join(' + ')
}

/** Renders a wallet's own icon when it is a data URI, otherwise its name's first letter. */
export function renderWalletIcon(name: string, icon: string | null): TemplateResult {
  return icon?.startsWith('data:image/')
    ? html`<img part="wallet-icon" class="wallet-icon" src=${icon} alt="">`
    : html`<span part="wallet-icon" class="wallet-icon monogram" aria-hidden="true">${firstLetter(name)}</span>`
}

/** Returns a name's first letter, upper case. */
export function firstLetter(name: string): string {
  return ([...plainText(name).replace(/[\u2068\u2069]/g, '')][0] ?? '').toUpperCase()
}
